import { Eye, MessageCircle, Pencil, Phone } from 'lucide-react'
import { memo } from 'react'
import { ValidityBadge } from '#features/ledger/web/components/ValidityBadge.tsx'
import type { Member } from '#features/members/answers.ts'
import { memberDisplayName } from '#features/members/display-name.ts'
import { DuesCell } from '#features/members/web/components/DuesCell.tsx'
import { HiddenMemberName } from '#features/members/web/components/HiddenMemberName.tsx'
import { MemberPhoto } from '#features/members/web/components/MemberPhoto.tsx'
import type { OnMemberAction } from '#features/members/web/components/member-actions.ts'
import { CardCheckbox } from '#platform/web/table/Cards.tsx'
import { Button, NewTabButton } from '#platform/web/ui/Button.tsx'
import { numericDate } from '#shared/dates.ts'
import { phoneLinks } from '#shared/values/phone.ts'
import { MemberMenu } from './MemberMenu.tsx'
import { paidAmount } from './PaidBadge.tsx'

/**
 * A member in the register's list on a phone, with contact links and actions; memoised, so pass the same
 * functions in every render.
 */
export const MemberCard = memo(function MemberCard({
  member,
  removeLabel,
  isSelected,
  onToggle,
  onAction,
}: {
  member: Member
  removeLabel: string
  isSelected: boolean
  onToggle: (member: Member) => void
  onAction: OnMemberAction
}) {
  const { call, chat } = phoneLinks(member.whatsapp_number)
  const actions = [
    { action: 'view', label: 'View', icon: <Eye aria-hidden="true" /> },
    { action: 'edit', label: 'Edit', icon: <Pencil aria-hidden="true" /> },
  ] as const
  return (
    <li
      data-row={member.id}
      className="card-in-sight grid gap-3 rounded-lg border border-line bg-surface p-4"
    >
      <div className="flex items-start gap-3">
        <MemberPhoto member={member} />
        <div className="min-w-0 flex-1 wrap-anywhere">
          <p className="font-semibold">{member.company_name || memberDisplayName(member)}</p>
          <p className="text-sm text-ink-soft">{member.name}</p>
          <p className="text-sm text-ink-faint tabular-nums">{member.membership_number}</p>
        </div>
        <CardCheckbox
          label={`Select ${memberDisplayName(member)}`}
          isSelected={isSelected}
          onToggle={() => onToggle(member)}
        />
      </div>
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <DuesCell member={member} onAction={onAction} />
        <span className="tabular-nums">{paidAmount(member)}</span>
        <ValidityBadge member={member} />
        {member.membership_valid_to && (
          <span className="text-ink-soft">until {numericDate(member.membership_valid_to)}</span>
        )}
      </p>
      <div className="flex flex-wrap gap-2 border-t border-line pt-3">
        {call && (
          <NewTabButton size="sm" href={call} icon={<Phone aria-hidden="true" />}>
            Call
            <HiddenMemberName member={member} />
          </NewTabButton>
        )}
        {chat && (
          <NewTabButton size="sm" href={chat} icon={<MessageCircle aria-hidden="true" />}>
            WhatsApp
            <HiddenMemberName member={member} />
          </NewTabButton>
        )}
        {actions.map(({ action, label, icon }) => (
          <Button
            key={action}
            size="sm"
            data-act={action}
            icon={icon}
            onClick={() => onAction(member, action)}
          >
            {label}
            <HiddenMemberName member={member} />
          </Button>
        ))}
        <MemberMenu member={member} removeLabel={removeLabel} onAction={onAction} />
      </div>
    </li>
  )
})
