import { paymentModeLabels } from '#features/ledger/payment-modes.ts'
import { ReferenceField } from '#features/ledger/web/components/ReferenceField.tsx'
import { AmountField } from '#platform/web/form/AmountField.tsx'
import { DateField } from '#platform/web/form/DateField.tsx'
import { RadioGroup } from '#platform/web/form/RadioGroup.tsx'
import { optionsOf } from '#platform/web/form/SelectField.tsx'
import { isoDay } from '#shared/dates.ts'
import type { BoundField } from '../../account-form.ts'

/** Amount, day, mode and reference of a payment. */
export function PaymentFields({
  field,
  amountHint,
  isHeld = false,
}: {
  field: (name: 'amount' | 'paid_on' | 'mode' | 'reference') => BoundField
  amountHint?: string | undefined
  /** A cheque that is received and not cleared. */
  isHeld?: boolean
}) {
  return (
    <>
      {/* Beside each other on a phone as well, so that what the payment settles is in sight. */}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-4 max-sm:gap-x-3 sm:col-span-2">
        <AmountField data-first-focus hint={amountHint} {...field('amount')} />
        <DateField
          label={isHeld ? 'Received on' : 'Paid on'}
          max={isoDay(new Date())}
          {...field('paid_on')}
        />
      </div>
      <div className="sm:col-span-2">
        <RadioGroup
          label="Payment Mode"
          name="mode"
          segmented
          options={optionsOf(paymentModeLabels)}
          {...field('mode')}
        />
      </div>
      <ReferenceField isHeld={isHeld} {...field('reference')} />
    </>
  )
}
