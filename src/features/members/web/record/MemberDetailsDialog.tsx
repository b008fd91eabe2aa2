import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { Badge } from '#platform/web/ui/Badge.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { Entry } from '#platform/web/ui/Entry.tsx'
import { numericDate } from '#shared/dates.ts'
import { mailtoLink, webLink } from '#shared/links.ts'
import { isMemberRole } from '#shared/roles.ts'
import type { Member } from '../../answers.ts'
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

function Facts({ member }: { member: Member }) {
  const facts: [string, ReactNode][] = [
    [
      'Email',
      member.email && <DetailLink href={mailtoLink(member.email)}>{member.email}</DetailLink>,
    ],
    ['Mobile No.', member.whatsapp_number],
    [
      'Website',
      member.website_url && (
        <DetailLink href={webLink(member.website_url)}>{member.website_url}</DetailLink>
      ),
    ],
    ['Date of Joining', numericDate(member.created_at)],
    ['Business Partner', member.business_partner],
    ['Materials', materialNames(member)],
    ['Company Description', member.company_description],
    ['Services / Products', member.services_products],
    ['Address', member.address],
    ['Factory Address', member.factory_address],
    ['Certificate Postal Address', member.certificate_postal_address],
    ['Social Links', member.social_links],
    ['Remarks', member.remarks],
  ]
  return (
    <dl className="grid gap-x-6 gap-y-3 text-sm wrap-anywhere sm:grid-cols-2">
      {facts.map(
        ([name, value]) =>
          value && (
            <Entry key={name} name={name}>
              {value}
            </Entry>
          ),
      )}
    </dl>
  )
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
