import { useQuery } from '@tanstack/react-query'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import Printer from 'lucide-react/icons/printer'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { validityDays } from '#features/ledger/validity.ts'
import { ValidityBadge } from '#features/ledger/web/components/ValidityBadge.tsx'
import type { Member } from '#features/members/answers.ts'
import { memberDisplayName } from '#features/members/display-name.ts'
import type { FieldName } from '#features/members/fields/fields.ts'
import { memberDetailsLayout } from '#features/members/fields/layouts.ts'
import { shownField } from '#features/members/fields/shown-fields.ts'
import { materialIds, materials } from '#features/members/materials.ts'
import { shortRoleLabels } from '#features/members/role-labels.ts'
import { memberDetails } from '#features/members/web/calls.ts'
import { MemberPhoto } from '#features/members/web/components/MemberPhoto.tsx'
import type { OnMemberAction } from '#features/members/web/components/member-actions.ts'
import { StatusBadge } from '#features/members/web/components/StatusBadge.tsx'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { usePrint } from '#platform/web/print/use-print.tsx'
import { Badge } from '#platform/web/ui/Badge.tsx'
import { BreakableText } from '#platform/web/ui/BreakableText.tsx'
import { Button, IconButton } from '#platform/web/ui/Button.tsx'
import { DescriptionItem } from '#platform/web/ui/DescriptionItem.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { DetailsPlaceholder } from '#platform/web/ui/loading/DetailsPlaceholder.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import { Tabs } from '#platform/web/ui/Tabs.tsx'
import { isInstant, numericDate } from '#shared/dates.ts'
import { mailtoLink, webLink } from '#shared/links.ts'
import { isMemberRole } from '#shared/roles.ts'
import { groupPhones } from '#shared/values/phone.ts'
import { PaidBadge, paidAmount } from '../members/rows/PaidBadge.tsx'
import { MemberMoney } from '../money.tsx'
import { MemberHistory } from './MemberHistory.tsx'

/** Opens the members before and after the open one in its list; undefined at an end of the list. */
interface SiblingLinks {
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
}

interface MemberDetailsSheetProps {
  id: string
  /** The member as its list has it, shown until the details are loaded. */
  listed: Member | undefined
  siblings: SiblingLinks
  onAction: OnMemberAction
  onClose: () => void
}

/** Member Details (contract 2.5), at the side of the list: data, payments and history of a member. */
export function MemberDetailsSheet(props: MemberDetailsSheetProps) {
  const { id, listed, siblings, onAction, onClose } = props
  const details = useQuery(memberDetails(id))
  const member = details.data ?? listed
  // 'View account' opens the payments.
  const [tab, setTab] = useState(() =>
    history.state?.tab === 'payments' ? 'payments' : 'overview',
  )
  const { print, sheet } = usePrint()
  return (
    <Dialog
      open
      onClose={onClose}
      title="Member Details"
      size="side"
      onKeyDown={(event) => openSiblingByKey(event, siblings)}
      headerActions={
        <>
          {member && (
            <IconButton
              label="Print this member"
              onClick={() =>
                print({
                  title: `${memberDisplayName(member)} · Member Details`,
                  content: <PrintedMember member={member} />,
                })
              }
            >
              <Printer aria-hidden="true" />
            </IconButton>
          )}
          <SiblingButtons siblings={siblings} />
        </>
      }
      footer={member && <Actions member={member} tab={tab} onAction={onAction} />}
    >
      {member ? (
        // A new member starts at the top of the sheet, with the tab that was open.
        <Details member={member} tab={tab} onTab={setTab} />
      ) : (
        <DetailsPlaceholder
          query={details}
          loading={<SkeletonRows rows={4} label="Loading the member" />}
          notFound={
            <EmptyState title="Member not found">
              This member was deleted, or the link is incomplete.
            </EmptyState>
          }
        />
      )}
      {sheet}
    </Dialog>
  )
}

/** j opens the next member and k the previous one, unless they are typed into a field. */
function openSiblingByKey(event: KeyboardEvent, { onPrevious, onNext }: SiblingLinks) {
  const { key, target, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey) return
  if (target instanceof HTMLElement && target.closest('input, select, textarea')) return
  if (key === 'j') onNext?.()
  if (key === 'k') onPrevious?.()
}

const SiblingButtons = ({ siblings: { onPrevious, onNext } }: { siblings: SiblingLinks }) => (
  <>
    <IconButton
      label="Previous member"
      aria-keyshortcuts="k"
      title="Previous member (k)"
      className="aria-disabled:cursor-not-allowed aria-disabled:opacity-40"
      aria-disabled={!onPrevious}
      onClick={onPrevious}
    >
      <ChevronUp aria-hidden="true" />
    </IconButton>
    <IconButton
      label="Next member"
      aria-keyshortcuts="j"
      title="Next member (j)"
      className="aria-disabled:cursor-not-allowed aria-disabled:opacity-40"
      aria-disabled={!onNext}
      onClick={onNext}
    >
      <ChevronDown aria-hidden="true" />
    </IconButton>
  </>
)

/** The payments have a button of their own, which records any payment. */
function Actions({
  member,
  tab,
  onAction,
}: {
  member: Member
  tab: string
  onAction: OnMemberAction
}) {
  const pays = isMemberRole(member.role)
  return (
    <>
      {pays && member.payment_status && (
        <Button variant="quiet" onClick={() => onAction(member, 'mark unpaid')}>
          Mark Unpaid
        </Button>
      )}
      <Button variant={pays ? 'secondary' : 'primary'} onClick={() => onAction(member, 'edit')}>
        Edit
      </Button>
      {pays && tab !== 'payments' && (
        <Button variant="primary" onClick={() => onAction(member, 'mark paid')}>
          {member.payment_status ? 'Add payment' : 'Mark Paid'}
        </Button>
      )}
    </>
  )
}

