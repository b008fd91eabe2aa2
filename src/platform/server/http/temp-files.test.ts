import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createLog } from '../core/log.ts'
import { answerError } from './error-response.ts'
import { withFile } from './multipart.ts'
import { openTextSpool, type TempUpload, tempUploads } from './temp-files.ts'

const maxBytes = 1024 * 1024

/** Sends a form to a server that receives `sheet`; returns the status and the text. */
async function post(parts: [field: string, value: Blob | string][]) {
  const received: TempUpload[] = []
  const server = new Hono().onError(answerError(createLog('silent')))
  server.post('/', (c) =>
    withFile(c, { files: tempUploads('sheet', maxBytes) }, async (file, fields) => {
      received.push(file)
      const { name, size, sha256 } = file
      const [start, end] = [await file.read(0, 3), await file.read(size - 2, 10)]
      return c.json({ name, size, sha256, start: `${start}`, end: `${end}`, fields })
    }),
  )
  const form = new FormData()
  for (const [field, value] of parts)
    if (typeof value === 'string') form.append(field, value)
    else form.append(field, value, 'members.csv')
  const answer = await server.request('/', { method: 'POST', body: form })
  return { status: answer.status, text: await answer.text(), received }
}

test('receives a file to be read in any order, and closes it afterwards', async () => {
  const text = 'Name,Email\n'.repeat(50_000)
  const { text: answer, received } = await post([
    ['role', 'oem'],
    ['sheet', new Blob([text])],
  ])
  expect(JSON.parse(answer)).toEqual({
    name: 'members.csv',
    size: text.length,
    sha256: createHash('sha256').update(text).digest('hex'),
    start: 'Nam',
    end: 'l\n',
    fields: { role: ['oem'] },
  })
  await expect(received[0]?.read(0, 1)).rejects.toThrow('file closed')
})

const bytes = (count: number) => new Blob([new Uint8Array(count)])

test.each<[string, [string, Blob | string][], number, string]>([
  [
    'a file above the limit',
    [['sheet', bytes(maxBytes + 1)]],
    413,
    'File size must be less than 1MB',
  ],
  ['a form far above it', [['sheet', bytes(2 * maxBytes)]], 413, 'File size must be less than 1MB'],
  ['another field', [['paper', bytes(9)]], 400, 'This form has no such upload field'],
  ['a text', [['sheet', 'a,b']], 400, 'Please choose a file'],
  [
    'two files',
    [
      ['sheet', bytes(9)],
      ['sheet', bytes(9)],
    ],
    400,
    'Please send one file at a time',
  ],
])('refuses %s', async (_case, parts, status, message) => {
  expect(await post(parts)).toEqual({ status, text: message, received: [] })
})

test('reads spooled texts back in their order', async () => {
  const spool = await openTextSpool()
  const texts = ['first', '', 'दूसरा', 'x'.repeat(100_000)]
  for (const text of texts) await spool.append(text)
  const read: string[] = []
  for await (const text of spool.readAll()) read.push(text)
  expect(read).toEqual(texts)
  await spool.close()
})
