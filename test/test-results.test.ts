import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { waitUntil } from '#test/support/process/wait-until.ts'

/** Scripts, not modules of the portal. */
const script = (name: string) =>
  import(/* @vite-ignore */ new URL(`../scripts/${name}`, import.meta.url).href)
const { run, root } = await script('run.mjs')
const { readResults, runWithRetry } = await script('test-results.mjs')
const { allowedSkips } = await script('allowed-skips.mjs')

interface Failure {
  what: string
  message: string
}

interface Outcome {
  counts: { passed: number; failed: number; skipped: number }
  failures: Failure[]
  flaky: { file: string; failures: Failure[] }[]
  unfinished: string[]
  /** The files of each run of Vitest, 'all' for the first. */
  runs: string[]
}

interface Options {
  /** Decides when the first run is stopped. */
  isOver?: (lines: string) => boolean
  maxFlaky?: number
  /** By default of all tests that are called 'skips'. */
  allowed?: (file: string) => { file: string; test: string }[]
}

/** Runs Vitest on these files, the largest first, and again on those that fail. */
async function runFiles(
  files: Record<string, string>,
  { isOver = () => false, maxFlaky = 3, allowed = skipsOf }: Options = {},
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-results-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const reporter = JSON.stringify(join(root, 'test/setup/results-file.ts'))
  writeFileSync(
    join(folder, 'vitest.config.ts'),
    `import { ResultsFile } from ${reporter}
    export default { test: { globals: true, maxWorkers: 1, testTimeout: 600_000,
      reporters: [new ResultsFile(process.env.TEST_RESULTS)] } }`,
  )
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const allowedSkips = Object.keys(files).flatMap((name) => allowed(pathOf(folder, name)))
  const runs: string[] = []
  const runVitest = async (file?: string) => {
    runs.push(file ? basename(file) : 'all')
    const results = join(folder, `results${runs.length}.jsonl`)
    const limit = new AbortController()
    const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder]
    const running = run(process.execPath, [...vitest, ...(file ? [join(root, file)] : [])], {
      env: { ...process.env, TEST_RESULTS: results },
      limit: limit.signal,
      group: true,
    })
    let code: number | undefined
    const ended = running.then((result: { code: number }) => {
      code = result.code
    })
    const read = () => (existsSync(results) ? readFileSync(results, 'utf8') : '')
    await waitUntil(() => code !== undefined || isOver(read()), 300_000)
    if (code === undefined) limit.abort('Stopped after 55 minutes.')
    await ended
    const stopped = limit.signal.aborted && limit.signal.reason
    return readResults(results, { code, stopped, allowedSkips })
  }
  return { ...(await runWithRetry(runVitest, maxFlaky)), runs }
}

/** As the results name it: Vitest runs in the folder of the portal. */
const pathOf = (folder: string, name: string) => relative(root, join(folder, name))

const skipsOf = (file: string) => [{ file, test: 'skips' }]

/** The text of a file with a test that passes from its second run on. */
const passesLater = `
  import { existsSync, writeFileSync } from 'node:fs'
  test('passes always', () => {})
  test('passes later', () => {
    const marker = import.meta.filename + '.ran'
    const isSecond = existsSync(marker)
    writeFileSync(marker, '')
    expect(isSecond).toBe(true)
  })`

const padding = (bytes: number) => `// ${'-'.repeat(bytes)}`
const mixed = `
  test('passes', () => {})
  test('fails', () => { expect(1).toBe(2) })
  test.skip('skips', () => {})
  ${padding(2000)}`

