// npm run test:dates: the tests again on days and in places that differ.
//   npm run test:dates -- --only journeys dues     arguments are those of npm test
import './require-node.mjs'

const { afterMinutes, run } = await import('./run.mjs')

const runs = [
  { TEST_NOW: '2027-02-15T10:00:00+05:30' },
  { TEST_NOW: '2027-03-31T23:50:00+05:30' },
  { TEST_NOW: '2027-04-01T00:10:00+05:30', TZ: 'America/Los_Angeles', LANG: 'C' },
  { TEST_NOW: '2028-02-29T10:00:00+05:30' },
  // This locale is not installed.
  { TEST_NOW: '2031-08-15T10:00:00+05:30', LANG: 'xx_YY.UTF-8' },
]

const args = process.argv.slice(2)
const selected = args.length > 0 ? args : ['src', 'test']
const rows = []
for (const variables of runs) {
  const env = { ...process.env, ...variables }
  const options = { env, show: true, limit: afterMinutes(60) }
  const { code } = await run(process.execPath, ['scripts/test.mjs', ...selected], options)
  rows.push(`${code === 0 ? 'passed' : 'failed'}  ${Object.values(variables).join(' ')}`)
  if (code !== 0) process.exitCode = 1
}
console.log(`\n${rows.join('\n')}`)
