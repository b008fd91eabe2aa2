/**
 * Reads the JSON of `npm audit` for the packages that run; 'unanswered' when the registry did not answer.
 * A vulnerability blocks a release when it is high or critical and the package is in `names`.
 */
export function readAudit(output, names) {
  const { vulnerabilities, auditReportVersion } = parse(output)
  if (auditReportVersion === undefined || vulnerabilities === undefined)
    return { state: 'unanswered', blocking: [], others: [] }
  const all = Object.values(vulnerabilities).map(({ name, severity, range, fixAvailable }) => ({
    name,
    severity,
    range,
    hasFix: fixAvailable !== false,
    isShipped: names.has(name),
  }))
  const isBlocking = ({ severity, isShipped }) =>
    isShipped && (severity === 'high' || severity === 'critical')
  const blocking = all.filter(isBlocking)
  const others = all.filter((found) => !isBlocking(found))
  return { state: blocking.length > 0 ? 'blocked' : 'passed', blocking, others }
}

function parse(output) {
  try {
    return JSON.parse(output.slice(output.indexOf('{')))
  } catch {
    return {}
  }
}
