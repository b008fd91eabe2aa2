import Pencil from 'lucide-react/icons/pencil'
import { memo } from 'react'
import type { MemberData } from '#features/imports/answers.ts'
import { memberDisplayName } from '#features/members/display-name.ts'
import { SelectableRow } from '#platform/web/table/rows/SelectableRow.tsx'
import { Badge } from '#platform/web/ui/Badge.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { numericDate } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import { groupPhones } from '#shared/values/phone.ts'
import { VisibleSwitch } from './VisibleSwitch.tsx'

/** The same element in every card and render: React skips it. */
const editIcon = <Pencil aria-hidden="true" />

/** The record of a member on a phone: who it is, the payment, and the button that edits the rest. */
export const MemberDataRow = memo(function RowContent({
  member,
  onEdit,
}: {
  member: MemberData
  onEdit: (member: MemberData) => void
}) {
  const name = memberDisplayName(member)
  return (
    <SelectableRow
      id={member.id}
      name={name}
      title={
        <p className="one-line flex-1 text-field font-semibold">{member.company_name || name}</p>
      }
      beside={member.membership_number && <Badge>{member.membership_number}</Badge>}
      actions={
        <Button
          size="sm"
          variant="soft"
          icon={editIcon}
          aria-label={`Edit ${name}`}
          onClick={() => onEdit(member)}
        >
          Edit
        </Button>
      }
      menu={<VisibleSwitch isInCard member={member} />}
    >
      <p className="text-sm text-ink-soft wrap-anywhere">{contactOf(member)}</p>
      <p className="text-sm text-ink-soft tabular-nums wrap-anywhere">{paymentOf(member)}</p>
    </SelectableRow>
  )
})

/** 'Chirag Ajmera · +91 64600 09554'; what is missing is named. */
const contactOf = ({ name, company_name, whatsapp_number, email }: MemberData): string =>
  [company_name && name, groupPhones(whatsapp_number) || 'No mobile number', !email && 'No email']
    .filter(Boolean)
    .join(' · ')

/** '₹7,500 on 02/04/2026, GPay 631604417720'. */
function paymentOf(member: MemberData): string {
  const { payment_amount: amount, payment_date, payment_mode, payment_reference } = member
  if (amount === null) return 'No payment'
  const day = payment_date ? ` on ${numericDate(payment_date)}` : ''
  const way = [payment_mode, payment_reference].filter(Boolean).join(' ')
  return [`${formatRupees(Math.round(amount * 100))}${day}`, way].filter(Boolean).join(', ')
}
