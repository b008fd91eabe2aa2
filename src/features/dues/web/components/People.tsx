import { Fragment, type ReactNode } from 'react'
import { FoldedList } from '#platform/web/table/FoldedList.tsx'
import { formatRupees } from '#shared/rupees.ts'
import { formatCount } from '#shared/sentences.ts'
import type { NoticePerson, NoticePreview } from '../../notices/answers.ts'
import { leftOutLabels } from '../../notices/rules.ts'

interface PeopleProps {
  title: string
  people: readonly NoticePerson[]
  count: number
  open?: boolean | undefined
}

/** A group of members with what they owe, which unfolds. */
export const People = ({ people, ...list }: PeopleProps) => (
  <FoldedList
    {...list}
    entries={people.map(({ id, name, company_name, owed_paise }) => ({
      id,
      text: [company_name || name, owed_paise > 0 && formatRupees(owed_paise)]
        .filter(Boolean)
        .join(' · '),
    }))}
  />
)

/** Who gets nothing, by reason; `action` is shown below those without an email address. */
export function LeftOut({
  groups,
  action,
}: {
  groups: readonly Omit<NoticePreview['left_out'][number], 'ids'>[]
  action?: ReactNode
}) {
  if (groups.length === 0) return null
  return (
    <section className="grid gap-1">
      <h3 className="font-semibold">Left out</h3>
      {groups.map(({ reason, count, people }) => (
        <Fragment key={reason}>
          <People
            title={`${leftOutLabels[reason]}: ${formatCount(count)}`}
            people={people}
            count={count}
          />
          {reason === 'no_email' && action}
        </Fragment>
      ))}
    </section>
  )
}
