import type { UseFormReturn } from 'react-hook-form'
import { optionsOf, SelectField } from '#platform/web/form/SelectField.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { formatRupees, parseRupees } from '#shared/rupees.ts'
import { paymentModeLabels } from '../contract.ts'
import type { PaidValues } from './calls.ts'

export type PaidErrors = Partial<Record<keyof PaidValues, string>>

/** The fields of Mark Payment as Paid; what is missing stands at its field. */
export function PaidForm({
  form,
  missing,
  dues,
  isMany,
}: {
  form: UseFormReturn<PaidValues>
  missing: PaidErrors
  dues: string
  isMany: boolean
}) {
  const { touchedFields, dirtyFields } = form.formState
  // Before anything is typed it is a hint, afterwards a mistake; either way it stands at its field.
  const told = (name: keyof PaidValues, hint?: string) => {
    const words = missing[name]
    const isTyped = touchedFields[name] || dirtyFields[name]
    return {
      ...form.register(name),
      hint: words && !isTyped ? words : hint,
      error: isTyped ? words : undefined,
    }
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        data-first-focus
        label="Amount (₹)"
        className="sm:col-span-2"
        inputMode="decimal"
        autoComplete="off"
        {...told('paymentAmount', amountHint(form.watch('paymentAmount'), dues, isMany))}
      />
      <SelectField
        label="Payment Mode"
        optional
        placeholder="Select payment mode"
        options={optionsOf(paymentModeLabels)}
        {...told('paymentMode')}
      />
      <TextField label="Payment Reference" optional autoComplete="off" {...told('paymentRef')} />
      <TextField label="Valid From" type="date" {...told('membership_valid_from')} />
      <TextField label="Valid To" type="date" {...told('membership_valid_to')} />
    </div>
  )
}

/** The amount as it will be recorded, so that a slip of a zero is seen; and whether it is the dues. */
function amountHint(typed: string, dues: string, isMany: boolean): string | undefined {
  const paise = parseRupees(typed)
  if (paise === undefined) return undefined
  const amount = isMany ? `${formatRupees(paise)} from each` : formatRupees(paise)
  if (dues === '') return amount
  return paise === parseRupees(dues)
    ? `${amount}, the dues in the settings`
    : `${amount}; the dues in the settings are ${formatRupees(parseRupees(dues) ?? 0)}`
}
