import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const { run } = await import(/* @vite-ignore */ join(root, 'scripts/run.mjs'))

/** What Vitest prints about these files, which run in one worker, in this order. */
async function outputOf(files: Record<string, string>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-leftovers-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(
    join(folder, 'vitest.config.mjs'),
    `const byName = { sort: (files) => files.sort((a, b) => a.moduleId.localeCompare(b.moduleId)), shard: (files) => files }
    export default { server: { fs: { strict: false } }, test: {
      globals: true, maxWorkers: 1, isolate: false, environment: 'jsdom', reporters: ['verbose'],
      setupFiles: [${JSON.stringify(join(import.meta.dirname, 'dom.ts'))}],
      sequence: { sequencer: class { sort = byName.sort; shard = byName.shard } },
    } }`,
  )
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const { output } = await run(process.execPath, [vitest, 'run', '--root', folder], {
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined },
  })
  return output
}

/** A test file with one test that does this. */
const doing = (code: string) => `test('runs', async () => { ${code} })`

test('a file that leaves something behind in its page fails with what and where', async () => {
  const output = await outputOf({
    'a-clean.test.ts': doing(`
      const timer = setTimeout(() => {}, 5000); clearTimeout(timer)
      const once = () => {}; addEventListener('online', once); removeEventListener('online', once)
      const end = new AbortController(); document.addEventListener('click', once, end); end.abort()
      await new Promise((resolve) => requestAnimationFrame(resolve))
      vi.stubGlobal('fetch', () => {}); vi.unstubAllGlobals()`),
    'b-timer.test.ts': doing('setTimeout(() => {}, 5000)'),
    'c-interval.test.ts': doing('setInterval(() => {}, 20)'),
    'd-listener.test.ts': doing("addEventListener('online', () => {})"),
    'e-stub.test.ts': doing("vi.stubGlobal('fetch', () => {})"),
    'f-spy.test.ts': doing("vi.spyOn(Element.prototype, 'scrollTo')"),
    'g-fake.test.ts': doing('vi.useFakeTimers()'),
    // What a file leaves is not held against the next one.
    'h-clean.test.ts': doing('await new Promise((resolve) => setTimeout(resolve))'),
  })
  const failures = [...output.matchAll(/FAIL +([\w-]+)\.test\.ts.*\n.*leaves behind:\n- (.*)/g)]
  expect(
    failures.map(([, file, what]) => `${file}: ${what?.replace(/, set at .*\//, ' in ')}`),
  ).toEqual([
    'b-timer: a timer of 5000 ms in b-timer.test.ts:1:28',
    'c-interval: an interval of 20 ms in c-interval.test.ts:1:28',
    "d-listener: a listener to 'online' of the window in d-listener.test.ts:1:28",
    'e-stub: a stub of globalThis.fetch',
    'f-spy: a stub of Element.prototype.scrollTo',
    'g-fake: fake timers',
  ])
  expect(output).toMatch(/Test Files +6 failed \| 2 passed/)
})

test('frames of the page go on after a test that fakes intervals', async () => {
  const frame = 'await new Promise((resolve) => requestAnimationFrame(resolve))'
  const output = await outputOf({
    'a-fakes.test.ts': doing(
      `vi.useFakeTimers({ toFake: ['setInterval'] }); requestAnimationFrame(() => {}); ${frame}; vi.useRealTimers()`,
    ),
    'b-waits.test.ts': doing(frame),
  })
  expect(output).toMatch(/Tests +2 passed/)
})