test('results are counted, and failures named with their message', async () => {
  const { counts, failures, flaky, unfinished } = await runFiles({
    'mixed.test.ts': mixed,
    'broken.test.ts': "import './missing.ts'",
  })
  expect(counts).toEqual({ passed: 1, failed: 2, skipped: 1 })
  expect(failures.map(({ what }) => what.replace(/^.*\//, '')).sort()).toEqual([
    'broken.test.ts',
    'mixed.test.ts: fails',
  ])
  expect(
    failures
      .map(({ message }) => message)
      .toSorted()
      .join(),
  ).toMatch(/expected 1 to be 2.*missing/s)
  expect(flaky).toEqual([])
  expect(unfinished).toEqual([])
})

test('a file that fails and passes alone is flaky, and counted once', async () => {
  const { counts, failures, flaky, runs } = await runFiles({
    'flaky.test.ts': passesLater,
    'good.test.ts': "test('passes', () => {})",
    'unhandled.test.ts': `
      import { existsSync, writeFileSync } from 'node:fs'
      test('passes', async () => {
        if (existsSync(import.meta.filename + '.ran')) return
        writeFileSync(import.meta.filename + '.ran', '')
        Promise.reject(new Error('Nobody handles this.'))
        await new Promise((resolve) => setTimeout(resolve))
      })`,
  })
  expect(counts).toEqual({ passed: 4, failed: 0, skipped: 0 })
  expect(failures).toEqual([])
  const found = new Map(flaky.map((file) => [basename(file.file), file.failures]))
  expect([...found.keys()].sort()).toEqual(['flaky.test.ts', 'unhandled.test.ts'])
  expect(found.get('flaky.test.ts')?.[0]?.what).toMatch(/flaky\.test\.ts: passes later$/)
  expect(found.get('unhandled.test.ts')?.[0]?.message).toContain('Nobody handles this.')
  expect(runs[0]).toBe('all')
  expect(runs.slice(1).sort()).toEqual(['flaky.test.ts', 'unhandled.test.ts'])
})

test('more flaky files than allowed fail the run, without a second run', async () => {
  const names = ['a.test.ts', 'b.test.ts', 'c.test.ts', 'd.test.ts']
  const files = Object.fromEntries(names.map((name) => [name, passesLater]))
  const { counts, failures, flaky, runs } = await runFiles(files)
  expect(counts).toEqual({ passed: 4, failed: 4, skipped: 0 })
  expect(failures.map(({ what }) => what.replace(/^.*\/|:.*/g, '')).sort()).toEqual(names)
  expect(flaky).toEqual([])
  expect(runs).toEqual(['all'])
})

test('a test that is skipped and not allowed by name fails the run', async () => {
  const { counts, failures } = await runFiles(
    {
      'skips.test.ts': `
        test.skip('skips', () => {})
        test('skips itself', ({ skip }) => skip())
        describe.skip('all', () => test('is skipped', () => {}))`,
      'hook.test.ts': `
        beforeAll(() => { throw new Error('The hook failed.') })
        test('is skipped by it', () => {})`,
    },
    { maxFlaky: 0 },
  )
  expect(counts).toEqual({ passed: 0, failed: 3, skipped: 2 })
  expect(failures.map(({ what }) => what.replace(/^.*\//, '')).sort()).toEqual([
    'hook.test.ts',
    'skips.test.ts: all > is skipped',
    'skips.test.ts: skips itself',
  ])
  expect(failures.map(({ message }) => message).join()).toContain('scripts/allowed-skips.mjs')
})

test.each(allowedSkips as { file: string; test: string }[])('$file has "$test"', (skip) => {
  const text = readFileSync(join(root, skip.file), 'utf8')
  for (const name of skip.test.split(' > ')) expect(text).toContain(`'${name}'`)
})

test('a run that is stopped says so, keeps its failures and names its files', async () => {
  const { counts, failures, unfinished } = await runFiles(
    {
      'mixed.test.ts': mixed,
      'hangs.test.ts': `test('hangs', () => new Promise(() => {}))\n${padding(1000)}`,
      'later.test.ts': "test('passes', () => {})",
    },
    { isOver: (lines) => /file started.*hangs/.test(lines) },
  )
  expect(counts).toEqual({ passed: 1, failed: 2, skipped: 1 })
  expect(failures.map(({ what }) => what.replace(/^.*\//, ''))).toEqual([
    'mixed.test.ts: fails',
    'Stopped after 55 minutes.',
  ])
  expect(failures[1]?.message).toBe('Of 3 files: 1 ended, 1 running, 1 not started.')
  expect(unfinished.map((line) => line.replace(/: .*\//, ': '))).toEqual([
    '1 ended: mixed.test.ts',
    '1 running: hangs.test.ts',
    '1 not started: later.test.ts',
  ])
})

test('a run that crashes says so', async () => {
  const { counts, failures } = await runFiles({
    'crashes.test.ts':
      "test('crashes', () => new Promise(() => process.kill(process.ppid, 'SIGKILL')))",
  })
  expect(counts).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(failures[0]?.what).toBe('Vitest ended with 137 before its end.')
})
