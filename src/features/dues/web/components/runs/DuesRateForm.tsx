import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Proration } from '#features/ledger/year-charges.ts'
import { AmountField } from '#platform/web/form/AmountField.tsx'
import { DateField } from '#platform/web/form/DateField.tsx'
import { optionsOf, SelectField } from '#platform/web/form/SelectField.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { addDays, type Day, numericDate } from '#shared/dates.ts'
import type { MemberRole } from '#shared/roles.ts'
import { decimalRupees, formatRupees } from '#shared/rupees.ts'
import { readPaise } from '#shared/values/amount.ts'
import type { DuesRate } from '../../../answers.ts'
import { duesRateEdit, prorationLabels } from '../../../contract.ts'
import { useSaveRate } from '../../calls.ts'

export const roleNames: Record<MemberRole, string> = { oem: 'OEM members', vendor: 'Vendors' }

const saveLabels: Record<MemberRole, string> = {
  oem: 'Save dues of OEM members',
  vendor: 'Save dues of vendors',
}

interface Values {
  amount: string
  joining_fee: string
  proration: Proration
  due_on: Day
  grace_days: string
}

/** The dues of one year and type; a new year starts with the values of the year before. */
export function DuesRateForm({
  year,
  role,
  rates,
}: {
  year: string
  role: MemberRole
  rates: readonly DuesRate[]
}) {
  const ofRole = rates.filter((rate) => rate.role === role)
  const saved = ofRole.find((rate) => rate.year === year)
  const before = ofRole.find((rate) => rate.year < year)
  // The version of the rate as read: saving is refused if someone else has changed the rate since.
  const [seen, setSeen] = useState(saved?.recorded_at ?? null)
  const form = useForm<Values>({ defaultValues: valuesOf(year, saved ?? before, !saved) })
  const save = useSaveRate()
  const values = form.watch()
  const errors = errorsOf(year, role, values)
  const { isDirty, isSubmitted } = form.formState
  const field = (name: keyof Values) => ({
    ...form.register(name),
    error: isSubmitted ? errors[name] : undefined,
  })
  const onSave = form.handleSubmit(() => {
    if (Object.keys(errors).length > 0) return
    const body = { ...values, grace_days: Number(values.grace_days), year, role, seen }
    save.mutate(
      { body },
      {
        onSuccess: (rate) => {
          setSeen(rate.recorded_at)
          form.reset(valuesOf(year, rate, false))
        },
      },
    )
  })
  const paise = readPaise(values.amount) ?? 0
  const graceUntil =
    values.due_on &&
    /^\d+$/.test(values.grace_days) &&
    addDays(values.due_on, Number(values.grace_days))
  return (
    <Card
      title={roleNames[role]}
      description={
        saved
          ? `Saved ${numericDate(saved.recorded_at)}. Changes apply to dues raised from now on.`
          : before
            ? `Not set for ${year} yet. Copied from ${before.year}: check and save.`
            : `Not set for ${year} yet.`
      }
    >
      <form noValidate onSubmit={(event) => void onSave(event)} className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-6">
          <AmountField label="Annual dues (₹)" className="sm:col-span-3" {...field('amount')} />
          <AmountField
            label="Joining fee (₹)"
            className="sm:col-span-3"
            optional
            {...field('joining_fee')}
          />
          <SelectField
            label="In the year of joining"
            className="sm:col-span-2"
            options={optionsOf(prorationLabels)}
            hint={
              values.proration === 'quarter' && paise > 0
                ? `${formatRupees(Math.round(paise / 4))} for each quarter from the one of joining`
                : undefined
            }
            {...field('proration')}
          />
          <DateField
            label="Due date"
            className="sm:col-span-2"
            {...field('due_on')}
            value={values.due_on}
          />
          <TextField
            label="Days of grace"
            className="sm:col-span-2"
            inputMode="numeric"
            autoComplete="off"
            hint={graceUntil ? `Lapsed after ${numericDate(graceUntil)}` : undefined}
            {...field('grace_days')}
          />
        </div>
        <div className="flex justify-end">
          <Button
            type="submit"
            variant="primary"
            disabled={Boolean(saved) && !isDirty}
            pending={save.isPending}
          >
            {saveLabels[role]}
          </Button>
        </div>
      </form>
    </Card>
  )
}

function valuesOf(year: string, rate: DuesRate | undefined, isCopy: boolean): Values {
  const start = year.slice(0, 4)
  if (!rate)
    return {
      amount: '',
      joining_fee: '',
      proration: 'none',
      due_on: `${start}-04-30`,
      grace_days: '60',
    }
  const shift = isCopy ? Number(start) - Number(rate.year.slice(0, 4)) : 0
  return {
    amount: decimalRupees(rate.amount_paise),
    joining_fee: rate.joining_fee_paise > 0 ? decimalRupees(rate.joining_fee_paise) : '',
    proration: rate.proration,
    due_on: `${Number(rate.due_on.slice(0, 4)) + shift}${rate.due_on.slice(4).replace('-02-29', '-02-28')}`,
    grace_days: String(rate.grace_days),
  }
}

/** The first error of each field. */
function errorsOf(year: string, role: MemberRole, values: Values): Partial<Record<string, string>> {
  const grace_days = /^\d+$/.test(values.grace_days) ? Number(values.grace_days) : Number.NaN
  const result = duesRateEdit.safeParse({ ...values, grace_days, year, role })
  if (result.success) return {}
  return Object.fromEntries(
    [...result.error.issues].reverse().map(({ path, message }) => [String(path[0]), message]),
  )
}
