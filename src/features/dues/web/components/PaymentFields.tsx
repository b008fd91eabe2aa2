import { paymentModeLabels } from '#features/ledger/payment-modes.ts'
import { ReferenceField } from '#features/ledger/web/components/ReferenceField.tsx'
import { DateField } from '#platform/web/form/DateField.tsx'
import { RadioGroup } from '#platform/web/form/RadioGroup.tsx'
import { optionsOf } from '#platform/web/form/SelectField.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { isoDay } from '#shared/dates.ts'
import type { Problems } from '../account-form.ts'

/** A payment as typed; `paid_on` is yyyy-MM-dd. */
interface TypedFields {
  amount: string
  paid_on: string
  mode: string
  reference: string
}

/** Amount, day, mode and reference of a payment. */
export function PaymentFields({
  values,
  errors,
  amountHint,
  isHeld = false,
  onChange,
}: {
  values: TypedFields
  errors: Problems
  amountHint?: string | undefined
  /** A cheque that is received and not cleared. */
  isHeld?: boolean
  onChange: (some: Partial<TypedFields>) => void
}) {
  const bind = (name: keyof TypedFields) => ({
    value: values[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  })
  return (
    <>
      <TextField
        data-first-focus
        label="Amount (₹)"
        inputMode="decimal"
        autoComplete="off"
        hint={amountHint}
        {...bind('amount')}
      />
      <DateField
        label={isHeld ? 'Received on' : 'Paid on'}
        max={isoDay(new Date())}
        {...bind('paid_on')}
      />
      <div className="sm:col-span-2">
        <RadioGroup
          label="Payment Mode"
          name="mode"
          segmented
          options={optionsOf(paymentModeLabels)}
          {...bind('mode')}
        />
      </div>
      <ReferenceField isHeld={isHeld} {...bind('reference')} />
    </>
  )
}
