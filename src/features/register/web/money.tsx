import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { feeOfYear } from '#features/dues/own-fees.ts'
import { memberAccount, yearFees } from '#features/dues/web/calls.ts'
import type { Member } from '#features/members/answers.ts'
import type { SelectedList } from '#features/members/web/components/member-actions.ts'
import { lazyPart } from '#platform/web/ui/loading/lazy-part.tsx'
import { financialYear } from '#shared/financial-year.ts'
import { decimalRupees } from '#shared/rupees.ts'

const MarkPaidDialog = lazyPart(
  async () => (await import('#features/ledger/web/components/MarkPaidDialog.tsx')).MarkPaidDialog,
)
const MarkListPaidDialog = lazyPart(
  async () =>
    (await import('#features/ledger/web/components/MarkListPaidDialog.tsx')).MarkListPaidDialog,
)
export const MarkUnpaidDialog = lazyPart(
  async () =>
    (await import('#features/ledger/web/components/MarkUnpaidDialog.tsx')).MarkUnpaidDialog,
)
/** What a member owes and has paid, in the member's details. */
export const MemberMoney = lazyPart(
  async () => (await import('./record/MemberMoney.tsx')).MemberMoney,
)

/** What a list loads when one of its buttons is reached. */
export const moneyParts = [MarkPaidDialog, MemberMoney]

/** The fee of the financial year for a type of member, in rupees as typed; '' for none. */
function useFee(role: string | null): string {
  const { data: fees } = useQuery(yearFees)
  const paise = role === 'oem' ? fees?.oem_paise : role === 'vendor' ? fees?.vendor_paise : 0
  return paise ? decimalRupees(paise) : ''
}

/** Mark Payment as Paid for one member, with the fee of the year as the amount. */
export function MarkPaid({ member, onClose }: { member: Member; onClose: () => void }) {
  const feeOfType = useFee(member.role)
  const fees = useQuery(memberAccount(member.id)).data?.own_fees ?? []
  const own = feeOfYear(fees, financialYear(new Date()).name)
  // Mark Paid needs an amount, so the field stays empty for a member whose own fee is 0.
  const fee = own ? own.amount_paise > 0 && decimalRupees(own.amount_paise) : feeOfType
  return <MarkPaidDialog member={member} dues={fee || ''} onClose={onClose} />
}

/** The same for a list of members, which the server resolves. */
export const MarkListPaid = ({
  selected,
  ...dialog
}: {
  selected: SelectedList
  /** What is known of what they owe. */
  note?: ReactNode
  onClose: (isDone: boolean) => void
}) => <MarkListPaidDialog selected={selected} dues={useFee(selected.role)} {...dialog} />
