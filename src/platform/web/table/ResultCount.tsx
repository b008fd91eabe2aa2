import { countOf } from '#shared/sentences.ts'
import { type InfiniteList, totalOf } from './infinite-list.ts'

/** The length of a list; a live region, so that screen readers announce changes. */
export function ResultCount<Row>({
  list,
  one,
  many,
}: {
  list: InfiniteList<Row>
  one: string
  many: string
}) {
  const total = list.data && !list.isPlaceholderData ? totalOf(list.data) : undefined
  return (
    <p role="status" className="min-h-5 text-sm text-ink-soft">
      {total !== undefined && countOf(total, one, many)}
    </p>
  )
}
