// Runs test files by Vitest and reads the results that test/setup/results-file.ts writes while they run.
import fs from 'node:fs'

/**
 * Runs all files, and each that failed once more, alone. A file that passes then counts as passed and is
 * listed in `flaky`. Not when more than `maxFlaky` files failed: that many do not fail by chance.
 * `runVitest` runs these files, all without an argument, and resolves to their results (`readResults`).
 */
export async function runWithRetry(runVitest, maxFlaky) {
  const { files, problems, unfinished } = await runVitest()
  const failing = [...files].filter(([, { failures }]) => failures.length > 0)
  const flaky = []
  if (problems.length === 0 && failing.length <= maxFlaky)
    for (const [file, first] of failing) {
      const again = await runVitest(file)
      problems.push(...again.problems)
      const second = again.files.get(file)
      if (again.problems.length > 0 || !second?.passed || second.failures.length > 0) continue
      files.set(file, second)
      flaky.push({ file, failures: first.failures })
    }
  const failures = [...[...files.values()].flatMap((file) => file.failures), ...problems]
  const sum = (count) => [...files.values()].reduce((total, file) => total + file[count], 0)
  return {
    counts: { passed: sum('passed'), failed: failures.length, skipped: sum('skipped') },
    failures,
    flaky,
    unfinished,
  }
}

/**
 * The results of a run with this exit code: the counts and failures of each file, and the problems of the
 * run itself. A run that ended before its end, because it crashed or because it was `stopped` (the reason),
 * has a problem; `unfinished` are lines that name its files. A test that is skipped and not in `allowedSkips`
 * is a failure of its file.
 */
export function readResults(path, { code, stopped, allowedSkips }) {
  const files = new Map()
  const problems = []
  let isComplete = false
  const fileOf = (file) => {
    if (!files.has(file)) {
      const counts = { passed: 0, skipped: 0 }
      files.set(file, { state: 'not started', ...counts, failures: [], unexpectedSkips: [] })
    }
    return files.get(file)
  }
  const fail = (failures, what, errors) => failures.push({ what, message: errors.join('\n') })
  const isAllowed = ({ file, test }) =>
    allowedSkips.some((skip) => skip.file === file && skip.test === test)
  for (const line of readLines(path)) {
    if (line.event === 'run') for (const file of line.files) fileOf(file)
    if (line.event === 'file started') fileOf(line.file).state = 'running'
    if (line.event === 'test ended') {
      const file = fileOf(line.file)
      const what = `${line.file}: ${line.test}`
      if (line.state === 'failed') fail(file.failures, what, line.errors)
      else if (line.state === 'skipped' && !isAllowed(line)) file.unexpectedSkips.push(what)
      else file[line.state]++
    }
    if (line.event === 'file ended') {
      const file = fileOf(line.file)
      file.state = 'ended'
      if (line.errors.length > 0) {
        // A hook that fails skips its tests.
        file.skipped += file.unexpectedSkips.length
        fail(file.failures, line.file, line.errors)
      } else
        for (const what of file.unexpectedSkips)
          fail(file.failures, what, [
            'The test was skipped, and scripts/allowed-skips.mjs does not name it.',
          ])
    }
    if (line.event === 'run ended') {
      isComplete = true
      for (const { file, text } of line.errors)
        if (file) fail(fileOf(file).failures, `${file}: an error outside of its tests`, [text])
        else fail(problems, 'an error outside of the tests', [text])
    }
  }
  const hasFailures = [...files.values()].some(({ failures }) => failures.length > 0)
  if (isComplete && !stopped) {
    if (code !== 0 && !hasFailures && problems.length === 0)
      fail(problems, `Vitest ended with ${code}`, [])
    return { files, problems, unfinished: [] }
  }
  const states = ['ended', 'running', 'not started'].map((state) => {
    const paths = [...files].filter(([, file]) => file.state === state).map(([name]) => name)
    return { state, count: paths.length, line: `${paths.length} ${state}: ${paths.join(' ')}` }
  })
  const summary = states.map(({ state, count }) => `${count} ${state}`).join(', ')
  fail(problems, stopped || `Vitest ended with ${code} before its end.`, [
    `Of ${files.size} files: ${summary}.`,
  ])
  return { files, problems, unfinished: states.map(({ line }) => line) }
}

/** The last line may be cut when the run was killed. */
function readLines(path) {
  const lines = fs.existsSync(path) ? fs.readFileSync(path, 'utf8').split('\n') : []
  return lines.slice(0, -1).map((line) => JSON.parse(line))
}
