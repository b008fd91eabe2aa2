import type { ReactNode } from 'react'
import { dateTime } from '#shared/dates.ts'

export interface HistoryEntry {
  /** Tells entries apart; unless told, their time and words do. */
  id?: string | undefined
  /** ISO UTC. */
  at: string
  words: string
  /** What else is to be said or done about it. */
  more?: ReactNode
}

/** What happened to a record, newest first, as its list gives it. */
export function ChangeHistory({
  entries,
  bare = false,
}: {
  entries: readonly HistoryEntry[]
  /** Without its heading, where the place says already what it is. */
  bare?: boolean
}) {
  if (entries.length === 0) return null
  return (
    <section className={bare ? undefined : 'grid gap-3 border-t border-line pt-4'}>
      {!bare && <h3 className="text-base">History</h3>}
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
