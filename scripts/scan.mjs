// npm run scan: attacks portals of its own with wapiti and sqlmap (docs/security-scans.md); about an hour.
//   npm run scan -- wapiti --roles oem,admin --out DIR
//   npm run scan -- sqlmap --engine PostgreSQL
import './require-node.mjs'

const { prepare } = await import('./prepare.mjs')
const { afterMinutes, run, UserError } = await import('./run.mjs')

try {
  const node = await prepare()
  const args = ['--disable-warning=ExperimentalWarning', 'test/scans/run.ts']
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
