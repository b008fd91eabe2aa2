// npm run bench, drill and screenshots: runs a program of the folder test on a checkout that is installed and built.
//   npm run bench -- register import              prints some benches; without names all, into docs/performance.md
//   npm run bench -- register --against COMMIT    in turns with the portal of another commit
//   npm run drill -- crash lock                   only these drills; all at their full counts take half an hour
import './require-node.mjs'

const { prepare } = await import('./prepare.mjs')
const { afterMinutes, run, UserError } = await import('./run.mjs')

const [name, ...args] = process.argv.slice(2)
try {
  const node = await prepare()
  const program = ['--disable-warning=ExperimentalWarning', `test/${name}/run.ts`]
  const { code } = await run(node, [...program, ...args], { show: true, limit: afterMinutes(240) })
  process.exitCode = code
} catch (error) {
  if (!(error instanceof UserError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
