import { countOf } from '#shared/sentences.ts'
import { type InfiniteList, totalOf } from '../loading/infinite-list.ts'

export interface ResultCountProps<Row> {
  list: InfiniteList<Row>
  /** What the rows are: 'OEM member', 'OEM members'. */
  one: string
  many: string
}

/** The length of the list as it is filtered; undefined while that is loading. */
export const totalOfShown = <Row,>(list: InfiniteList<Row>): number | undefined =>
  list.data && !list.isPlaceholderData ? totalOf(list.data) : undefined

/** The length of a list; a live region, so that screen readers announce changes. */
export function ResultCount<Row>({ list, one, many }: ResultCountProps<Row>) {
  const total = totalOfShown(list)
  return (
    <p role="status" className="ml-1 text-sm text-ink-soft tabular-nums max-sm:sr-only">
      {total !== undefined && countOf(total, one, many)}
    </p>
  )
}
