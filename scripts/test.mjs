// npm test: static checks, tests on both engines, browser journeys. The last line has the totals.
//   npm test -- --only checks|unit|journeys     one part
//   npm test -- members jobs/rules              only test files whose path contains one of these words
//   npm test -- --shuffle 7                     files, and tests of the unit part in a file, in another order
//   npm run test:changed                        static checks, and the tests that changes since the last commit affect
//   npm run test:changed -- main                the same since another commit
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import './require-node.mjs'
import { allowedSkips } from './allowed-skips.mjs'
import { changedTests } from './changed-tests.mjs'
import { readResults, runWithRetry } from './test-results.mjs'
import { testSeed } from './test-seed.mjs'

const { browserSide, server } = await import('./builds.mjs')
const { buildSides, install } = await import('./prepare.mjs')
const { afterMinutes, root, run, UserError } = await import('./run.mjs')

/** The limit of `npm test`, so that it ends with its table within an hour on any machine. */
const limit = afterMinutes(55)

const parts = ['checks', 'unit', 'journeys']
const folder = fs.mkdtempSync(join(tmpdir(), 'portal-test-'))
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }))
const results = []
const failures = []
/** Files that failed, and passed alone. */
const flaky = []
const maxFlaky = 3
let vitestRuns = 0

try {
  process.env.TEST_SEED = String(testSeed())
  // Otherwise Node puts it into the temporary folder, and leaves it there.
  process.env.NODE_COMPILE_CACHE ??= join(root, '.cache', 'node')
  const args = readShuffle(process.argv.slice(2))
  const node = await install()
  await runParts(node, await readSelection(node, args))
} catch (error) {
  console.error(error instanceof UserError ? error.message : error)
  results.push({ name: 'preparation', passed: 0, failed: 1, skipped: 0, seconds: 0 })
}
report()

/** Removes `--shuffle SEED`, which test/setup/shuffled.ts takes from the environment. */
function readShuffle(args) {
  const index = args.indexOf('--shuffle')
  if (index === -1) return args
  if (!/^\d+$/.test(args[index + 1] ?? '')) {
    console.error('--shuffle takes a seed, a whole number.')
    process.exit(2)
  }
  process.env.TEST_SHUFFLE = args[index + 1]
  return args.toSpliced(index, 2)
}

/** The parts to run, each with its path filters; no filter selects all tests of the part. */
async function readSelection(node, args) {
  if (args[0] === '--changed') return changedSelection(node, args[1] ?? 'HEAD')
  const index = args.indexOf('--only')
  if (index === -1) {
    if (args.length === 0) return { checks: [], unit: [], journeys: [] }
    return { unit: args, journeys: args }
  }
  const part = args[index + 1]
  if (!parts.includes(part)) {
    console.error(`--only takes one of: ${parts.join(', ')}.`)
    process.exit(2)
  }
  return { [part]: args.toSpliced(index, 2) }
}

async function changedSelection(node, base) {
  await requirePrograms(node, ['changed'])
  const { changed, unit, journeys } = changedTests(base)
  console.log(`${changed.length} files have changed since ${base}.`)
  return {
    checks: [],
    ...(unit.length > 0 && { unit }),
    ...(journeys.length > 0 && { journeys }),
  }
}

/** Installs the programs that the parts need, or ends here with a sentence about those that are missing. */
async function requirePrograms(node, parts) {
  const args = ['--disable-warning=ExperimentalWarning', 'test/setup/find-programs.ts', ...parts]
  const { code } = await run(node, args, { show: true, limit, group: true })
  if (code !== 0) process.exit(code)
}

async function runParts(node, selection) {
  const { checks, unit, journeys } = selection
  const services = unit || journeys ? await startServices(node, Object.keys(selection)) : undefined
  try {
    if (checks) await runChecks(node, Boolean(journeys))
    // Tests start it as a process.
    if (unit || journeys) await sideBuild(node, server)
    const env = await services?.variables()
    if (unit) await runTests(node, 'unit', unit, env, 'Running the tests on both engines ...')
    if (journeys) {
      if (!checks) await sideBuild(node, browserSide)
      await runTests(node, 'journeys', journeys, env, 'Running the browser journeys ...')
    }
  } finally {
    services?.stop()
  }
  const tested = results.filter(({ isTests }) => isTests)
  if (tested.length > 0 && tested.every(({ passed, failed }) => passed + failed === 0))
    results.push({ name: 'no test was run', passed: 0, failed: 1, skipped: 0, seconds: 0 })
}

