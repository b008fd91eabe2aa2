import { useInfiniteQuery, usePrefetchInfiniteQuery } from '@tanstack/react-query'
import type { Endpoint } from '#shared/endpoint.ts'
import type { infiniteList } from './infinite-list.ts'

/**
 * Requests a list as its screen begins its first render. After the render the request would wait for the
 * browser to build the screen, and for the requests of its other parts.
 */
export function useList<E extends Endpoint, Row>(query: ReturnType<typeof infiniteList<E, Row>>) {
  usePrefetchInfiniteQuery(query)
  return useInfiniteQuery(query)
}
