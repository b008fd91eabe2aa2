import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { waitUntil } from '#test/drills/support/wait-until.ts'

/** Scripts, not modules of the portal. */
const script = (name: string) =>
  import(/* @vite-ignore */ new URL(`../scripts/${name}`, import.meta.url).href)
const { run, root } = await script('run.mjs')
const { readResults } = await script('test-results.mjs')

interface Outcome {
  counts: { passed: number; failed: number; skipped: number }
  failures: { what: string; message: string }[]
  unfinished: string[]
}

/** Runs Vitest on these files, the largest first; `isOver` decides when the run is stopped. */
async function runFiles(
  files: Record<string, string>,
  isOver: (lines: string) => boolean = () => false,
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-results-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const results = join(folder, 'results.jsonl')
  const reporter = JSON.stringify(join(root, 'test/setup/results-file.ts'))
  writeFileSync(
    join(folder, 'vitest.config.ts'),
    `import { ResultsFile } from ${reporter}
    export default { test: { globals: true, maxWorkers: 1, testTimeout: 600_000,
      reporters: [new ResultsFile(${JSON.stringify(results)})] } }`,
  )
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const limit = new AbortController()
  const running = run(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder],
    { limit: limit.signal, group: true },
  )
  let code: number | undefined
  const ended = running.then((result: { code: number }) => {
    code = result.code
  })
  const read = () => (existsSync(results) ? readFileSync(results, 'utf8') : '')
  await waitUntil(() => code !== undefined || isOver(read()), 300_000)
  if (code === undefined) limit.abort('Stopped after 55 minutes.')
  await ended
  return readResults(results, { code, stopped: limit.signal.aborted && limit.signal.reason })
}

const padding = (bytes: number) => `// ${'-'.repeat(bytes)}`
const mixed = `
  test('passes', () => {})
  test('fails', () => { expect(1).toBe(2) })
  test.skip('skips', () => {})
  ${padding(2000)}`

test('results are counted, and failures named with their message', async () => {
  const { counts, failures, unfinished } = await runFiles({
    'mixed.test.ts': mixed,
    'broken.test.ts': "import './missing.ts'",
  })
  expect(counts).toEqual({ passed: 1, failed: 2, skipped: 1 })
  expect(failures.map(({ what }) => what.replace(/^.*\//, '')).sort()).toEqual([
    'broken.test.ts',
    'mixed.test.ts: fails',
  ])
  expect(failures.map(({ message }) => message).join()).toMatch(/expected 1 to be 2.*missing/s)
  expect(unfinished).toEqual([])
})

test('a run that is stopped says so, keeps its failures and names its files', async () => {
  const { counts, failures, unfinished } = await runFiles(
    {
      'mixed.test.ts': mixed,
      'hangs.test.ts': `test('hangs', () => new Promise(() => {}))\n${padding(1000)}`,
      'later.test.ts': "test('passes', () => {})",
    },
    (lines) => /file started.*hangs/.test(lines),
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