/** What the tests share (test/setup/services.ts). It is made while the checks run. */
async function startServices(node, parts) {
  await requirePrograms(node, parts)
  const args = ['--disable-warning=ExperimentalWarning', 'test/setup/keep-services.ts', ...parts]
  const child = spawn(node, args, {
    ...{ cwd: root, env: environment(), stdio: ['pipe', 'pipe', 'inherit'] },
    // Ctrl-C is for this process. The child ends when its input closes.
    detached: true,
  })
  child.stdin.on('error', () => {})
  let output = ''
  child.stdout.setEncoding('utf8')
  const made = new Promise((resolve) => {
    child.on('error', resolve).on('close', resolve)
    child.stdout.on('data', (text) => {
      output += text
      if (output.endsWith('\n')) resolve()
    })
  })
  return {
    variables: async () => {
      await made
      if (!output.endsWith('\n'))
        throw new UserError('What the tests share could not be made; the reason stands above.')
      const { provided, now } = JSON.parse(output)
      return { TEST_SERVICES: JSON.stringify(provided), TEST_NOW: now }
    },
    stop: () => child.stdin.end(),
  }
}

/** Two at a time, because each uses little more than one core; the long ones first. */
async function runChecks(node, withBuild) {
  const cache = (name) => join('.cache', name)
  // Each type checker computes the same types again: four, the default, need twice the CPU time.
  const types = (side) => [
    'node_modules/typescript/bin/tsc',
    ...['-p', `tsconfig.${side}.json`, '--checkers', '1'],
    ...['--incremental', '--tsBuildInfoFile', cache(`types-${side}.json`)],
  ]
  // By content, and by the words it is checked against.
  const spelling = ['--no-progress', '--no-summary', '--cache', '--cache-strategy', 'content']
  const checks = [
    [
      'spelling',
      'Checking the spelling ...',
      ['node_modules/cspell/bin.mjs', ...spelling, '--cache-location', cache('cspell')],
    ],
    ['types test', 'Checking the types (test) ...', types('test')],
    [
      'biome',
      'Checking style and lint ...',
      ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'],
    ],
    ['types server', 'Checking the types (server) ...', types('server')],
    ['types web', 'Checking the types (web) ...', types('web')],
    ['house', 'Checking the house rules ...', ['scripts/check-house.mjs']],
    [
      'unused',
      'Looking for unused files, exports and packages ...',
      ['node_modules/knip/bin/knip.js'],
    ],
    ['browsers', 'Looking for functions that old browsers lack ...', ['scripts/check-floor.mjs']],
    ['copy', 'Checking the words of screens and mails ...', ['scripts/copy.mjs', '--check']],
    ['api page', 'Checking the page of the API ...', ['scripts/api.mjs', '--check']],
    ['licences', 'Checking the licences ...', ['scripts/supply-chain/licences.mjs', '--check']],
  ]
  const waiting = checks.values()
  const worker = async () => {
    for (const [name, announcement, args] of waiting)
      await check(name, announcement, () => failure(node, args))
  }
  const build = withBuild ? sideBuild(node, browserSide).then(worker) : worker()
  await Promise.all([build, worker()])
}

/** `findError` resolves to an error message or to undefined. */
async function check(name, announcement, findError) {
  console.log(announcement)
  const start = performance.now()
  const error = await findError()
  if (error !== undefined) console.log(error.trim())
  const failed = error === undefined ? 0 : 1
  results.push({ name, passed: 1 - failed, failed, skipped: 0, seconds: secondsSince(start) })
}

/** Undefined when the command succeeds, else its output. */
async function failure(node, args) {
  const { code, output } = await run(node, args, { env: environment(), limit })
  return code === 0 ? undefined : output || `ended with ${code}`
}

