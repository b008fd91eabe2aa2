import { formatCount } from '#shared/sentences.ts'
import { Button } from '../../ui/Button.tsx'
import { LoadFailed } from '../../ui/loading/LoadFailed.tsx'
import { type InfiniteList, rowsOf, totalOf } from './infinite-list.ts'

/** How many rows of a list are shown, and a button that loads more. */
export function ShowMore<Row extends { id: string }>({
  list,
  noun,
}: {
  list: InfiniteList<Row>
  /** What the rows are, in the plural. */
  noun: string
}) {
  if (!list.data) return null
  const shown = rowsOf(list.data).length
  const total = Math.max(totalOf(list.data), shown)
  if (!list.hasNextPage && list.data.pages.length === 1) return null
  return (
    <div className="grid justify-items-center gap-3">
      <p role="status" className="text-sm text-ink-soft">
        Showing {formatCount(shown)} of {formatCount(total)} {noun}
      </p>
      {list.isFetchNextPageError && <LoadFailed query={list} canRetry={false} />}
      {list.hasNextPage && (
        <Button pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  )
}
