import { useCallback } from 'react'
import type { InfiniteList } from './infinite-list.ts'

/**
 * For `onEnd` of a table: loads the next page. A page that failed is not loaded again by itself;
 * `LoadMoreFailed` offers it.
 */
export function useLoadMore<Row>(list: InfiniteList<Row>): () => void {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  return useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
}
