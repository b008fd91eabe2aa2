// npm run audit: known vulnerabilities of the packages that run, as the npm registry knows them. Ends with 1 for a high
// or critical one, and with 2 when the registry does not answer. Not part of npm test, which works without a network.
import '../require-node.mjs'

const { npm } = await import('../prepare.mjs')
const { root } = await import('../run.mjs')
const { readAudit } = await import('./audit-report.mjs')
const { shippedPackages } = await import('./packages.mjs')

// With npm's own setting 'offline' it would report that there are none.
const { output } = await npm(['audit', '--json', '--no-offline', '--loglevel=silent'])
const names = new Set(shippedPackages(root).map(({ name }) => name))
const { state, blocking, others } = readAudit(output, names)
for (const { name, severity, range, hasFix, isShipped } of [...blocking, ...others]) {
  const where = isShipped ? 'runs' : 'development only'
  console.log(
    `${severity.padEnd(9)} ${name} ${range} (${where}${hasFix ? ', an update exists' : ''})`,
  )
}
const summary = {
  unanswered:
    'The npm registry did not answer, so nothing was checked. Run this where it can be reached.',
  blocked: `${blocking.length} high or critical vulnerabilities in packages that run: see docs/security.md for the time to mend them.`,
  passed: `No high or critical vulnerability in the packages that run; ${others.length} others.`,
}
console.log(summary[state])
process.exitCode = { passed: 0, blocked: 1, unanswered: 2 }[state]
