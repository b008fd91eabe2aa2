// @vitest-environment jsdom
import { useInfiniteQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { infiniteList, rowsOf } from './infinite-list.ts'
import { LoadMoreFailed } from './LoadMoreFailed.tsx'
import { useLoadMore } from './load-more.ts'

const rowsAnswer = z.array(z.object({ id: z.string() }))
const getRows = endpoint<{ answer: typeof rowsAnswer }>()('GET /api/rows')

/** A table whose last row is always in sight. */
function Screen() {
  const list = useInfiniteQuery(infiniteList(getRows, { limit: 1 }))
  const onEnd = useLoadMore(list)
  useEffect(onEnd, [onEnd])
  if (!list.data) return null
  return (
    <>
      <p>{rowsOf(list.data).map(({ id }) => id)}</p>
      <LoadMoreFailed list={list} noun="members" />
    </>
  )
}

test('a page that failed to load is retried only by its button', async () => {
  let isDown = true
  const api = await startApi(({ url }) => {
    if (!url?.includes('cursor')) {
      const headers = { 'X-Total-Count': '2', Link: '</api/rows?limit=1&cursor=1>; rel="next"' }
      return { headers, body: [{ id: 'first ' }] }
    }
    return isDown ? { status: 503, body: 'Please wait' } : { body: [{ id: 'second' }] }
  })
  renderPage(<Screen />)
  await screen.findByText(/Please wait/)
  screen.getByText('Showing 1 of 2 members')
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await screen.findByText('first second')
  // The first page, the failed one, and the one of the button.
  expect(api.requests).toHaveLength(3)
})
