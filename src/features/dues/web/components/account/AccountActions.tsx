import { useState } from 'react'
import { MenuButton } from '#platform/web/menu/MenuButton.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import type { Paise } from '#shared/rupees.ts'
import type { OwnFee } from '../../../answers.ts'
import { RecordPaymentDialog } from '../payments/RecordPaymentDialog.tsx'
import { ChargeDialog } from './ChargeDialog.tsx'
import { DeductionDialog } from './DeductionDialog.tsx'
import { OwnFeeDialog } from './OwnFeeDialog.tsx'
import type { DuesMember } from './owing-member.ts'
import { RefundDialog } from './RefundDialog.tsx'
import { WaiveDialog } from './WaiveDialog.tsx'

type Opened = 'payment' | 'waiver' | 'deduction' | 'refund' | 'charge' | 'own fee'

/** What can be done with an account: the payment as a button, the rest in a menu. */
export function AccountActions({
  member,
  credit,
  fee,
}: {
  member: DuesMember
  credit: Paise
  /** The member's own fee of today. */
  fee: OwnFee | undefined
}) {
  const [open, setOpen] = useState<Opened>()
  const close = () => setOpen(undefined)
  const item = (label: string, opens: Opened) => ({ label, onSelect: () => setOpen(opens) })
  const groups = [
    [
      ...(member.open_paise > 0 ? [item('Waive', 'waiver')] : []),
      ...(member.payable_paise > 0 ? [item('Tax deducted by the member', 'deduction')] : []),
      ...(credit > 0 ? [item('Pay back credit', 'refund')] : []),
    ],
    [item('Add a charge', 'charge'), item(fee ? 'Change own fee' : 'Own fee', 'own fee')],
  ]
  return (
    <>
      <span className="flex items-center gap-2 print:hidden">
        <Button onClick={() => setOpen('payment')}>Record payment</Button>
        <MenuButton groups={groups.filter(({ length }) => length > 0)} />
      </span>
      {open === 'payment' && <RecordPaymentDialog member={member} onClose={close} />}
      {open === 'waiver' && <WaiveDialog member={member} onClose={close} />}
      {open === 'deduction' && <DeductionDialog member={member} onClose={close} />}
      {open === 'refund' && <RefundDialog member={member} credit={credit} onClose={close} />}
      {open === 'charge' && <ChargeDialog member={member} onClose={close} />}
      {open === 'own fee' && <OwnFeeDialog member={member} fee={fee} onClose={close} />}
    </>
  )
}
