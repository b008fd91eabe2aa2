import { formatRupees } from '#shared/rupees.ts'
import { formatCount } from '#shared/sentences.ts'
import type { NoticePerson, NoticePreview } from '../../answers.ts'
import { leftOutLabels } from '../../rules.ts'

/** A group of people that unfolds. */
export function People({
  title,
  people,
  count,
  open = false,
}: {
  title: string
  people: readonly NoticePerson[]
  count: number
  open?: boolean
}) {
  const more = count - people.length
  return (
    <details open={open}>
      <summary className="min-h-9 cursor-pointer content-center font-medium pointer-coarse:min-h-11">
        {title}
      </summary>
      <ul className="grid gap-x-4 gap-y-1 pb-2 pl-4 text-ink-soft wrap-anywhere sm:grid-cols-2">
        {people.map(({ id, name, company_name, owed_paise }) => (
          <li key={id}>
            {[company_name || name, owed_paise > 0 && formatRupees(owed_paise)]
              .filter(Boolean)
              .join(' · ')}
          </li>
        ))}
        {more > 0 && <li>and {formatCount(more)} more</li>}
      </ul>
    </details>
  )
}

/** Who gets nothing, by reason. */
export function LeftOut({ groups }: { groups: NoticePreview['left_out'] }) {
  if (groups.length === 0) return null
  return (
    <section className="grid gap-1">
      <h3 className="font-semibold">Left out</h3>
      {groups.map(({ reason, count, people }) => (
        <People
          key={reason}
          title={`${leftOutLabels[reason]}: ${formatCount(count)}`}
          people={people}
          count={count}
        />
      ))}
    </section>
  )
}