function sideBuild(node, side) {
  const announcement = `Making sure of the build of the ${side.name} ...`
  return check(`${side.name.split(' ')[0]} build`, announcement, () => buildError(node, side))
}

/** Undefined when the side is built, else what went wrong. */
async function buildError(node, side) {
  if (limit.aborted) return limit.reason
  try {
    await buildSides(node, [side])
    return undefined
  } catch (error) {
    return error.message
  }
}

/** A file that did not load and a run that did not end also count as failures. */
async function runTests(node, project, filters, variables, announcement) {
  console.log(announcement)
  const start = performance.now()
  const runVitest = (file) => {
    if (file) console.log(`Running ${file} once more, alone ...`)
    return vitest(node, project, file ? [join(root, file)] : filters, variables)
  }
  const run = await runWithRetry(runVitest, maxFlaky - flaky.length)
  for (const line of run.unfinished) console.log(line)
  const named = ({ what, message }) => ({ what: `${project}: ${what}`, message })
  failures.push(...run.failures.map(named))
  flaky.push(...run.flaky.map((one) => ({ ...one, failures: one.failures.map(named) })))
  results.push({ name: project, isTests: true, ...run.counts, seconds: secondsSince(start) })
}

async function vitest(node, project, filters, variables) {
  const file = join(folder, `${++vitestRuns}.jsonl`)
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', project]
  if (filters.length > 0) args.push('--passWithNoTests', ...filters)
  const env = { ...environment(), ...variables, TEST_RESULTS: file }
  const { code } = await run(node, args, { env, show: true, limit, group: true })
  return readResults(file, { code, stopped: limit.aborted && limit.reason, allowedSkips })
}

/** The environment without settings of the portal, so that those of the user do not affect the tests. */
function environment() {
  const settings =
    fs.readFileSync(join(root, '.env.example'), 'utf8').match(/^#?[A-Z_]+(?==)/gm) ?? []
  const env = { ...process.env, CI: 'true', NODE_ENV: 'test' }
  if (!process.stdout.isTTY) Object.assign(env, { NO_COLOR: '1', FORCE_COLOR: undefined })
  for (const name of settings) delete env[name.replace('#', '')]
  return env
}

function report() {
  const printRow = (...cells) =>
    console.log(
      cells.map((cell, i) => (i === 0 ? cell.padEnd(18) : String(cell).padStart(9))).join(''),
    )
  printFailures('Failed', failures)
  for (const { failures } of flaky) printFailures('Failed, and passed alone', failures)
  printSeeds()
  console.log('')
  printRow('', 'passed', 'failed', 'skipped', 'seconds')
  for (const { name, passed, failed, skipped, seconds } of results)
    printRow(name, passed, failed, skipped, seconds)
  const sum = (column) => results.reduce((total, result) => total + result[column], 0)
  process.exitCode = sum('failed') > 0 ? 1 : 0
  const totals = ['passed', 'failed', 'skipped'].map((column) => `${sum(column)} ${column}`)
  console.log('')
  for (const { file } of flaky) console.log(`flaky: ${file}`)
  console.log(totals.join(', '))
}

/** What repeats the tests as they were run. */
function printSeeds() {
  if (!results.some(({ isTests }) => isTests)) return
  const { TEST_SEED, TEST_SHUFFLE } = process.env
  console.log(`\nGenerated test data: TEST_SEED=${TEST_SEED} npm test`)
  if (TEST_SHUFFLE) console.log(`Order of the tests: npm test -- --shuffle ${TEST_SHUFFLE}`)
}

/** Again at the end, because the output of the tests is long. */
function printFailures(outcome, failures) {
  for (const { what, message } of failures) {
    const lines = stripVTControlCharacters(message).split('\n')
    const own = lines.filter((line) => !/^ +at .*(node_modules|node:|new Promise)/.test(line))
    console.log(`\n${outcome}: ${what}`)
    for (const line of own.slice(0, 20)) console.log(`  ${line.slice(0, 600)}`)
  }
}

function secondsSince(start) {
  return ((performance.now() - start) / 1000).toFixed(1)
}
