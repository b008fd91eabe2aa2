import { expect, test } from 'vitest'

/** A script, not a module of the portal. */
const script = new URL('../scripts/supply-chain/audit-report.mjs', import.meta.url).href
const { readAudit } = await import(/* @vite-ignore */ script)

const report = (...found: [name: string, severity: string][]) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: Object.fromEntries(
      found.map(([name, severity]) => [name, { name, severity, range: '<2', fixAvailable: true }]),
    ),
  })
const shipped = new Set(['hono', 'react'])
const stateOf = (output: string) => readAudit(output, shipped).state

test('a high or critical vulnerability of a package that runs blocks', () => {
  expect(stateOf(report(['hono', 'high']))).toBe('blocked')
  expect(stateOf(report(['react', 'critical']))).toBe('blocked')
})

test('lower ones, and those of development tools, are only listed', () => {
  const { state, others } = readAudit(report(['hono', 'moderate'], ['vite', 'critical']), shipped)
  expect(state).toBe('passed')
  expect(others).toHaveLength(2)
})

test('no answer of the registry never counts as no vulnerability', () => {
  expect(stateOf('')).toBe('unanswered')
  expect(stateOf('npm error network')).toBe('unanswered')
  expect(stateOf('{"message":"405 Method Not Allowed","error":{"summary":""}}')).toBe('unanswered')
  expect(stateOf(report())).toBe('passed')
})
