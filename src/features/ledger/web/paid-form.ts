/** The form of Mark Payment as Paid. */
import { useEffect, useEffectEvent } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { financialYear } from '#shared/financial-year.ts'
import { paymentMark } from '../contract.ts'
import type { PaidValues } from './calls.ts'
import type { PaidErrors } from './PaidForm.tsx'

/** Starts with the dues and the current financial year; dues that load later are filled in too. */
export function usePaidForm(dues: string): UseFormReturn<PaidValues> {
  const { from, to } = financialYear(new Date())
  const form = useForm<PaidValues>({
    defaultValues: {
      paymentAmount: dues,
      paymentMode: '',
      paymentRef: '',
      membership_valid_from: from,
      membership_valid_to: to,
    },
  })
  const fillDues = useEffectEvent((amount: string) => {
    if (!form.getFieldState('paymentAmount').isDirty)
      form.resetField('paymentAmount', { defaultValue: amount })
  })
  useEffect(() => fillDues(dues), [dues])
  return form
}

/** The first error of each field. */
export function paidErrors(paid: PaidValues): PaidErrors {
  const result = paymentMark.safeParse({ ...paid, payment_status: true })
  if (result.success) return {}
  const errors: PaidErrors = {}
  for (const { path, message } of [...result.error.issues].reverse())
    Object.assign(errors, { [String(path[0])]: message })
  return errors
}
