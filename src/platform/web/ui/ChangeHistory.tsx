import type { ReactNode } from 'react'
import { dateTime } from '#shared/dates.ts'

interface HistoryEntry {
  /** Unique in the list; by default the time and the text are. */
  id?: string | undefined
  /** ISO 8601, UTC. */
  at: string
  words: string
  /** Further content, such as an undo button. */
  more?: ReactNode
}

/** The changes of a record, in the order of `entries`. */
export function ChangeHistory({
  entries,
  hideHeading = false,
}: {
  entries: readonly HistoryEntry[]
  /** True where the surroundings have a heading already. */
  hideHeading?: boolean
}) {
  if (entries.length === 0) return null
  return (
    <section className={hideHeading ? undefined : 'grid gap-3 border-t border-line pt-4'}>
      {!hideHeading && <h3 className="text-base">History</h3>}
      <ol className="grid gap-2 text-sm">
        {entries.map(({ id, at, words, more }) => (
          <li key={id ?? `${at} ${words}`} className="grid gap-x-4 sm:grid-cols-[10.5rem_1fr]">
            <time dateTime={at} className="text-ink-faint tabular-nums">
              {dateTime(at)}
            </time>
            <div className="min-w-0">
              <span className="wrap-anywhere whitespace-pre-line">{words}</span>
              {more}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
