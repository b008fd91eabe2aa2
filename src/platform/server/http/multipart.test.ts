import { once } from 'node:events'
import { createConnection } from 'node:net'
import { setImmediate as nextImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Refusal } from '#shared/refusal.ts'
import { plainPdf } from '#test/files/sample-files.ts'
import { zipOfNames } from '#test/files/workbook.ts'
import { formServer } from '#test/support/portal/form-server.ts'
import { multipart, type Part, send } from '#test/support/process/form-client.ts'

const file = (field: string, bytes: Buffer, name = 'a.pdf'): Part => ({
  field,
  value: { name, type: 'application/pdf', bytes },
})
const text = (field: string, value: string): Part => ({ field, value })
const tooLarge = '413: The file or request is too large'
const incomplete = '400: The upload was interrupted; please try again'

test('reads the fields and files of a form', async () => {
  const { post, lastForm, storedFiles } = await formServer()
  const pdf = plainPdf()
  const parts = [text('name', 'Asha ✓'), text('name', 'again'), file('businessCard', pdf)]
  expect(await post(multipart(parts))).toBe('200: read')
  expect({ ...lastForm()?.fields }).toEqual({ name: ['Asha ✓', 'again'] })
  expect(lastForm()?.files).toMatchObject([
    { kind: 'businessCard', size: pdf.length, original_name: 'a.pdf' },
  ])
  expect(storedFiles()).toEqual([])
})

test('ignores an empty file field', async () => {
  const { post, lastForm } = await formServer()
  await post(multipart([file('memberPhoto', Buffer.alloc(0), '')]))
  expect(lastForm()?.files).toEqual([])
})

test('accepts field names such as __proto__ as plain names', async () => {
  const { post, lastForm } = await formServer()
  await post(multipart([text('__proto__', 'x'), text('constructor', 'y')]))
  expect(Object.entries(lastForm()?.fields ?? {})).toEqual([
    ['__proto__', ['x']],
    ['constructor', ['y']],
  ])
  expect(Object.getPrototypeOf(lastForm()?.fields)).toBeNull()
})

const megabytes = (count: number): Buffer => Buffer.alloc(count * 1024 * 1024, 1)
const many = (count: number, part: Part): Part[] => Array.from({ length: count }, () => part)

test.each<[string, Part[], string]>([
  [
    'a file larger than its kind',
    [file('memberPhoto', megabytes(4))],
    '413: File size must be less than 4MB',
  ],
  [
    'more than 20 files',
    many(21, file('businessCard', plainPdf())),
    '413: Please upload at most 20 files at once',
  ],
  ['more than 100 fields', many(101, text('a', 'b')), tooLarge],
  ['a field of more than 64 KiB', [text('a', 'b'.repeat(65_537))], tooLarge],
  ['a field with a name of 101 letters', [text('a'.repeat(101), 'b')], tooLarge],
  [
    'a field that takes no file',
    [file('name', plainPdf())],
    '400: This form has no such upload field',
  ],
  [
    'a file for __proto__',
    [file('__proto__', plainPdf())],
    '400: This form has no such upload field',
  ],
  ['more than 40 MB in all', many(5, file('businessCard', megabytes(9))), tooLarge],
  [
    'a name with an active ending',
    [file('businessCard', plainPdf(), 'card.pdf.SVG')],
    '415: Please choose a PDF, JPG or PNG file',
  ],
  [
    'a document with its ending',
    [file('businessCard', zipOfNames(['word/document.xml']), 'card.docx')],
    '415: This is a Word document. Open it, save or print it as PDF and choose that',
  ],
])('refuses %s and leaves no file behind', async (_what, parts, answer) => {
  const { post, storedFiles } = await formServer()
  expect(await post(multipart([text('name', 'Asha'), ...parts]))).toBe(answer)
  expect(storedFiles()).toEqual([])
  expect(await post(multipart([text('name', 'Asha')]))).toBe('200: read')
})

test('refuses more than 40 MB without a Content-Length', async () => {
  const { url, storedFiles } = await formServer()
  const form = multipart(many(5, file('businessCard', megabytes(9))))
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': form.type },
    body: new Blob([new Uint8Array(form.bytes)]).stream(),
    duplex: 'half',
  } as RequestInit)
  expect(`${answer.status}: ${await answer.text()}`).toBe(tooLarge)
  expect(storedFiles()).toEqual([])
})

test('drains the body when the check before it refuses, so that the client reads the refusal', async () => {
  const { post, storedFiles } = await formServer(undefined, async () => {
    throw new Refusal('too-many', 'Please try again later', { retryAfter: 60 })
  })
  const form = multipart(many(3, file('businessCard', megabytes(9))))
  expect(await post(form)).toBe('429: Please try again later')
  expect(storedFiles()).toEqual([])
})

test('answers with the first problem of several', async () => {
  const { post } = await formServer()
  const parts = [file('name', plainPdf()), file('memberPhoto', megabytes(4))]
  expect(await post(multipart(parts))).toBe('400: This form has no such upload field')
})

