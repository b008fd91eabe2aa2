import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { encryptedRefusal } from '#test/files/encrypted-pdfs.ts'
import { pdfOf, withObjectStream } from '#test/files/hostile-pdfs.ts'
import { plainPdf } from '#test/files/sample-files.ts'
import { createPdfChecker } from './pdf-checker.ts'

/** Stays within all limits on content but takes seconds to check. */
const costly = () =>
  pdfOf({ objects: [`9 0 obj [${`[${'1 '.repeat(95_000)}]`.repeat(19)}] endobj`] })
const moduleOf = (source: string) => new URL(`data:text/javascript,${encodeURIComponent(source)}`)
const tooCostly = 'This PDF could not be checked; please save it again or choose another'

test('keeps the event loop free while a costly PDF is checked', async () => {
  const check = createPdfChecker({ maxMs: 1000 })
  await check(plainPdf())
  let ticks = 0
  const clock = setInterval(() => {
    ticks += 1
  }, 10)
  await check(costly()).catch(() => {})
  clearInterval(clock)
  expect(ticks).toBeGreaterThan(10)
})

test('refuses a PDF that takes too long, and checks the next one', async () => {
  const program = moduleOf('export const checkPdf = async (bytes) => { while (!bytes.length); }')
  const check = createPdfChecker({ maxMs: 300, program })
  const refusal = { kind: 'invalid', message: tooCostly }
  await expect(check(Buffer.alloc(0))).rejects.toMatchObject(refusal)
  await expect(check(plainPdf())).resolves.toBeUndefined()
})

test('refuses a PDF that takes too much memory, and checks the next one', async () => {
  const program = moduleOf(
    'export const checkPdf = async (bytes) => { for (const kept = []; !bytes.length; ) kept.push(Array(1e5).fill(0.5)) }',
  )
  const check = createPdfChecker({ maxHeapMegabytes: 32, maxMs: 15_000, program })
  const refusal = { kind: 'invalid', message: tooCostly }
  await expect(check(Buffer.alloc(0))).rejects.toMatchObject(refusal)
  await expect(check(plainPdf())).resolves.toBeUndefined()
})

test('gives up on a thread that does not start, and starts another for the next check', async () => {
  const program = moduleOf('await new Promise(() => setInterval(() => {}, 1000))')
  const check = createPdfChecker({ maxStartMs: 200, program })
  const unavailable = {
    kind: 'unavailable',
    message: 'PDFs cannot be checked at the moment; please try again in a minute',
    details: { retryAfter: 60 },
  }
  await expect(check(plainPdf())).rejects.toMatchObject(unavailable)
  await expect(check(plainPdf())).rejects.toMatchObject(unavailable)
})

test('gives concurrent checks their own verdicts', async () => {
  const check = createPdfChecker()
  const locked = pdfOf({ trailer: '/Encrypt 9 0 R' })
  const { message, code } = encryptedRefusal
  for (let round = 0; round < 3; round += 1) {
    const [fine, refused, packed] = await Promise.allSettled([
      check(plainPdf()),
      check(locked),
      check(withObjectStream([])),
    ])
    expect([fine.status, packed.status]).toEqual(['fulfilled', 'fulfilled'])
    expect(refused).toMatchObject({
      reason: { kind: 'invalid', message, details: { code } },
    })
  }
})

test('reuses the threads of concurrent checks, and ends idle ones', async () => {
  const program = moduleOf(`
    import { threadId } from 'node:worker_threads'
    import { Refusal } from ${JSON.stringify(import.meta.resolve('#shared/refusal.ts'))}
    export const checkPdf = () => Promise.reject(new Refusal('invalid', 'thread ' + threadId))`)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const check = createPdfChecker({ program, idleMs: 1500 })
  const threadOf = () => check(plainPdf()).then(String, ({ message }: Error) => message)
  const threadsOfThree = () => Promise.all([threadOf(), threadOf(), threadOf()])
  const threads = new Set([...(await threadsOfThree()), ...(await threadsOfThree())])
  expect(threads.size).toBeLessThanOrEqual(3)
  vi.advanceTimersByTime(2000)
  const later = await threadsOfThree()
  expect(later.filter((thread) => threads.has(thread))).toEqual([])
})

test("leaves the caller's bytes unchanged", async () => {
  const bytes = Buffer.from(plainPdf())
  await createPdfChecker()(bytes)
  expect(bytes).toEqual(plainPdf())
})

test('does not keep the process alive with an idle thread', async () => {
  const bytes = plainPdf().toString('base64')
  const program = `
    import { createPdfChecker } from ${JSON.stringify(import.meta.resolve('./pdf-checker.ts'))}
    await createPdfChecker()(Buffer.from('${bytes}', 'base64'))
    console.log('checked')`
  const args = ['--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 15_000 })
  expect(stdout).toBe('checked\n')
})
