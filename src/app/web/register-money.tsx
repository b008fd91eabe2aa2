import type { Money } from '#features/members/web/MemberPartsCard.tsx'
import { MarkPaidDialog } from '#features/payments/web/MarkPaidDialog.tsx'
import { MarkUnpaidDialog } from '#features/payments/web/MarkUnpaidDialog.tsx'
import { PaymentsCard, ValidityCard } from '#features/payments/web/PaymentsCard.tsx'

/** What the payments lend to the screens of the register. */
export const money: Money = {
  validity: (member) => <ValidityCard member={member} />,
  payments: (member) => <PaymentsCard member={member} />,
  markPaid: (members, onClose) => <MarkPaidDialog members={members} onClose={onClose} />,
  markUnpaid: (member, onClose) => <MarkUnpaidDialog member={member} onClose={onClose} />,
}
