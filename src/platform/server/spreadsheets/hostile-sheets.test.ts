import { expect, test } from 'vitest'
import type { TempUpload } from '../files/temp-files.ts'
import { openSheet, UnreadableRow } from './sheet.ts'

/** `bytes` as an uploaded CSV file, in memory. */
const uploaded = (bytes: Buffer): TempUpload =>
  ({
    name: 'a.csv',
    size: bytes.length,
    read: async (offset: number, length: number) => bytes.subarray(offset, offset + length),
  }) as unknown as TempUpload

/** Reads all rows; answers how many, or the error, with the processor time and the memory that it took. */
async function readAll(bytes: Buffer) {
  const before = { cpu: process.cpuUsage(), memory: process.memoryUsage().rss }
  let rows = 0
  let error: unknown
  try {
    for await (const chunk of (
      await openSheet(uploaded(bytes), { isHeading: (cell) => cell === 'email' })
    ).rows())
      rows += chunk.length
  } catch (thrown) {
    error = thrown
  }
  const { user, system } = process.cpuUsage(before.cpu)
  const ms = (user + system) / 1000
  return { rows, error, ms, megabytes: (process.memoryUsage().rss - before.memory) / 1024 / 1024 }
}

const headings = 'name,email,company_name,whatsapp_number\n'
const fill = (text: string, megabytes: number) =>
  Buffer.concat([Buffer.from(headings), Buffer.alloc(megabytes * 1_000_000, text)])

test.each([
  ['a line of 60 million commas', 60, ','],
  ['a line of quoted cells', 10, '"",'],
  ['a quoted cell without end', 10, '"a'],
  ['a line of 5,000 commas', 10, `${','.repeat(5000)}\n`],
])('%s is refused within seconds', async (_name, size, text) => {
  const { rows, error, ms, megabytes } = await readAll(fill(text, size))
  expect(error).toBeInstanceOf(UnreadableRow)
  expect(rows).toBeLessThanOrEqual(1)
  expect(ms).toBeLessThan(5000)
  expect(megabytes).toBeLessThan(150)
})

test('a row may have 1,000 cells', async () => {
  expect(await readAll(Buffer.from(`${headings}a${','.repeat(999)}\n`))).toMatchObject({
    rows: 2,
    error: undefined,
  })
})
