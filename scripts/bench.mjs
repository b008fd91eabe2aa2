// npm run bench: register, screens, first load, import, memory, event loop and bank review, as
// ratios of one run; writes docs/performance.md.
//   npm run bench -- register import              prints some of them
//   npm run bench -- register --against COMMIT    in turns with the portal of another commit
import './require-node.mjs'

const { prepare } = await import('./prepare.mjs')
const { afterMinutes, run, UserError } = await import('./run.mjs')

try {
  const node = await prepare()
  const args = ['--disable-warning=ExperimentalWarning', 'test/bench/run.ts']
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
