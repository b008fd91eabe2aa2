// npm run screenshots: takes the pictures of the guides in docs and of README.md again, of the built browser side.
import './require-node.mjs'

const { prepare } = await import('./prepare.mjs')
const { run, UserError } = await import('./run.mjs')

try {
  const node = await prepare()
  const args = ['--disable-warning=ExperimentalWarning', 'test/screenshots/run.ts']
  const { code } = await run(node, args, { show: true })
  process.exitCode = code
} catch (error) {
  if (!(error instanceof UserError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
