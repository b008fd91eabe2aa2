import { Fragment, type ReactNode } from 'react'
import { FoldedList } from '../table/FoldedList.tsx'

export interface LeftOutGroup {
  /** The reason with the number of people. */
  title: string
  people: Parameters<typeof FoldedList>[0]['items']
  count: number
  /** Shown below them. */
  action?: ReactNode
}

/** Who gets no email, by reason. */
export function LeftOut({ groups }: { groups: readonly LeftOutGroup[] }) {
  if (groups.length === 0) return null
  return (
    <section className="grid gap-1">
      <h3 className="font-semibold">Left out</h3>
      {groups.map(({ title, people, count, action }) => (
        <Fragment key={title}>
          <FoldedList title={title} items={people} count={count} />
          {action}
        </Fragment>
      ))}
    </section>
  )
}
