/** Reads a CSV file with these megabytes of text in a separate process, and prints what that took. */
import type { TempUpload } from '#platform/server/http/temp-files.ts'
import { openSheet, UnreadableRow } from '#platform/server/spreadsheets/sheet.ts'

const [megabytes, text = ''] = process.argv.slice(2)
const headings = 'name,email,company_name,whatsapp_number\n'
const bytes = Buffer.alloc(headings.length + Number(megabytes) * 1_000_000)
bytes.write(headings)
bytes.fill(text, headings.length)
const upload = {
  name: 'a.csv',
  size: bytes.length,
  read: async (offset: number, length: number) => bytes.subarray(offset, offset + length),
} as unknown as TempUpload
const before = process.cpuUsage()
let rows = 0
let isRefused = false
try {
  const sheet = await openSheet(upload, { isHeading: (cell) => cell === 'email' })
  for await (const chunk of sheet.rows()) rows += chunk.length
} catch (error) {
  isRefused = error instanceof UnreadableRow
}
const { user, system } = process.cpuUsage(before)
console.log(JSON.stringify({ rows, isRefused, ms: (user + system) / 1000 }))
