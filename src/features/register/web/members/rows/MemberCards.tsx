import { memo } from 'react'
import type { Member } from '#features/members/answers.ts'
import { memberDisplayName } from '#features/members/display-name.ts'
import { duesStatusOn } from '#features/members/dues-status.ts'
import { DuesStatusBadge } from '#features/members/web/components/DuesCell.tsx'
import type { OnMemberAction } from '#features/members/web/components/member-actions.ts'
import { phoneContacts } from '#features/members/web/components/phone-contacts.tsx'
import { StatusBadge } from '#features/members/web/components/StatusBadge.tsx'
import { Cards, listClass } from '#platform/web/table/Cards.tsx'
import { rowTitleClass, SelectableRow } from '#platform/web/table/rows/SelectableRow.tsx'
import type { useSelection } from '#platform/web/table/rows/selection.ts'
import { NewTabButton } from '#platform/web/ui/Button.tsx'
import { isoDay, numericDate } from '#shared/dates.ts'
import { MemberMenu } from './MemberMenu.tsx'
import { paidAmount } from './PaidBadge.tsx'

/**
 * A member in a list on a phone, with contact links and actions; memoised, so pass the same
 * functions in every render.
 */
const MemberCard = memo(function CardContent({
  member,
  removeLabel,
  isSelected,
  onToggle,
  onAction,
}: {
  member: Member
  removeLabel: string
  isSelected: boolean
  onToggle: ((member: Member) => void) | undefined
  onAction: OnMemberAction
}) {
  const title = member.company_name || memberDisplayName(member)
  const person = member.name === title ? '' : member.name
  return (
    <SelectableRow
      id={member.id}
      name={memberDisplayName(member)}
      isSelected={isSelected}
      onToggle={onToggle && (() => onToggle(member))}
      title={
        <button
          type="button"
          data-act="view"
          aria-label={['View', memberDisplayName(member), title]
            .filter((part, index, parts) => parts.indexOf(part) === index)
            .join(' ')}
          onClick={() => onAction(member, 'view')}
          className={rowTitleClass}
        >
          {title}
        </button>
      }
      beside={
        member.is_active ? (
          <DuesStatusBadge status={duesStatusOn(member, isoDay(new Date())).status} />
        ) : (
          <StatusBadge member={member} />
        )
      }
      actions={phoneContacts(member.whatsapp_number).map(({ label, href, icon }) => (
        <NewTabButton
          key={label}
          size="sm"
          variant="soft"
          href={href}
          icon={icon}
          aria-description={memberDisplayName(member)}
        >
          {label}
        </NewTabButton>
      ))}
      menu={<MemberMenu hasEdit member={member} removeLabel={removeLabel} onAction={onAction} />}
    >
      <p className="text-sm text-ink-soft one-line">
        {[person, member.city].filter(Boolean).join(' · ')}
      </p>
      <p className="flex flex-wrap gap-x-3 text-sm text-ink-soft tabular-nums">
        <span className="min-w-0 wrap-anywhere">{member.membership_number}</span>
        <span>{paidAmount(member)}</span>
        {member.membership_valid_to && <span>until {numericDate(member.membership_valid_to)}</span>}
      </p>
    </SelectableRow>
  )
})

/** The lists of members on a phone. */
export const MemberCards = ({
  label,
  members,
  selection,
  ...card
}: {
  label: string
  members: readonly Member[]
  /** Without it the members have no checkboxes. */
  selection?: ReturnType<typeof useSelection<Member>>
  removeLabel: string
  onAction: OnMemberAction
}) => (
  <Cards label={label} rows={members} rowKey={idOf} className={listClass}>
    {(member) => (
      <MemberCard
        {...card}
        member={member}
        isSelected={selection?.has(member) ?? false}
        onToggle={selection?.onToggle}
      />
    )}
  </Cards>
)

const idOf = ({ id }: Member) => id
