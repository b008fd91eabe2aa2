import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const reader = join(import.meta.dirname, '../../../../test/files/read-sheet.ts')

/** In a process of its own, which ends with an error when it needs more than 128 MiB of heap. */
async function readSheet(megabytes: number, text: string) {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--max-old-space-size=128',
    reader,
    `${megabytes}`,
    text,
  ])
  return JSON.parse(stdout)
}

test.each([
  ['a line of 60 million commas', 60, ','],
  ['a line of quoted cells', 10, '"",'],
  ['a quoted cell without end', 10, '"a'],
  ['lines with a cell that never ends', 10, 'x,"a\n'],
  ['a line of 5,000 commas', 10, `${','.repeat(5000)}\n`],
])('%s is refused within seconds and 128 MiB', async (_name, size, text) => {
  const { rows, isRefused, ms } = await readSheet(size, text)
  expect(isRefused).toBe(true)
  expect(rows).toBeLessThanOrEqual(101)
  expect(ms).toBeLessThan(5000)
})

test('a row may have 1,000 cells', async () => {
  const line = `a${','.repeat(999)}\n`
  expect(await readSheet(line.length / 1_000_000, line)).toMatchObject({
    rows: 2,
    isRefused: false,
  })
})
