import { futurePaymentMessage, paymentModeLabels } from '#features/ledger/contract.ts'
import { useRefusedDay } from '#features/ledger/web/receipt-calls.ts'
import { DateField } from '#platform/web/form/DateField.tsx'
import { optionsOf, SelectField } from '#platform/web/form/SelectField.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { isoDay } from '#shared/dates.ts'
import { readPaise } from '#shared/values/amount.ts'

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
  amountHint,
  isHeld = false,
  onChange,
}: {
  values: TypedFields
  amountHint?: string | undefined
  /** A cheque that is received and not cleared. */
  isHeld?: boolean
  onChange: (name: keyof TypedFields, value: string) => void
}) {
  const bind = (name: keyof TypedFields) => ({
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => onChange(name, target.value),
  })
  const refused = useRefusedDay(values.paid_on)
  const isAmount = values.amount === '' || (readPaise(values.amount) ?? 0) > 0
  return (
    <>
      <TextField
        data-first-focus
        label="Amount (₹)"
        inputMode="decimal"
        autoComplete="off"
        error={isAmount ? undefined : 'Please enter the amount in rupees, like 5000 or 5000.50'}
        hint={amountHint}
        {...bind('amount')}
      />
      <DateField
        label={isHeld ? 'Received on' : 'Paid on'}
        max={isoDay(new Date())}
        error={values.paid_on > isoDay(new Date()) ? futurePaymentMessage : refused}
        {...bind('paid_on')}
      />
      <SelectField
        label="Payment Mode"
        optional
        placeholder="Select payment mode"
        options={optionsOf(paymentModeLabels)}
        {...bind('mode')}
      />
      <TextField label="Payment Reference" optional autoComplete="off" {...bind('reference')} />
    </>
  )
}
