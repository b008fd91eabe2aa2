// Reads the results that test/setup/results-file.ts writes while the tests run.
import fs from 'node:fs'

/**
 * The counts and failures of a run with this exit code. A run that ended before its end, because it crashed
 * or because it was `stopped` (the reason), has one more failure; `unfinished` are lines that name its files.
 */
export function readResults(path, { code, stopped }) {
  const files = new Map()
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const failures = []
  let isComplete = false
  const fail = (what, errors) => {
    counts.failed++
    failures.push({ what, message: errors.join('\n') })
  }
  for (const line of readLines(path)) {
    if (line.event === 'run') for (const file of line.files) files.set(file, 'not started')
    if (line.event === 'file started') files.set(line.file, 'running')
    if (line.event === 'file ended') {
      files.set(line.file, 'ended')
      if (line.errors.length > 0) fail(line.file, line.errors)
    }
    if (line.event === 'test ended') {
      if (line.state === 'failed') fail(`${line.file}: ${line.test}`, line.errors)
      else counts[line.state]++
    }
    if (line.event === 'run ended') {
      isComplete = true
      if (line.errors.length > 0) fail('an error outside of the tests', line.errors)
    }
  }
  if (isComplete && !stopped) {
    if (code !== 0 && counts.failed === 0) fail(`Vitest ended with ${code}`, [])
    return { counts, failures, unfinished: [] }
  }
  const states = ['ended', 'running', 'not started'].map((state) => {
    const paths = [...files].filter(([, own]) => own === state).map(([file]) => file)
    return { state, count: paths.length, line: `${paths.length} ${state}: ${paths.join(' ')}` }
  })
  const summary = states.map(({ state, count }) => `${count} ${state}`).join(', ')
  fail(stopped || `Vitest ended with ${code} before its end.`, [
    `Of ${files.size} files: ${summary}.`,
  ])
  return { counts, failures, unfinished: states.map(({ line }) => line) }
}

/** The last line may be cut when the run was killed. */
function readLines(path) {
  const lines = fs.existsSync(path) ? fs.readFileSync(path, 'utf8').split('\n') : []
  return lines.slice(0, -1).map((line) => JSON.parse(line))
}
