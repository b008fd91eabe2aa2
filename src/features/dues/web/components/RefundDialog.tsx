import { useState } from 'react'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { isoDay } from '#shared/dates.ts'
import { decimalRupees, formatRupees } from '#shared/rupees.ts'
import { readPaise } from '#shared/values/amount.ts'
import { useRefund } from '../hand-calls.ts'
import { AccountDialog } from './AccountDialog.tsx'
import type { OwingMember } from './owing-member.ts'
import { PaymentFields } from './PaymentFields.tsx'

/** Pays credit back to a member, all or a part. */
export function RefundDialog({
  member,
  credit,
  onClose,
}: {
  member: OwingMember
  /** Whole paise. */
  credit: number
  onClose: () => void
}) {
  const [initial] = useState(() => ({
    ...{ amount: decimalRupees(credit), mode: '', reference: '' },
    paid_on: isoDay(new Date()),
  }))
  const [values, setValues] = useState(initial)
  const save = useRefund(member.id)
  const paise = readPaise(values.amount) ?? 0
  const isTooMuch = paise > credit
  return (
    <AccountDialog
      memberId={member.id}
      title="Pay back credit"
      description={member.label}
      label={paise > 0 && !isTooMuch ? `Pay back ${formatRupees(paise)}` : 'Pay back'}
      isReady={paise > 0 && !isTooMuch && values.paid_on !== ''}
      isDirty={JSON.stringify(values) !== JSON.stringify(initial)}
      isPending={save.isPending}
      onSave={(updated_at) => save.mutate({ ...values, updated_at }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <PaymentFields
          values={values}
          amountHint={`${formatRupees(credit)} credit`}
          onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
        />
      </div>
      {paise > 0 && (
        <Banner tone={isTooMuch ? 'warning' : 'neutral'}>
          <p>
            {isTooMuch
              ? `No more than the credit of ${formatRupees(credit)} can be paid back.`
              : `${formatRupees(credit - paise)} stays as credit. A refund has no receipt.`}
          </p>
        </Banner>
      )}
    </AccountDialog>
  )
}
