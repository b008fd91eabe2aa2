import { formatCount } from '#shared/sentences.ts'
import type { BulkMember, BulkPreview, BulkResult } from '../../bulk.ts'
import { memberDisplayName } from '../../display-name.ts'

/** The members that an action on a selection changes, and the members that it leaves out, with the reasons. */
export const BulkPreviewList = ({
  preview,
  title = 'Will change',
}: {
  preview: BulkPreview
  /** The title of the list of members that the action changes. */
  title?: string
}) => (
  <div className="grid grid-cols-1 gap-4 text-sm">
    <Group title={title} count={preview.affected} members={preview.members} />
    <LeftOutMembers groups={preview.left_out} />
  </div>
)

/** Who is left out for which reason. */
export const LeftOutMembers = ({ groups }: { groups: BulkPreview['left_out'] }) =>
  groups.map(({ reason, count, members }) => (
    <Group key={reason} title={`Left out: ${reason}`} count={count} members={members} />
  ))

function Group({
  title,
  count,
  members,
}: {
  title: string
  count: number
  members: readonly BulkMember[]
}) {
  const more = count - members.length
  return (
    <details open={count <= 10} className="grid gap-1">
      <summary className="min-h-6 font-medium touch:min-h-11">
        {title} ({formatCount(count)})
      </summary>
      <ul className="mt-1 grid gap-1">
        {members.map((member) => (
          <li key={member.id} className="wrap-anywhere">
            {memberDisplayName(member)}{' '}
            <span className="text-ink-faint">{member.membership_number}</span>
          </li>
        ))}
        {more > 0 && <li className="text-ink-soft">and {formatCount(more)} more</li>}
      </ul>
    </details>
  )
}

/** The members that an action refused, with the reasons. */
export const BulkFailures = ({ failures }: Pick<BulkResult, 'failures'>) => (
  <ul role="alert" className="grid gap-2 text-sm">
    {failures.map((member) => (
      <li key={member.id} className="wrap-anywhere">
        {memberDisplayName(member)}{' '}
        <span className="text-ink-faint">{member.membership_number}</span>
        <span className="block text-danger-text">{member.message}</span>
      </li>
    ))}
  </ul>
)
