import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { readStaticFiles } from './static-files.ts'

/** A server of a build with one script, plain and compressed by Brotli. */
function openServer() {
  const folder = mkdtempSync(join(tmpdir(), 'portal-static-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets/main.js'), 'plain')
  writeFileSync(join(folder, 'assets/main.js.br'), 'compressed')
  const files = readStaticFiles(folder)
  const server = new Hono()
  server.get('*', (c) => files.answer(c, c.req.path) ?? c.notFound())
  return (headers: Record<string, string> = {}) => server.request('/assets/main.js', { headers })
}

test('sends the encoding that the browser accepts', async () => {
  const get = openServer()
  expect(await (await get()).text()).toBe('plain')
  const answer = await get({ 'Accept-Encoding': 'gzip, br' })
  expect([answer.headers.get('Content-Encoding'), await answer.text()]).toEqual([
    'br',
    'compressed',
  ])
})

test.each<[string, (etag: string) => string, 200 | 304]>([
  ['the same tag', (etag) => etag, 304],
  ['a weak tag, as proxies send it that compress', (etag) => `W/${etag}`, 304],
  ['a list of tags', (etag) => `"old", W/"older" ,${etag}`, 304],
  ['any tag', () => '*', 304],
  ['another tag', () => '"old"', 200],
  ['a part of the tag', (etag) => etag.slice(0, -2), 200],
])('compares %s', async (_case, header, status) => {
  const get = openServer()
  const etag = (await get()).headers.get('ETag') ?? ''
  const answer = await get({ 'If-None-Match': header(etag) })
  expect(answer.status).toBe(status)
  expect(await answer.text()).toBe(status === 304 ? '' : 'plain')
})
