import { afterEach, expect, test, vi } from 'vitest'
import { callUnlessUnchanged, forgetAnswers } from './unchanged.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  forgetAnswers()
})

/** A server whose list is `rows` and has their text as entity tag. */
function serve(rows: { current: string[] }) {
  const fetched = vi.fn(async (_path: string, { headers }: RequestInit) => {
    const etag = `W/"${rows.current}"`
    if (new Headers(headers).get('If-None-Match') === etag)
      return new Response(null, { status: 304 })
    return new Response(JSON.stringify(rows.current), { headers: { ETag: etag } })
  })
  vi.stubGlobal('fetch', fetched)
  return (path = '/list') =>
    callUnlessUnchanged(path, undefined, async (response): Promise<string[]> => response.json())
}

test('returns the same rows while they are unchanged', async () => {
  const rows = { current: ['a'] }
  const list = serve(rows)
  const first = await list()
  expect(await list()).toBe(first)
  rows.current = ['b']
  expect(await list()).toEqual(['b'])
  expect(await list('/other')).not.toBe(await list())
})

test('keeps twelve answers, the newest', async () => {
  const list = serve({ current: ['a'] })
  const first = await list()
  for (let index = 0; index < 12; index++) await list(`/list/${index}`)
  expect(await list()).not.toBe(first)
  const newest = await list('/list/11')
  expect(await list('/list/11')).toBe(newest)
})

test('sends no tag after the answers were forgotten', async () => {
  const list = serve({ current: ['a'] })
  const first = await list()
  forgetAnswers()
  expect(await list()).not.toBe(first)
})
