import { useCallback } from 'react'
import type { InfiniteList } from './infinite-list.ts'

/**
 * For `onEnd` of a table: loads the next page. A failed page is not retried automatically; `LoadMoreFailed` offers a
 * button for it.
 */
export function useLoadMore<Row>(list: InfiniteList<Row>): () => void {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  return useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
}
