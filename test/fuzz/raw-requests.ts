/** Bytes that no HTTP client sends, for a socket. */
// cspell:ignore AAMAAA AAQAAP
import { screenPaths } from '#shared/screens/paths.ts'
import { hostileTexts } from './hostile-values.ts'
import type { Random } from './random.ts'

export interface RawRequest {
  bytes: Buffer
  /** How many answers the server may send at most. */
  maxAnswers: number
}

const json = '{"email":"raw@fuzz.example","type":"member"}'

const head = (lines: readonly string[], body = ''): string => `${lines.join('\r\n')}\r\n\r\n${body}`

const post = (lines: readonly string[], body: string): string =>
  head(
    [
      'POST /api/auth/request-link HTTP/1.1',
      'Host: 127.0.0.1',
      'Content-Type: application/json',
      ...lines,
    ],
    body,
  )

const get = (path: string, ...lines: string[]): string =>
  head([`GET ${path} HTTP/1.1`, 'Host: 127.0.0.1', ...lines])

const close = 'Connection: close'
const lengthOf = (text: string) => `Content-Length: ${Buffer.byteLength(text)}`
const multipart = 'Content-Type: multipart/form-data; boundary=b'

const chunkedBodies = [
  '5\r\nab',
  'zz\r\n{}\r\n0\r\n\r\n',
  '-1\r\n{}\r\n0\r\n\r\n',
  'ffffffffffffffffff\r\n{}\r\n0\r\n\r\n',
  '2;ext="\0"\r\n{}\r\n0\r\n\r\n',
  '2\r\n{}\r\n0\r\nTrailer: x\r\n\r\n',
  '2\n{}\n0\n\n',
  `2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
]

const lengths = [
  '-1',
  '+2',
  '0x10',
  '1e3',
  '99999999999999999999',
  ' ',
  '2, 2',
  '2\r\nContent-Length: 3',
]

const requestLines = [
  'GET / HTTP/9.9',
  'GET /',
  'GET  / HTTP/1.1',
  '\0\0\0',
  'get / HTTP/1.1',
  'GET http://evil.example/api/about HTTP/1.1',
  'GET //evil.example/ HTTP/1.1',
  'GET /\\evil.example HTTP/1.1',
  'GET /../../etc/passwd HTTP/1.1',
  'GET /uploads/../../package.json HTTP/1.1',
  'GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1',
  'GET /api/about#x HTTP/1.1',
  'GET /api/about?%zz HTTP/1.1',
  'GET * HTTP/1.1',
  'OPTIONS * HTTP/1.1',
  'TRACE / HTTP/1.1',
  'CONNECT evil.example:443 HTTP/1.1',
  'PRI * HTTP/2.0',
  'FOO /api/user HTTP/1.1',
  `GET /${'a'.repeat(20_000)} HTTP/1.1`,
  'GET /é HTTP/1.1',
]

const headerLines = [
  ...Array.from({ length: 3 }, (_, index) => 'X: y\r\n'.repeat(300 * (index + 1)).trimEnd()),
  `X: ${'y'.repeat(20_000)}`,
  `Cookie: session=${'a'.repeat(9000)}`,
  'Cookie: session=\0',
  'Cookie: session=%ff; session=a; =b; ;;; theme="dark',
  'Host: evil.example',
  'Host: ',
  'X\0: y',
  'X : y',
  ' folded: y',
  'X',
  'Expect: 100-continue',
  'Expect: 200-ok',
  'Upgrade: websocket\r\nConnection: Upgrade',
  'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__',
  'Range: bytes=0-0,-1',
  'If-None-Match: "x", W/*',
  'If-Modified-Since: never',
  'Accept-Encoding: gzip;q=2, \u00ff',
  'X-Forwarded-For: 1.2.3.4, ::::, \u00ff',
  'X-Forwarded-Proto: javascript',
  'Origin: null',
  'Content-Encoding: gzip',
]

export function rawRequest(random: Random): RawRequest {
  const one = (text: string): RawRequest => ({ bytes: Buffer.from(text, 'latin1'), maxAnswers: 2 })
  const path = random.pick([
    ...screenPaths,
    '/api/about',
    '/api/user',
    '/healthz',
    '/uploads/x.jpg',
  ])
  const line = random.pick(headerLines)
  return random.pick<() => RawRequest>([
    () => one(post([lengthOf(json)], json.slice(0, random.int(json.length)))),
    () => one(post([`Content-Length: ${random.pick(lengths)}`, close], json)),
    () => one(post([lengthOf(json), 'Transfer-Encoding: chunked', close], '0\r\n\r\n')),
    () => one(post(['Transfer-Encoding: chunked, identity', close], json)),
    () => one(post(['Transfer-Encoding: chunked', close], random.pick(chunkedBodies))),
    () => one(head([random.pick(requestLines), 'Host: 127.0.0.1', close])),
    () => one(get(path, line, close)),
    () => one(post([lengthOf(json), line, close], json)),
    () => one(get(path, close).slice(0, random.int(40))),
    () => one(get(path, close).replaceAll('\r\n', random.pick(['\n', '\r', '\r\r\n']))),
    () => one(head(['GET /api/about HTTP/1.0'])),
    () => one(head(['GET /api/about HTTP/1.1', close])),
    () => ({
      bytes: Buffer.from(get('/api/about').repeat(20) + get(path, close)),
      maxAnswers: 22,
    }),
    () => ({
      bytes: Buffer.from(post([lengthOf(json)], json).repeat(3) + get('/healthz', close)),
      maxAnswers: 5,
    }),
    () =>
      one(
        head(
          ['POST /api/upload HTTP/1.1', 'Host: 127.0.0.1', multipart, 'Content-Length: 500', close],
          '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nabc',
        ),
      ),
    () =>
      one(
        head(
          [
            'POST /api/auth/apply HTTP/1.1',
            'Host: 127.0.0.1',
            multipart,
            'Transfer-Encoding: chunked',
            close,
          ],
          '40\r\n--b\r\nContent-Disposition: form-data; name="',
        ),
      ),
    () => one(get(`/api/jobs?search=${random.pick(hostileTexts).slice(0, 300)}`, close)),
    () => ({
      bytes: Buffer.from(Array.from({ length: 400 }, () => random.int(256))),
      maxAnswers: 2,
    }),
    () => ({
      bytes: flipped(Buffer.from(post([lengthOf(json), close], json)), random),
      maxAnswers: 2,
    }),
  ])()
}

function flipped(bytes: Buffer, random: Random): Buffer {
  for (let count = 1 + random.int(6); count > 0; count--)
    bytes[random.int(bytes.length)] = random.int(256)
  return bytes
}
