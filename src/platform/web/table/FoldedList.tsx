import { formatCount } from '#shared/sentences.ts'

interface FoldedListProps {
  title: string
  /** The first items of the list. */
  items: readonly { id: string; text: string }[]
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
      <ul className="grid gap-x-4 gap-y-1 pb-2 pl-4 text-ink-soft wrap-anywhere sm:grid-cols-2">
        {items.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
        {more > 0 && <li>and {formatCount(more)} more</li>}
      </ul>
    </details>
  )
}
