import type { InfiniteList } from './infinite-list.ts'
import { ShowMore } from './ShowMore.tsx'

/** Below a table with `useLoadMore`: why the next page could not be loaded, and a button to load it. */
export const LoadMoreFailed = <Row extends { id: string }>(props: {
  list: InfiniteList<Row>
  /** What the rows are, in the plural. */
  noun: string
}) => (props.list.isFetchNextPageError ? <ShowMore {...props} /> : null)