function Details({
  member,
  tab,
  onTab,
}: {
  member: Member
  tab: string
  onTab: (tab: string) => void
}) {
  const isMember = isMemberRole(member.role)
  return (
    <div className="grid grid-cols-1 gap-4">
      <Header member={member} />
      <Tabs
        label="Member Details"
        value={tab === 'payments' && !isMember ? 'overview' : tab}
        onChange={onTab}
        tabs={[
          { value: 'overview', label: 'Overview', content: <Facts member={member} /> },
          ...(isMember
            ? [{ value: 'payments', label: 'Payments', content: <MemberMoney member={member} /> }]
            : []),
          {
            value: 'history',
            label: 'History',
            content: <MemberHistory memberId={member.id} />,
          },
        ]}
      />
    </div>
  )
}

/** All tabs below one another. */
const PrintedMember = ({ member }: { member: Member }) => (
  <div className="grid grid-cols-1 gap-5">
    <Header member={member} />
    <Facts member={member} />
    {isMemberRole(member.role) && <MemberMoney member={member} />}
    <MemberHistory memberId={member.id} hasHeading />
  </div>
)

function Header({ member }: { member: Member }) {
  return (
    <div className="flex items-center gap-4">
      {member.photo_url ? (
        <img
          src={member.photo_url}
          alt={memberDisplayName(member)}
          className="size-20 shrink-0 rounded-lg border border-line object-cover"
        />
      ) : (
        <MemberPhoto member={member} size="lg" />
      )}
      <div className="grid min-w-0 gap-1 wrap-anywhere">
        <p className="text-lg font-semibold">{memberDisplayName(member)}</p>
        {member.name && <p className="text-ink-soft">{member.company_name}</p>}
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <span className="tabular-nums">{member.membership_number}</span>
          <Badge>{shortRoleLabels[member.role]}</Badge>
          <StatusBadge member={member} />
          {isMemberRole(member.role) && member.membership_valid_to && (
            <ValidityBadge member={member} />
          )}
          {!member.is_visible && <Badge>Hidden from the directory</Badge>}
        </p>
      </div>
    </div>
  )
}

/** Groups of facts: what was paid first, which administrators ask most. */
const Facts = ({ member }: { member: Member }) => (
  <div className="grid grid-cols-1 divide-y divide-line text-sm wrap-anywhere">
    {isMemberRole(member.role) && <FactGroup title="Payment" facts={paymentFacts(member)} />}
    {memberDetailsLayout.map(({ title, fields }) => (
      <FactGroup
        key={title}
        title={title}
        facts={fields.map((name) => [shownField(name)?.label ?? name, factOf(member, name)])}
      />
    ))}
  </div>
)

type Fact = readonly [name: string, value: ReactNode]

/** Labels and values in two columns; nothing for a group without values. */
function FactGroup({ title, facts }: { title: string; facts: readonly Fact[] }) {
  const known = facts.filter(([, value]) => value)
  if (known.length === 0) return null
  return (
    <section className="grid gap-2 py-4 first:pt-1">
      <h3 className="text-base font-semibold">{title}</h3>
      <dl className="grid gap-1.5 *:grid *:grid-cols-[9rem_minmax(0,1fr)] *:items-baseline *:gap-x-3 touch:*:grid-cols-[10rem_minmax(0,1fr)] max-sm:*:grid-cols-1!">
        {known.map(([name, value]) => (
          <DescriptionItem key={name} name={name}>
            {value}
          </DescriptionItem>
        ))}
      </dl>
    </section>
  )
}

/** The payment in the register, as its columns have it. */
const paymentFacts = (member: Member): readonly Fact[] => [
  [
    'Last Paid (Rs.)',
    <span key="paid" className="inline-flex flex-wrap items-baseline gap-x-3">
      <span className="font-semibold tabular-nums empty:hidden">{paidAmount(member)}</span>
      <PaidBadge member={member} />
    </span>,
  ],
  ['Paid Date', member.payment_date && numericDate(member.payment_date)],
  ['Mode', member.payment_mode],
  ['Payment Ref', member.payment_reference],
  ['Validity', validityDays(member)],
]

/** A field's value as the dialog shows it; empty without one. */
function factOf(member: Member, name: FieldName): ReactNode {
  if (name === 'materials') return materialNames(member)
  const value = member[name]
  if (name === 'last_sign_in_at' && value === null) return 'Never'
  if (typeof value !== 'string' || value === '') return ''
  switch (shownField(name)?.kind) {
    case 'email':
      return (
        <DetailLink href={mailtoLink(value)}>
          <BreakableText text={value} />
        </DetailLink>
      )
    case 'url':
      return (
        <DetailLink href={webLink(value)}>
          <BreakableText text={value} />
        </DetailLink>
      )
    case 'phone':
      return groupPhones(value)
    case 'instant':
      return isInstant(value) && numericDate(value)
    case 'choice':
      return shownField(name)?.choices?.[value]
    default:
      return value
  }
}

function materialNames({ additional_info_materials_products: ids, materials_other }: Member) {
  const names = materialIds.filter((id) => ids.includes(id)).map((id) => materials[id])
  return [...names, materials_other].filter(Boolean).join(', ')
}

/** Plain text when there is no href. */
const DetailLink = ({ href, children }: { href: string | undefined; children: ReactNode }) => (
  <a
    href={href}
    target={href?.startsWith('mailto:') ? undefined : '_blank'}
    rel="noopener noreferrer"
    className="text-accent-text underline underline-offset-2 hover:no-underline"
  >
    {children}
  </a>
)
