import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { Badge } from '#platform/web/ui/Badge.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { DescriptionItem } from '#platform/web/ui/DescriptionItem.tsx'
import { numericDate } from '#shared/dates.ts'
import { mailtoLink, webLink } from '#shared/links.ts'
import { isMemberRole } from '#shared/roles.ts'
import type { Member } from '../../answers.ts'
import { type FieldName, fieldOf } from '../../fields.ts'
import { memberDetailsLayout } from '../../layouts.ts'
import { materialIds, materials } from '../../materials.ts'
import { shortRoleLabels } from '../../role-labels.ts'
import { memberDetails } from '../calls.ts'
import { MemberPhoto } from '../components/MemberPhoto.tsx'
import type { OnMemberAction, PaymentSlots } from '../components/member-actions.ts'
import { StatusBadge } from '../components/StatusBadge.tsx'
import { MemberHistory } from './MemberHistory.tsx'

/** Member Details (contract 2.5): data, payments and history of a member. */
export function MemberDetailsDialog({
  member: listed,
  paymentSlots,
  onAction,
  onClose,
}: {
  member: Member
  paymentSlots: PaymentSlots
  onAction: OnMemberAction
  onClose: () => void
}) {
  const member = useQuery(memberDetails(listed.id)).data ?? listed
  return (
    <Dialog
      open
      onClose={onClose}
      title="Member Details"
      size="lg"
      closesOnBack
      footer={
        <>
          {isMemberRole(member.role) && (
            <Button onClick={() => onAction(member, 'mark paid')}>
              {member.payment_status ? 'Add payment' : 'Mark Paid'}
            </Button>
          )}
          <Button onClick={() => onAction(member, 'edit')}>Edit</Button>
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <Header member={member} validity={paymentSlots.validity(member)} />
        <Facts member={member} />
        {isMemberRole(member.role) && paymentSlots.payments(member)}
        <MemberHistory memberId={member.id} />
      </div>
    </Dialog>
  )
}

function Header({ member, validity }: { member: Member; validity: ReactNode }) {
  return (
    <div className="flex items-center gap-4">
      {member.photo_url ? (
        <img
          src={member.photo_url}
          alt={member.name || member.company_name}
          className="size-20 shrink-0 rounded-lg border border-line object-cover"
        />
      ) : (
        <MemberPhoto member={member} />
      )}
      <div className="grid min-w-0 gap-1 wrap-anywhere">
        <p className="text-lg font-semibold">{member.name || member.company_name}</p>
        <p className="text-ink-soft">{member.company_name}</p>
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <span className="tabular-nums">{member.membership_number}</span>
          <Badge>{shortRoleLabels[member.role]}</Badge>
          <StatusBadge member={member} />
          {isMemberRole(member.role) && validity}
          {!member.is_visible && <Badge>Hidden from the directory</Badge>}
        </p>
      </div>
    </div>
  )
}

const Facts = ({ member }: { member: Member }) => (
  <dl className="grid gap-x-6 gap-y-3 text-sm wrap-anywhere sm:grid-cols-2">
    {memberDetailsLayout.map((name) => {
      const value = factOf(member, name)
      return (
        value && (
          <DescriptionItem key={name} name={fieldOf(name).label}>
            {value}
          </DescriptionItem>
        )
      )
    })}
  </dl>
)

/** A field's value as the dialog shows it; empty without one. */
function factOf(member: Member, name: FieldName): ReactNode {
  if (name === 'materials') return materialNames(member)
  const value = member[name]
  if (typeof value !== 'string' || value === '') return ''
  switch (fieldOf(name).kind) {
    case 'email':
      return <DetailLink href={mailtoLink(value)}>{value}</DetailLink>
    case 'url':
      return <DetailLink href={webLink(value)}>{value}</DetailLink>
    case 'instant':
      return numericDate(value)
    default:
      return value
  }
}

function materialNames({ additional_info_materials_products: ids, materials_other }: Member) {
  const names = materialIds.filter((id) => ids.includes(id)).map((id) => materials[id])
  return [...names, materials_other].filter(Boolean).join(', ')
}

/** Plain text when there is no href. */
const DetailLink = ({ href, children }: { href: string | undefined; children: string }) => (
  <a
    href={href}
    target={href?.startsWith('mailto:') ? undefined : '_blank'}
    rel="noopener noreferrer"
    className="text-accent-text underline underline-offset-2 hover:no-underline"
  >
    {children}
  </a>
)
