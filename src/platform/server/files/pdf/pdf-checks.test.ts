import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { pdfOf, withObjectStream } from '#test/hostile-pdfs.ts'
import { plainPdf } from '#test/samples-files.ts'
import { createPdfChecker } from './pdf-checks.ts'

/** Within every limit on what it holds, and seconds of work all the same. */
const costly = () => pdfOf({ more: [`9 0 obj [${`[${'1 '.repeat(95_000)}]`.repeat(19)}] endobj`] })
const tooCostly = 'This PDF cannot be checked; please save it anew, or choose another'

test('the server goes on while a costly PDF is checked', async () => {
  const check = createPdfChecker({ longest: 1000 })
  await check(plainPdf())
  let ticks = 0
  const clock = setInterval(() => {
    ticks += 1
  }, 10)
  await check(costly()).catch(() => {})
  clearInterval(clock)
  expect(ticks).toBeGreaterThan(10)
})

test('a PDF that takes too long is refused in words, and the next one is checked', async () => {
  const check = createPdfChecker({ longest: 200 })
  await expect(check(costly())).rejects.toMatchObject({ kind: 'invalid', message: tooCostly })
  await expect(check(plainPdf())).resolves.toBeUndefined()
})

test('a PDF that takes too much memory is refused in words, and the next one is checked', async () => {
  const check = createPdfChecker({ mostMegabytes: 12, longest: 15_000 })
  await expect(check(costly())).rejects.toMatchObject({ kind: 'invalid', message: tooCostly })
  await expect(check(plainPdf())).resolves.toBeUndefined()
})

test('each of several at once has its own verdict, in the words of the check', async () => {
  const check = createPdfChecker()
  const locked = pdfOf({ trailer: '/Encrypt 9 0 R' })
  for (let round = 0; round < 3; round += 1) {
    const [fine, refused, packed] = await Promise.allSettled([
      check(plainPdf()),
      check(locked),
      check(withObjectStream([])),
    ])
    expect([fine.status, packed.status]).toEqual(['fulfilled', 'fulfilled'])
    expect(refused).toMatchObject({
      reason: {
        kind: 'invalid',
        message: 'This PDF is locked; please save it without a password and choose that',
      },
    })
  }
})

test('the file is still whole afterwards', async () => {
  const bytes = Buffer.from(plainPdf())
  await createPdfChecker()(bytes)
  expect(bytes).toEqual(plainPdf())
})

test('a thread without work does not keep the process', async () => {
  const bytes = plainPdf().toString('base64')
  const program = `
    import { openPdfChecks } from ${JSON.stringify(import.meta.resolve('./pdf-checks.ts'))}
    await openPdfChecks()(Buffer.from('${bytes}', 'base64'))
    console.log('checked')`
  const args = ['--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 15_000 })
  expect(stdout).toBe('checked\n')
})
