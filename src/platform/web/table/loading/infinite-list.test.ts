import { describe, expect, test } from 'vitest'
import { nextPath, rowsOf } from './infinite-list.ts'

describe('nextPath', () => {
  test('returns the path and query of rel="next"', () => {
    expect(nextPath('</jobs?limit=24&cursor=W10>; rel="next"')).toBe('/jobs?limit=24&cursor=W10')
  })

  test('replaces only the limit', () => {
    expect(nextPath('</jobs?limit=24&q=limit%3D1&cursor=W10>; rel="next"', 100)).toBe(
      '/jobs?limit=100&q=limit%3D1&cursor=W10',
    )
  })

  test('finds rel="next" among other links and in an absolute URL', () => {
    const header = '</jobs>; rel="first", <https://portal.example/jobs?cursor=a,b>; rel="last next"'
    expect(nextPath(header)).toBe('/jobs?cursor=a,b')
  })

  test.each([null, '', '</jobs>; rel="prev"', '</jobs>; rel="next-page"'])(
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
