import { describe, expect, test } from 'vitest'
import { nextPath, rowsOf } from './infinite-list.ts'

describe('nextPath', () => {
  test('is the path and query of rel="next"', () => {
    expect(nextPath('</api/jobs?limit=24&cursor=W10>; rel="next"')).toBe(
      '/api/jobs?limit=24&cursor=W10',
    )
  })

  test('replaces the limit and nothing else', () => {
    expect(nextPath('</api/jobs?limit=24&q=limit%3D1&cursor=W10>; rel="next"', 100)).toBe(
      '/api/jobs?limit=100&q=limit%3D1&cursor=W10',
    )
  })

  test('finds rel="next" among other links and in an absolute URL', () => {
    const header =
      '</api/jobs>; rel="first", <https://portal.example/api/jobs?cursor=a,b>; rel="last next"'
    expect(nextPath(header)).toBe('/api/jobs?cursor=a,b')
  })

  test.each([null, '', '</api/jobs>; rel="prev"', '</api/jobs>; rel="next-page"'])(
    'is null for %j',
    (header) => expect(nextPath(header)).toBeNull(),
  )
})

test('rowsOf joins the pages without duplicates and returns the same array for the same data', () => {
  const page = (...ids: string[]) => ({ rows: ids.map((id) => ({ id })), total: 3, next: null })
  const data = { pages: [page('a', 'b'), page('b', 'c')], pageParams: [] }
  expect(rowsOf(data).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  expect(rowsOf(data)).toBe(rowsOf(data))
})
