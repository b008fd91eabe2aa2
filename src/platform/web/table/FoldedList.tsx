import { formatCount } from '#shared/sentences.ts'

interface FoldedItem {
  id: string
  text: string
  /** A sum, at the end of the line. */
  sum?: string | undefined
}

interface FoldedListProps {
  title: string
  /** The first items of the list. */
  items: readonly FoldedItem[]
  /** The length of the list. */
  count: number
  open?: boolean | undefined
}

/** A list that unfolds below its title, and how many more there are. */
export function FoldedList({ title, items, count, open = false }: FoldedListProps) {
  const more = count - items.length
  return (
    <details open={open}>
      <summary className="min-h-9 cursor-pointer content-center font-medium touch:min-h-11">
        {title}
      </summary>
      <ul className="grid gap-x-8 gap-y-1 pb-2 pl-4 text-ink-soft wrap-anywhere sm:grid-cols-2">
        {items.map(({ id, text, sum }) => (
          <li key={id} className="flex items-baseline justify-between gap-3">
            <span className="min-w-0">{text}</span>
            {sum && <span className="shrink-0 tabular-nums">{sum}</span>}
          </li>
        ))}
        {more > 0 && <li>and {formatCount(more)} more</li>}
      </ul>
    </details>
  )
}