test.each([
  ['no boundary', 'multipart/form-data', '415: Please send multipart/form-data'],
  ['an empty boundary', 'multipart/form-data; boundary=', incomplete],
  ['another boundary', 'multipart/form-data; boundary=other', incomplete],
  ['an overlong boundary', `multipart/form-data; boundary=${'x'.repeat(500)}`, incomplete],
  ['the type of JSON', 'application/json', '415: Please send multipart/form-data'],
])('refuses a form with %s', async (_what, type, answer) => {
  const { post } = await formServer()
  const form = multipart([file('businessCard', plainPdf())])
  expect(await post({ ...form, type })).toBe(answer)
})

test('refuses a form that ends early, wherever it ends', async () => {
  const { post, storedFiles } = await formServer()
  const { type, bytes } = multipart([text('name', 'Asha'), file('businessCard', plainPdf())])
  for (let length = 0; length < bytes.length - 4; length += 41)
    expect(await post({ type, bytes: bytes.subarray(0, length) })).toBe(incomplete)
  expect(storedFiles()).toEqual([])
})

test('leaves no file behind when the connection breaks', async () => {
  const { url, storedFiles } = await formServer()
  const form = multipart(many(3, file('businessCard', megabytes(2))))
  for (const cutAt of [50, 3000, 70_000, 2_200_000, 6_200_000])
    await send(url, '/', form, { cutAt })
  await expect.poll(storedFiles).toEqual([])
})

const disposition = 'Content-Disposition: form-data'

test.each([
  ['without a name', disposition, { error: '400: The upload was interrupted; please try again' }],
  ['with a line break in its name', `${disposition}; name="a\rb"; filename="c"`, { fields: {} }],
  ['that is no form data', 'Content-Disposition: attachment; filename="a.pdf"', { fields: {} }],
  [
    'of an unknown charset',
    `${disposition}; name="a"\r\nContent-Type: text/plain; charset=evil`,
    { fields: { a: ['value'] } },
  ],
  ['after 200 headers', `${'X: y\r\n'.repeat(200)}${disposition}; name="late"`, { fields: {} }],
  ['without a header', 'no header at all', { fields: {} }],
])('reads no file from a part %s', async (_case, head, expected) => {
  const { post, lastForm } = await formServer()
  const bytes = Buffer.from(`--b\r\n${head}\r\n\r\nvalue\r\n--b--\r\n`)
  const answer = await post({ type: 'multipart/form-data; boundary=b', bytes })
  expect(answer).toBe('error' in expected ? expected.error : '200: read')
  expect(lastForm()).toEqual('error' in expected ? undefined : { ...expected, files: [] })
})

test('cuts a file name of 5,000 characters to 100', async () => {
  const { post, lastForm } = await formServer()
  const name = `../../${'ÿ\u202e😀'.repeat(700)}.pdf`
  expect(await post(multipart([file('businessCard', plainPdf(), name)]))).toBe('200: read')
  const [stored] = lastForm()?.files ?? []
  expect([...(stored?.original_name ?? '')]).toHaveLength(100)
  expect(stored?.original_name).not.toMatch(/[\u202e/\\]|\p{Cs}/u)
})

/** Sends the beginning of a form over a raw socket; resolves with the server's answer. */
function sendBeginning(port: number, more: (socket: ReturnType<typeof createConnection>) => void) {
  return new Promise<string>((resolve) => {
    let answer = ''
    const socket = createConnection(port, '127.0.0.1', () => {
      socket.write(
        'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 90000\r\n\r\n--b\r\nContent-Disposition: form-data; name="businessCard"; filename="a.pdf"\r\n\r\n',
      )
      more(socket)
    })
    socket.setEncoding('latin1').on('data', (part: string) => {
      answer += part
    })
    socket.on('error', () => {}).on('close', () => resolve(answer))
  })
}

test('drains a slow form before the refusal and keeps the connection', async () => {
  const { port } = await formServer()
  const { bytes } = multipart([file('name', Buffer.alloc(30_000))])
  const type = `multipart/form-data; boundary=${bytes.subarray(2, bytes.indexOf('\r'))}`
  const socket = createConnection(port, '127.0.0.1')
  socket.write(
    `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: ${bytes.length}\r\n\r\n`,
  )
  for (let at = 0; at < bytes.length; at += 1000) {
    socket.write(bytes.subarray(at, at + 1000))
    await nextImmediate()
  }
  const [answer] = await once(socket.setEncoding('latin1'), 'data')
  expect(answer).toContain('This form has no such upload field')
  expect(answer).toMatch(/^connection: keep-alive/im)
  socket.destroy()
})

test('refuses a form that pauses for too long', async () => {
  const { port, storedFiles } = await formServer({ idle: 300, total: 60_000 })
  const answer = await sendBeginning(port, () => {})
  expect(answer).toMatch(
    /^HTTP\/1.1 400 [\s\S]*The form took too long to arrive; please try again$/,
  )
  expect(answer).toMatch(/^connection: close/im)
  expect(storedFiles()).toEqual([])
})

test('refuses a form that takes too long in total', async () => {
  // It is never idle for so long.
  const { port, storedFiles } = await formServer({ idle: 600_000, total: 300 })
  const answer = await sendBeginning(port, (socket) => {
    const writing = setInterval(() => socket.write('.'), 20)
    socket.on('close', () => clearInterval(writing))
  })
  expect(answer).toContain('The form took too long to arrive; please try again')
  expect(storedFiles()).toEqual([])
})
