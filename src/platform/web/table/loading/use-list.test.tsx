// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { infiniteList, rowsOf } from './infinite-list.ts'
import { useList } from './use-list.ts'

const rowsAnswer = z.array(z.object({ id: z.string() }))
const getRows = endpoint<{ answer: typeof rowsAnswer }>()('GET /api/rows')

test('a list is requested once, before its screen is rendered', async () => {
  const api = await startApi(() => ({ headers: { 'X-Total-Count': '1' }, body: [{ id: 'first' }] }))
  const request = vi.spyOn(globalThis, 'fetch')
  let requestsBefore = 0
  function Screen() {
    const list = useList(infiniteList(getRows, { limit: 1 }))
    useLayoutEffect(() => {
      requestsBefore ||= request.mock.calls.length
    }, [])
    return list.data && <p>{rowsOf(list.data).map(({ id }) => id)}</p>
  }
  renderPage(<Screen />)
  expect(requestsBefore).toBe(1)
  await screen.findByText('first')
  expect(api.requests).toHaveLength(1)
  request.mockRestore()
})
