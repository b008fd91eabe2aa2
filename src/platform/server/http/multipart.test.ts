import { once } from 'node:events'
import { createConnection } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Refusal } from '#shared/refusal.ts'
import { multipart, type Part, send } from '#test/drills/applicant.ts'
import { formServer } from '#test/form-server.ts'
import { plainPdf } from '#test/samples-files.ts'

const file = (field: string, bytes: Buffer, name = 'a.pdf'): Part => ({
  field,
  value: { name, type: 'application/pdf', bytes },
})
const text = (field: string, value: string): Part => ({ field, value })
const tooLarge = '413: This is more than the portal takes at once'
const notWhole = '400: The request did not arrive whole'

test('a form brings its fields and files', async () => {
  const { post, said, lying } = await formServer()
  const pdf = plainPdf()
  const parts = [text('name', 'Asha ✓'), text('name', 'again'), file('businessCard', pdf)]
  expect(await post(multipart(parts))).toBe('200: read')
  expect({ ...said()?.fields }).toEqual({ name: ['Asha ✓', 'again'] })
  expect(said()?.files).toMatchObject([
    { kind: 'businessCard', size: pdf.length, original_name: 'a.pdf' },
  ])
  expect(lying()).toEqual([])
})

test('a file field that was left empty brings none', async () => {
  const { post, said } = await formServer()
  await post(multipart([file('memberPhoto', Buffer.alloc(0), '')]))
  expect(said()?.files).toEqual([])
})

test('names of fields are only names', async () => {
  const { post, said } = await formServer()
  await post(multipart([text('__proto__', 'x'), text('constructor', 'y')]))
  expect(Object.entries(said()?.fields ?? {})).toEqual([
    ['__proto__', ['x']],
    ['constructor', ['y']],
  ])
  expect(Object.getPrototypeOf(said()?.fields)).toBeNull()
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
    '413: Please send at most 20 files at once',
  ],
  ['more than 100 fields', many(101, text('a', 'b')), tooLarge],
  ['a field of more than 64 KiB', [text('a', 'b'.repeat(65_537))], tooLarge],
  ['a field with a name of 101 letters', [text('a'.repeat(101), 'b')], tooLarge],
  [
    'a field that takes no file',
    [file('name', plainPdf())],
    '400: There is no such upload field in this form',
  ],
  [
    'a file for __proto__',
    [file('__proto__', plainPdf())],
    '400: There is no such upload field in this form',
  ],
  ['more than 40 MB in all', many(5, file('businessCard', megabytes(9))), tooLarge],
  [
    'a name with an active ending',
    [file('businessCard', plainPdf(), 'card.pdf.SVG')],
    '415: Please choose a PDF, JPG or PNG file',
  ],
])('%s is refused, and nothing stays behind', async (_what, parts, answer) => {
  const { post, lying } = await formServer()
  expect(await post(multipart([text('name', 'Asha'), ...parts]))).toBe(answer)
  expect(lying()).toEqual([])
  expect(await post(multipart([text('name', 'Asha')]))).toBe('200: read')
})

test('40 MB without a word about their length are cut off too', async () => {
  const { url, lying } = await formServer()
  const form = multipart(many(5, file('businessCard', megabytes(9))))
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': form.type },
    body: new Blob([new Uint8Array(form.bytes)]).stream(),
    duplex: 'half',
  } as RequestInit)
  expect(`${answer.status}: ${await answer.text()}`).toBe(tooLarge)
  expect(lying()).toEqual([])
})

test('whoever may not send at all still sends, and then reads why', async () => {
  const { post, lying } = await formServer(undefined, async () => {
    throw new Refusal('too-many', 'Please try again later', 60)
  })
  const form = multipart(many(3, file('businessCard', megabytes(9))))
  expect(await post(form)).toBe('429: Please try again later')
  expect(lying()).toEqual([])
})

test('the first thing that was wrong is the answer', async () => {
  const { post } = await formServer()
  const parts = [file('name', plainPdf()), file('memberPhoto', megabytes(4))]
  expect(await post(multipart(parts))).toBe('400: There is no such upload field in this form')
})

test.each([
  ['no boundary', 'multipart/form-data', '415: Please send multipart/form-data'],
  ['an empty one', 'multipart/form-data; boundary=', notWhole],
  ['another one', 'multipart/form-data; boundary=other', notWhole],
  ['one without end', `multipart/form-data; boundary=${'x'.repeat(500)}`, notWhole],
  ['JSON', 'application/json', '415: Please send multipart/form-data'],
])('a form with %s is refused in words', async (_what, type, answer) => {
  const { post } = await formServer()
  const form = multipart([file('businessCard', plainPdf())])
  expect(await post({ ...form, type })).toBe(answer)
})

