import { useQuery } from '@tanstack/react-query'
import { feeOfYear } from '#features/dues/own-fees.ts'
import { duesRates, memberAccount } from '#features/dues/web/calls.ts'
import { ValidityBadge } from '#features/ledger/web/components/ValidityBadge.tsx'
import type { Member } from '#features/members/answers.ts'
import { duesTitle } from '#features/members/dues-status.ts'
import { DuesCell } from '#features/members/web/components/DuesCell.tsx'
import type { PaymentSlots, SelectedList } from '#features/members/web/components/member-actions.ts'
import { settings } from '#features/settings/web/calls.ts'
import { lazyPart } from '#platform/web/ui/lazy-part.tsx'
import { financialYear } from '#shared/financial-year.ts'
import { decimalRupees } from '#shared/rupees.ts'

const MarkPaidDialog = lazyPart(
  async () => (await import('#features/ledger/web/components/MarkPaidDialog.tsx')).MarkPaidDialog,
)

const MarkUnpaidDialog = lazyPart(
  async () => (await import('#features/ledger/web/components/MarkUnpaidDialog.tsx')).MarkUnpaidDialog,
)

const MemberMoney = lazyPart(async () => (await import('#features/register/web/record/MemberMoney.tsx')).MemberMoney)

const MarkListPaidDialog = lazyPart(
  async () => (await import('#features/ledger/web/components/MarkListPaidDialog.tsx')).MarkListPaidDialog,
)

const InviteDialog = lazyPart(
  async () => (await import('#features/register/web/components/InviteDialog.tsx')).InviteDialog,
)

const PrintCertificatesDialog = lazyPart(
  async () =>
    (await import('#features/certificates/web/components/PrintCertificatesDialog.tsx'))
      .PrintCertificatesDialog,
)

/** The components of the payments feature that the register screens contain. */
export const paymentSlots: PaymentSlots = {
  preload: () => Promise.all([MarkPaidDialog.preload(), MemberMoney.preload()]),
  // Read again by each screen: the page may stay open into the next year.
  get duesHeader() {
    return duesTitle(new Date())
  },
  dues: (member, onAction) => <DuesCell member={member} onAction={onAction} />,
  validity: (member) => <ValidityBadge member={member} />,
  payments: (member) => <MemberMoney member={member} />,
  markPaid: (member, onClose) => <MarkPaid member={member} onClose={onClose} />,
  markListPaid: (selected, onClose) => <MarkListPaid selected={selected} onClose={onClose} />,
  markUnpaid: (member, onClose) => <MarkUnpaidDialog member={member} onClose={onClose} />,
  certificates: (selection, onClose) => (
    <PrintCertificatesDialog selection={selection} onClose={onClose} />
  ),
  invite: (audience, onClose) => <InviteDialog audience={audience} onClose={onClose} />,
}

/** The dues of the year of members of this type, else those in the settings; in rupees as typed, '' for none. */
function useDues(role: string | null): string {
  const { data } = useQuery(settings)
  const rates = useQuery(duesRates).data ?? []
  const { name } = financialYear(new Date())
  const rate = rates.find((one) => one.year === name && one.role === role)
  if (rate) return decimalRupees(rate.amount_paise)
  return (role === 'oem' ? data?.dues_oem : role === 'vendor' ? data?.dues_vendor : '') || ''
}

function MarkPaid({ member, onClose }: { member: Member; onClose: () => void }) {
  const ofType = useDues(member.role)
  const fees = useQuery(memberAccount(member.id)).data?.own_fees ?? []
  const own = feeOfYear(fees, financialYear(new Date()).name)
  // Mark Paid needs an amount: who pays nothing has none to start with.
  const dues = own ? own.amount_paise > 0 && decimalRupees(own.amount_paise) : ofType
  return <MarkPaidDialog member={member} dues={dues || ''} onClose={onClose} />
}

function MarkListPaid({
  selected,
  onClose,
}: {
  selected: SelectedList
  onClose: (isDone: boolean) => void
}) {
  return <MarkListPaidDialog selected={selected} dues={useDues(selected.role)} onClose={onClose} />
}
