import { useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { Proration } from '#features/ledger/year-charges.ts'
import { AmountField } from '#platform/web/form/AmountField.tsx'
import { DateField } from '#platform/web/form/DateField.tsx'
import { RadioGroup } from '#platform/web/form/RadioGroup.tsx'
import { SaveBar } from '#platform/web/form/SaveBar.tsx'
import { optionsOf } from '#platform/web/form/SelectField.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { Card, CardStack } from '#platform/web/ui/Card.tsx'
import { addDays, addYears, type Day, numericDate } from '#shared/dates.ts'
import { startYearOf } from '#shared/financial-year.ts'
import { keysOf } from '#shared/records.ts'
import { type MemberRole, memberRoles } from '#shared/roles.ts'
import { formatRupees, groupedRupees } from '#shared/rupees.ts'
import { readPaise } from '#shared/values/amount.ts'
import type { DuesRate } from '../../../answers.ts'
import { duesRateEdit, prorationLabels } from '../../../contract.ts'
import { useSaveRate } from '../../calls.ts'

export const roleNames: Record<MemberRole, string> = { oem: 'OEM members', vendor: 'Vendors' }

interface Values {
  amount: string
  joining_fee: string
  proration: Proration
  due_on: Day
  grace_days: string
}

type Year = Record<MemberRole, Values>

/** The dues of one year for both types; a new year starts with the values of the year before. */
export function DuesYearForm({ year, rates }: { year: string; rates: readonly DuesRate[] }) {
  const of = (role: MemberRole) => rateOf(rates, year, role)
  // The versions of the rates as read: saving is refused if someone else has changed one since.
  const [seen, setSeen] = useState(() => byRole((role) => of(role).saved?.recorded_at ?? null))
  const form = useForm<Year>({
    defaultValues: byRole((role) => {
      const { saved, before } = of(role)
      return valuesOf(year, saved ?? before, !saved)
    }),
  })
  const save = useSaveRate()
  const values = form.watch()
  const { isDirty, isSubmitted, isSubmitting, dirtyFields } = form.formState
  const isCopy = (role: MemberRole) => !of(role).saved && values[role].amount !== ''
  const unsaved = memberRoles.filter((role) => dirtyFields[role] || isCopy(role))
  const errors = (role: MemberRole) =>
    unsaved.includes(role) ? errorsOf(year, role, values[role]) : {}
  const handleSubmit = form.handleSubmit(async () => {
    for (const role of unsaved) {
      const [wrong] = keysOf(errors(role))
      if (wrong !== undefined) return form.setFocus(`${role}.${wrong}`)
    }
    for (const role of unsaved) {
      const rate = await saveRate(role)
      if (!rate) return
      setSeen((before) => ({ ...before, [role]: rate.recorded_at }))
      form.resetField(role, { defaultValue: valuesOf(year, rate, false) })
    }
  })
  /** The saved rate; undefined after a refusal, which a toast shows. */
  const saveRate = (role: MemberRole): Promise<DuesRate | undefined> => {
    const grace_days = Number(values[role].grace_days)
    const body = { ...values[role], grace_days, year, role, seen: seen[role] }
    return save.mutateAsync({ body }).catch(() => undefined)
  }
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(event)}>
      <CardStack>
        {memberRoles.map((role) => (
          <RateCard
            key={role}
            {...{ role, year, form, values: values[role], ...of(role) }}
            errors={isSubmitted ? errors(role) : {}}
          />
        ))}
      </CardStack>
      <SaveBar
        dirty={isDirty}
        pending={isSubmitting}
        note={isDirty || unsaved.length === 0 ? undefined : `Not saved for ${year} yet.`}
        onDiscard={isDirty ? () => form.reset() : undefined}
      />
    </form>
  )
}

const byRole = <Value,>(value: (role: MemberRole) => Value): Record<MemberRole, Value> => ({
  oem: value('oem'),
  vendor: value('vendor'),
})

/** The rate of the year, and that of the newest year before it. */
function rateOf(rates: readonly DuesRate[], year: string, role: MemberRole) {
  const ofRole = rates.filter((rate) => rate.role === role)
  return {
    saved: ofRole.find((rate) => rate.year === year),
    before: ofRole.find((rate) => rate.year < year),
  }
}

function RateCard({
  role,
  year,
  form,
  values,
  saved,
  before,
  errors,
}: ReturnType<typeof rateOf> & {
  role: MemberRole
  year: string
  form: UseFormReturn<Year>
  values: Values
  errors: Errors
}) {
  const field = (name: keyof Values) => ({
    ...form.register(`${role}.${name}`),
    error: errors[name],
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
      <div className="grid grid-pairs gap-4 sm:grid-cols-6">
        <AmountField label="Annual dues (₹)" className="sm:col-span-3" {...field('amount')} />
        <AmountField
          label="Joining fee (₹)"
          className="sm:col-span-3"
          optional
          {...field('joining_fee')}
        />
        <RadioGroup
          segmented
          label="In the year of joining"
          className="max-sm:col-span-full sm:col-span-2"
          options={optionsOf(prorationLabels)}
          hint={
            values.proration === 'quarter' && paise > 0
              ? `${formatRupees(Math.round(paise / 4))} a quarter from that of joining`
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
    </Card>
  )
}

type Errors = Partial<Record<keyof Values, string>>

function valuesOf(year: string, rate: DuesRate | undefined, isCopy: boolean): Values {
  const start = startYearOf(year)
  if (!rate)
    return {
      amount: '',
      joining_fee: '',
      proration: 'none',
      due_on: `${start}-04-30`,
      grace_days: '60',
    }
  return {
    amount: groupedRupees(rate.amount_paise),
    joining_fee: rate.joining_fee_paise > 0 ? groupedRupees(rate.joining_fee_paise) : '',
    proration: rate.proration,
    due_on: isCopy ? addYears(rate.due_on, start - startYearOf(rate.year)) : rate.due_on,
    grace_days: String(rate.grace_days),
  }
}

/** The first error of each field. */
function errorsOf(year: string, role: MemberRole, values: Values): Errors {
  const grace_days = /^\d+$/.test(values.grace_days) ? Number(values.grace_days) : Number.NaN
  const result = duesRateEdit.safeParse({ ...values, grace_days, year, role })
  if (result.success) return {}
  return Object.fromEntries(
    [...result.error.issues].reverse().map(({ path, message }) => [String(path[0]), message]),
  )
}