test('a form that ends too early is refused, wherever it ends', async () => {
  const { post, lying } = await formServer()
  const { type, bytes } = multipart([text('name', 'Asha'), file('businessCard', plainPdf())])
  for (let length = 0; length < bytes.length - 4; length += 41)
    expect(await post({ type, bytes: bytes.subarray(0, length) })).toBe(notWhole)
  expect(lying()).toEqual([])
})

test('a line that is cut leaves no file behind', async () => {
  const { url, lying } = await formServer()
  const form = multipart(many(3, file('businessCard', megabytes(2))))
  for (const cutAt of [50, 3000, 70_000, 2_200_000, 6_200_000])
    await send(url, '/', form, { cutAt })
  await expect.poll(lying, { timeout: 5000 }).toEqual([])
})

test('a part that says odd things of itself does no harm', async () => {
  const { post, said } = await formServer()
  const odd = [
    'Content-Disposition: form-data',
    'Content-Disposition: form-data; name="a\rb"; filename="c"',
    'Content-Disposition: attachment; filename="a.pdf"',
    'Content-Disposition: form-data; name="a"\r\nContent-Type: text/plain; charset=evil',
    `${'X: y\r\n'.repeat(200)}Content-Disposition: form-data; name="late"`,
    'no header at all',
  ]
  for (const head of odd) {
    const bytes = Buffer.from(`--b\r\n${head}\r\n\r\nvalue\r\n--b--\r\n`)
    expect(await post({ type: 'multipart/form-data; boundary=b', bytes })).toMatch(/^(200|400): /)
  }
  expect(said()?.files).toEqual([])
})

test('a name of 5,000 letters is cut, whatever is in it', async () => {
  const { post, said } = await formServer()
  const name = `../../${'ÿ\u202e😀'.repeat(700)}.pdf`
  expect(await post(multipart([file('businessCard', plainPdf(), name)]))).toBe('200: read')
  const [kept] = said()?.files ?? []
  expect([...(kept?.original_name ?? '')]).toHaveLength(100)
  expect(kept?.original_name).not.toMatch(/[\u202e/\\]|\p{Cs}/u)
})

/** Says the beginning of a form over a bare line; answers when the server has answered. */
function sayBeginning(port: number, more: (line: ReturnType<typeof createConnection>) => void) {
  return new Promise<string>((resolve) => {
    let answer = ''
    const line = createConnection(port, '127.0.0.1', () => {
      line.write(
        'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 90000\r\n\r\n--b\r\nContent-Disposition: form-data; name="businessCard"; filename="a.pdf"\r\n\r\n',
      )
      more(line)
    })
    line.setEncoding('latin1').on('data', (part: string) => {
      answer += part
    })
    line.on('error', () => {}).on('close', () => resolve(answer))
  })
}

test('who sends on slowly, and reads only then, reads why the form was refused', async () => {
  const { port } = await formServer()
  const { bytes } = multipart([file('name', Buffer.alloc(30_000))])
  const type = `multipart/form-data; boundary=${bytes.subarray(2, bytes.indexOf('\r'))}`
  const line = createConnection(port, '127.0.0.1')
  line.write(
    `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: ${bytes.length}\r\n\r\n`,
  )
  for (let at = 0; at < bytes.length; at += 1000) {
    line.write(bytes.subarray(at, at + 1000))
    await sleep(50)
  }
  const [answer] = await once(line.setEncoding('latin1'), 'data')
  expect(answer).toContain('There is no such upload field in this form')
  expect(answer).toMatch(/^connection: keep-alive/im)
  line.destroy()
})

test('who falls silent is let go in words', async () => {
  const { port, lying } = await formServer({ idle: 300, whole: 60_000 })
  const answer = await sayBeginning(port, () => {})
  expect(answer).toMatch(
    /^HTTP\/1.1 400 [\s\S]*The form took too long to arrive; please try again$/,
  )
  expect(answer).toMatch(/^connection: close/im)
  expect(lying()).toEqual([])
})

test('who sends a byte now and then is let go after the longest time', async () => {
  const { port, lying } = await formServer({ idle: 300, whole: 1000 })
  const began = performance.now()
  const answer = await sayBeginning(port, async (line) => {
    while (!line.destroyed) {
      line.write('.')
      await sleep(50)
    }
  })
  expect(answer).toContain('The form took too long to arrive; please try again')
  expect(performance.now() - began).toBeGreaterThan(900)
  expect(lying()).toEqual([])
})
