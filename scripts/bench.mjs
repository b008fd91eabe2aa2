// npm run bench: measures requests and lists relative to minimal servers, bytes of the first visit, start, memory, imports, documents.
//   npm run bench -- speed      some of: speed, start, weight, documents, apply, lists, lists-postgres, growth, waits, screens (screens-10000 takes about 5 minutes), import, import-postgres, lighthouse
//   npm run bench -- growth-sqlite --runs 3 --report docs/performance.md      also writes the page
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
