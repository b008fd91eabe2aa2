import { dateAndTime } from '#shared/dates.ts'
import type { ApplicationDetails } from '../contract.ts'
import { Section } from './ApplicationFactsCard.tsx'

/** What happened to the application, newest first. */
export function HistoryCard({ history }: Pick<ApplicationDetails, 'history'>) {
  if (history.length === 0) return null
  return (
    <Section title="History">
      <ol className="grid gap-1.5 text-sm">
        {history.toReversed().map(({ at, words }) => (
          <li key={`${at} ${words}`} className="grid gap-x-4 sm:grid-cols-[10.5rem_1fr]">
            <time dateTime={at} className="text-ink-faint tabular-nums">
              {dateAndTime(at)}
            </time>
            <span className="min-w-0 wrap-anywhere whitespace-pre-line">{words}</span>
          </li>
        ))}
      </ol>
    </Section>
  )
}
