import { expect, test } from 'vitest'
import { sharedCalls } from './calls.ts'

test('a call that one portal lacks is not compared; one with another name for the id is', () => {
  const before = ['GET /api/members', 'GET /api/members/:id', 'POST /api/old']
  const after = ['GET /api/members', 'GET /api/members/:id', 'GET /api/members/totals']
  const { isShared, others, routes } = sharedCalls(before, after)
  expect(routes).toEqual(['GET /api/members', 'GET /api/members/:id'])
  expect(others).toEqual(['GET /api/members/totals', 'POST /api/old'])
  const calls = ['GET /api/members?limit=5', 'GET /api/members/7', 'GET /api/members/totals?year=1']
  expect([...calls, 'POST /api/old', 'GET /page'].map(isShared)).toEqual([
    ...[true, true, false],
    ...[false, true],
  ])
})
