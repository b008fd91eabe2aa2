import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { sendJson } from './send-json.ts'

const list = JSON.stringify(Array.from({ length: 5000 }, (_, index) => ({ id: index, city: 'पुणे' })))

function get(json: string, accepted: string | undefined) {
  const server = new Hono()
  server.get('/', (c) => sendJson(c, json))
  return server.request('/', {
    headers: accepted === undefined ? {} : { 'Accept-Encoding': accepted },
  })
}

test.each([
  ['gzip, deflate, br, zstd', 'zstd', promisify(zlib.zstdDecompress)],
  ['gzip, br;q=0.9, zstd;q=0', 'br', promisify(zlib.brotliDecompress)],
  ['GZIP', 'gzip', promisify(zlib.gunzip)],
])('sends a client that accepts %s JSON in %s', async (accepted, encoding, decompress) => {
  for (const json of [list, list.slice(0, 20_000)]) {
    const answer = await get(json, accepted)
    expect(answer.headers.get('Content-Encoding')).toBe(encoding)
    expect(answer.headers.get('Vary')).toBe('Accept-Encoding')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect((await decompress(bytes)).toString()).toBe(json)
    expect(bytes.length).toBeLessThan(Buffer.byteLength(json) / 5)
  }
})

test.each([[undefined], ['identity'], ['br;q=0, *;q=0']])(
  'sends plain JSON to a client that accepts %s',
  async (accepted) => {
    const answer = await get(list, accepted)
    expect(answer.headers.get('Content-Encoding')).toBeNull()
    expect(await answer.text()).toBe(list)
  },
)

test('sends short JSON as it is', async () => {
  const answer = await get('{"id":1}', 'br')
  expect([answer.headers.get('Content-Encoding'), await answer.text()]).toEqual([null, '{"id":1}'])
})
