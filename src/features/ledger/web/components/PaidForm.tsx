import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { AmountField } from '#platform/web/form/AmountField.tsx'
import { DateField } from '#platform/web/form/DateField.tsx'
import { RadioGroup } from '#platform/web/form/RadioGroup.tsx'
import { optionsOf } from '#platform/web/form/SelectField.tsx'
import { isoDay } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import { readPaise } from '#shared/values/amount.ts'
import { paymentModeLabels } from '../../payment-modes.ts'
import type { PaidValues } from '../calls.ts'
import { CashWarning } from './CashWarning.tsx'
import { ChequeBankField } from './ChequeBankField.tsx'
import { ReferenceField } from './ReferenceField.tsx'

export type PaidErrors = Partial<Record<keyof PaidValues, string>>

/** The fields of Mark Payment as Paid, each with its error. */
export function PaidForm({
  form,
  errors,
  dues,
  isMany = false,
  isHeld = false,
  children,
}: {
  form: UseFormReturn<PaidValues>
  errors: PaidErrors
  dues: string
  /** The same payment for each of several members. */
  isMany?: boolean
  /** A cheque that is received and not cleared. */
  isHeld?: boolean
  /** Shown after the fields of the cheque. */
  children?: ReactNode
}) {
  const { touchedFields, dirtyFields } = form.formState
  // The message of an untouched field without a hint is shown as its hint, not as an error.
  const field = (name: keyof PaidValues, hint?: string) => {
    const message = errors[name]
    const isTouched = touchedFields[name] || dirtyFields[name]
    return {
      ...form.register(name),
      hint: hint ?? (isTouched ? undefined : message),
      error: isTouched ? message : undefined,
    }
  }
  return (
    <div className="grid grid-pairs gap-4 sm:grid-cols-2">
      <AmountField
        data-first-focus
        {...field('paymentAmount', amountHint(form.watch('paymentAmount'), dues, isMany))}
      />
      <DateField
        label={isHeld ? 'Received on' : 'Paid on'}
        max={isoDay(new Date())}
        {...field('paid_on')}
        value={form.watch('paid_on')}
      />
      <RadioGroup
        segmented
        label="Payment Mode"
        className="col-span-full"
        optional
        options={optionsOf(paymentModeLabels)}
        {...field('paymentMode')}
      />
      <ReferenceField isHeld={isHeld} className="col-span-full" {...field('paymentRef')} />
      {form.watch('paymentMode') === 'Cheque' && (
        <ChequeBankField isHeld={isHeld} {...field('bank')} />
      )}
      {children}
      <div className="sm:col-span-2 empty:hidden">
        <CashWarning mode={form.watch('paymentMode')} amount={form.watch('paymentAmount')} />
      </div>
      <DateField
        label="Valid From"
        {...field('membership_valid_from')}
        value={form.watch('membership_valid_from')}
      />
      <DateField
        label="Valid To"
        {...field('membership_valid_to')}
        value={form.watch('membership_valid_to')}
      />
    </div>
  )
}

/** Shows the amount as it will be recorded, so that an extra zero is noticed, and compares it with the dues. */
function amountHint(typed: string, dues: string, isMany: boolean): string | undefined {
  if (typed === '' && isMany) return 'The same for each member'
  const paise = readPaise(typed)
  if (paise === undefined) return undefined
  const amount = isMany ? `${formatRupees(paise)} each` : formatRupees(paise)
  if (dues === '') return amount
  return paise === readPaise(dues)
    ? `Default from Settings: ${amount}`
    : `${amount}. Default from Settings: ${formatRupees(readPaise(dues) ?? 0)}`
}
