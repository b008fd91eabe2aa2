/** The form of Mark Payment as Paid. */
import { useEffect, useEffectEvent } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { isoDay } from '#shared/dates.ts'
import { financialYear } from '#shared/financial-year.ts'
import { paymentMark } from '../contract.ts'
import { type PaidValues, paidBody } from './calls.ts'
import type { PaidErrors } from './components/PaidForm.tsx'
import { usePaymentDayProblem } from './receipt-calls.ts'

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
      paid_on: isoDay(new Date()),
      bank: '',
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
export function usePaidErrors(paid: PaidValues): PaidErrors {
  const day = usePaymentDayProblem()(paid.paid_on)
  const result = paymentMark.safeParse(paidBody(paid))
  const errors: PaidErrors = {}
  for (const { path, message } of [...(result.error?.issues ?? [])].reverse())
    Object.assign(errors, { [String(path[0])]: message })
  if (day) errors.paid_on = day
  return errors
}
