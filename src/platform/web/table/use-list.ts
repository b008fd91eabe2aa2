import {
  type GetNextPageParamFunction,
  type InfiniteData,
  keepPreviousData,
  type QueryFunction,
  type QueryKey,
  type QueryMeta,
  useInfiniteQuery,
  usePrefetchInfiniteQuery,
} from '@tanstack/react-query'
import type { InfiniteList, Page } from './infinite-list.ts'

/** What `infiniteList` returns. */
interface ListQuery<Row, Key extends QueryKey> {
  queryKey: Key
  queryFn?: QueryFunction<Page<Row>, Key, string>
  initialPageParam: string
  getNextPageParam: GetNextPageParamFunction<string, Page<Row>>
  meta?: QueryMeta
}

/**
 * A list whose previous rows stay until others have loaded. The request starts at the beginning of the
 * render instead of after it, so that the server and the browser work at the same time.
 */
export function useList<Row, Key extends QueryKey>(query: ListQuery<Row, Key>): InfiniteList<Row> {
  usePrefetchInfiniteQuery(query)
  return useInfiniteQuery<Page<Row>, Error, InfiniteData<Page<Row>>, Key, string>({
    ...query,
    placeholderData: keepPreviousData,
  })
}
