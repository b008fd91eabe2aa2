// npm run drill: crashes, races, mail scanners, failing mail servers and others, at full counts (about half an hour).
//   npm run drill -- crash lock      only these
import './require-node.mjs'

const { prepare } = await import('./prepare.mjs')
const { afterMinutes, run, UserError } = await import('./run.mjs')

try {
  const node = await prepare()
  const args = ['--disable-warning=ExperimentalWarning', 'test/drills/run.ts']
  const { code } = await run(node, [...args, ...process.argv.slice(2)], {
    show: true,
    limit: afterMinutes(240),
  })
  process.exitCode = code
} catch (error) {
  if (!(error instanceof UserError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
