import { useQuery } from '@tanstack/react-query'
import type { Member } from '#features/members/answers.ts'
import { memberDisplayName } from '#features/members/display-name.ts'
import { ConfirmDialog } from '#platform/web/dialog/ConfirmDialog.tsx'
import { numericDate } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import { plural } from '#shared/sentences.ts'
import { activeEntries } from '../../account-entries.ts'
import type { LedgerEntry } from '../../answers.ts'
import { memberPayments, unpaidMark, useMarkUnpaid, useUnpaidPreview } from '../calls.ts'

/** Mark Unpaid adds a reversal of the payment; the history keeps both. */
export function MarkUnpaidDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const markUnpaid = useMarkUnpaid()
  const entries = useQuery(memberPayments(member.id)).data ?? []
  const preview = useUnpaidPreview(member).data
  const ended = preview?.replaces[0]?.id
  const others = activeEntries(entries).filter(({ id, kind }) => kind === 'payment' && id !== ended)
  const paise = Math.round((member.payment_amount ?? 0) * 100)
  return (
    <ConfirmDialog
      open
      title="Mark this member unpaid?"
      confirmLabel="Mark Unpaid"
      destructive
      pending={markUnpaid.isPending}
      onConfirm={() => markUnpaid.mutate(unpaidMark(member), { onSettled: onClose })}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        The payment of {formatRupees(paise)} by {memberDisplayName(member)} and its validity will be
        removed. The payment history keeps a record. If the bank returned the money, please reverse
        the payment in Member Details, Payments instead.
      </p>
      {preview?.notices?.map((notice) => (
        <p key={notice} className="wrap-anywhere">
          {notice}
        </p>
      ))}
      {preview && others.length > 0 && (
        <p className="wrap-anywhere">
          {others.map(labelOf).join(', ')} {plural(others.length, 'is', 'are')} not removed, but the
          member is PENDING until the next payment.
        </p>
      )}
    </ConfirmDialog>
  )
}

const labelOf = ({ receipt_number, amount_paise, valid_to }: LedgerEntry): string =>
  `${receipt_number ? `Receipt ${receipt_number}` : 'A payment'} of ${formatRupees(amount_paise)}${valid_to ? `, valid to ${numericDate(valid_to)},` : ''}`
