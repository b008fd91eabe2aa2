// npm test: static checks, tests on both engines, browser journeys. The last line is the sum.
//   npm test -- --only checks|unit|journeys     one part
//   npm test -- members jobs/rules              only test files whose path holds one of these words
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import './require-node.mjs'

const { buildWeb, install } = await import('./prepare.mjs')
const { root, run, Sentence } = await import('./run.mjs')

const parts = ['checks', 'unit', 'journeys']
const { only, filters } = read(process.argv.slice(2))
const chosen = only ? [only] : filters.length > 0 ? ['unit', 'journeys'] : parts
const folder = fs.mkdtempSync(join(tmpdir(), 'portal-test-'))
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }))
const results = []

try {
  await everything()
} catch (error) {
  console.error(error instanceof Sentence ? error.message : error)
  results.push({ name: 'preparation', passed: 0, failed: 1, skipped: 0, seconds: 0 })
}
report()

async function everything() {
  const node = await install()
  if (chosen.includes('checks')) await checks(node)
  if (chosen.includes('unit')) await tests(node, 'unit', 'Running the tests on both engines ...')
  if (chosen.includes('journeys')) {
    await check('browser build', 'Making sure of the browser build ...', () => buildIsFine(node))
    await tests(node, 'journeys', 'Running the browser journeys ...')
  }
  const tested = results.filter(({ isTests }) => isTests)
  if (tested.length > 0 && tested.every(({ passed, failed }) => passed + failed === 0))
    results.push({ name: 'no test was run', passed: 0, failed: 1, skipped: 0, seconds: 0 })
}

async function checks(node) {
  for (const side of ['server', 'web', 'test']) {
    const tsc = ['node_modules/typescript/bin/tsc', '-p', `tsconfig.${side}.json`]
    await check(`types ${side}`, `Checking the types (${side}) ...`, () => ends(node, tsc))
  }
  const biome = ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings']
  await check('biome', 'Checking style and lint ...', () => ends(node, biome))
  await check('house', 'Checking the house rules ...', () =>
    ends(node, ['scripts/check-house.mjs']),
  )
  const cspell = ['node_modules/cspell/bin.mjs', '--no-progress', '--no-summary']
  await check('spelling', 'Checking the spelling ...', () => ends(node, cspell))
  await check('unused', 'Looking for unused files, exports and packages ...', () =>
    ends(node, ['node_modules/knip/bin/knip.js']),
  )
}

async function check(name, announcement, work) {
  console.log(announcement)
  const begin = performance.now()
  const complaint = await work()
  if (complaint !== undefined) console.log(complaint.trim())
  const failed = complaint === undefined ? 0 : 1
  results.push({ name, passed: 1 - failed, failed, skipped: 0, seconds: since(begin) })
}

/** Undefined when the command succeeds, else what it printed. */
async function ends(node, args) {
  const { code, output } = await run(node, args, { env: environment() })
  return code === 0 ? undefined : output || `ended with ${code}`
}

async function buildIsFine(node) {
  try {
    await buildWeb(node)
    return undefined
  } catch (error) {
    return error.message
  }
}

/** Counts from Vitest's own report; a runner that crashed or a file that did not load is a failure. */
async function tests(node, project, announcement) {
  console.log(announcement)
  const begin = performance.now()
  const file = join(folder, `${project}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', project, ...reporters]
  if (filters.length > 0) args.push('--passWithNoTests', ...filters)
  const { code } = await run(node, args, { env: environment(), show: true })
  results.push({ name: project, isTests: true, ...count(file, code), seconds: since(begin) })
}

function count(file, code) {
  const sum = { passed: 0, failed: 0, skipped: 0 }
  const files = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')).testResults : []
  for (const { status, assertionResults } of files) {
    for (const test of assertionResults) sum[kind(test.status)]++
    const didNotLoad =
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed')
    if (didNotLoad) sum.failed++
  }
  if (code !== 0 && sum.failed === 0) sum.failed = 1
  return sum
}

function kind(status) {
  return status === 'passed' || status === 'failed' ? status : 'skipped'
}

/** The tests see none of the settings of the person who runs them. */
function environment() {
  const settings =
    fs.readFileSync(join(root, '.env.example'), 'utf8').match(/^#?[A-Z_]+(?==)/gm) ?? []
  const env = { ...process.env, CI: 'true', NODE_ENV: 'test' }
  if (!process.stdout.isTTY) Object.assign(env, { NO_COLOR: '1', FORCE_COLOR: undefined })
  for (const name of settings) delete env[name.replace('#', '')]
  return env
}

function report() {
  const row = (...cells) =>
    console.log(
      cells.map((cell, i) => (i === 0 ? cell.padEnd(18) : String(cell).padStart(9))).join(''),
    )
  console.log('')
  row('', 'passed', 'failed', 'skipped', 'seconds')
  for (const { name, passed, failed, skipped, seconds } of results)
    row(name, passed, failed, skipped, seconds)
  const sum = (what) => results.reduce((total, result) => total + result[what], 0)
  process.exitCode = sum('failed') > 0 ? 1 : 0
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
}

function since(begin) {
  return ((performance.now() - begin) / 1000).toFixed(1)
}

function read(args) {
  const at = args.indexOf('--only')
  if (at === -1) return { filters: args }
  if (!parts.includes(args[at + 1])) {
    console.error(`--only takes one of: ${parts.join(', ')}.`)
    process.exit(2)
  }
  return { only: args[at + 1], filters: args.toSpliced(at, 2) }
}
