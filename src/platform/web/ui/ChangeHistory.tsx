import Undo2 from 'lucide-react/icons/undo-2'
import { dateTime, type Instant } from '#shared/dates.ts'
import { Button } from './Button.tsx'

interface HistoryEntry {
  /** Unique in the list; by default the time and the text are. */
  id?: string | undefined
  /** ISO 8601, UTC. */
  at: Instant
  words: string
  /** The changed fields, with their values as text. */
  details?: readonly { field: string; before: string; after: string }[] | undefined
  can_undo?: boolean | undefined
}

/** The mutation that undoes a change by its id. */
interface Undo {
  mutate: (change: { id: string }) => void
  isPending: boolean
  variables: { id: string } | undefined
}

/** The changes of a record, in the order of `entries`; those that can be undone have a button. */
export function ChangeHistory({
  entries,
  undo,
  hideHeading = false,
}: {
  entries: readonly HistoryEntry[]
  undo?: Undo | undefined
  /** True where the surroundings have a heading already. */
  hideHeading?: boolean | undefined
}) {
  if (entries.length === 0) return null
  return (
    <section className={hideHeading ? undefined : 'grid gap-3 border-t border-line pt-4'}>
      {!hideHeading && <h3 className="text-base">History</h3>}
      <ol className="grid gap-2 text-sm">
        {entries.map((entry) => (
          <li
            key={entry.id ?? `${entry.at} ${entry.words}`}
            className="grid gap-x-4 sm:grid-cols-[max-content_1fr]"
          >
            <time dateTime={entry.at} className="text-ink-faint tabular-nums">
              {dateTime(entry.at)}
            </time>
            <div className="min-w-0">
              <span className="wrap-anywhere whitespace-pre-line">{entry.words}</span>
              <Details entry={entry} />
              {undo && entry.can_undo && <UndoButton entry={entry} undo={undo} />}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Details({ entry: { details = [] } }: { entry: HistoryEntry }) {
  if (details.length === 0) return null
  return (
    <ul className="mt-0.5 grid gap-0.5 text-ink-soft">
      {details.map(({ field, before, after }) => (
        <li key={field} className="wrap-anywhere whitespace-pre-line">
          {field}: <del className="text-ink-faint">{before}</del>, now{' '}
          <ins className="no-underline">{after}</ins>
        </li>
      ))}
    </ul>
  )
}

/** One change is undone at a time. */
function UndoButton({ entry: { id = '', words }, undo }: { entry: HistoryEntry; undo: Undo }) {
  const isOwn = undo.variables?.id === id
  return (
    <Button
      size="sm"
      variant="ghost"
      className="-ml-2.5"
      icon={<Undo2 aria-hidden="true" />}
      pending={undo.isPending && isOwn}
      disabled={undo.isPending && !isOwn}
      aria-label={`Undo: ${words}`}
      onClick={() => undo.mutate({ id })}
    >
      Undo
    </Button>
  )
}
