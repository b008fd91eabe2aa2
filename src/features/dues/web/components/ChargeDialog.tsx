import { useState } from 'react'
import type { TaxKind } from '#features/ledger/receipts/tax.ts'
import { DateField } from '#platform/web/form/DateField.tsx'
import { SelectField } from '#platform/web/form/SelectField.tsx'
import { TextAreaField } from '#platform/web/form/TextAreaField.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { isoDay } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import { readPaise } from '#shared/values/amount.ts'
import { type TypedTax, useAddCharge } from '../hand-calls.ts'
import { AccountDialog } from './AccountDialog.tsx'
import type { OwingMember } from './owing-member.ts'

const taxOptions = [
  { value: '', label: 'As the dues' },
  { value: 'invoice', label: 'With GST' },
  { value: 'exempt', label: 'Exempt' },
  { value: 'receipt', label: 'No tax' },
]

interface Values {
  label: string
  amount: string
  due_on: string
  kind: TaxKind | ''
  rate: string
  sac: string
  legend: string
}

/** Charges a member for something else than dues, such as a stall, with its own tax. */
export function ChargeDialog({ member, onClose }: { member: OwingMember; onClose: () => void }) {
  const [initial] = useState(
    (): Values => ({
      ...{ label: '', amount: '', due_on: isoDay(new Date()), kind: '' },
      ...{ rate: '18', sac: '', legend: '' },
    }),
  )
  const [values, setValues] = useState(initial)
  const save = useAddCharge(member.id)
  const change = (some: Partial<Values>) => setValues((before) => ({ ...before, ...some }))
  const paise = readPaise(values.amount) ?? 0
  const isReady =
    values.label.trim().length >= 3 && paise > 0 && values.due_on !== '' && isTaxComplete(values)
  return (
    <AccountDialog
      memberId={member.id}
      title="Add a charge"
      description={member.label}
      label={paise > 0 ? `Charge ${formatRupees(paise)}` : 'Add charge'}
      isReady={isReady}
      isDirty={JSON.stringify(values) !== JSON.stringify(initial)}
      isPending={save.isPending}
      onSave={(updated_at) => {
        const { label, amount, due_on } = values
        const charge = { label, amount, due_on, tax: taxOf(values), updated_at }
        save.mutate(charge, { onSuccess: onClose })
      }}
      onClose={onClose}
    >
      <TextField
        data-first-focus
        label="What is it for?"
        autoComplete="off"
        value={values.label}
        onChange={({ target }) => change({ label: target.value })}
        hint="Shown in the account and on the receipt, like: Stall at the expo"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Amount (₹)"
          inputMode="decimal"
          autoComplete="off"
          value={values.amount}
          onChange={({ target }) => change({ amount: target.value })}
          error={
            values.amount === '' || paise > 0
              ? undefined
              : 'Please enter the amount in rupees, like 5000 or 5000.50'
          }
          hint={values.kind === 'invoice' ? 'GST is included' : undefined}
        />
        <DateField
          label="Due date"
          value={values.due_on}
          onChange={({ target }) => change({ due_on: target.value })}
        />
      </div>
      <TaxFields values={values} onChange={change} />
    </AccountDialog>
  )
}

function TaxFields({
  values,
  onChange,
}: {
  values: Values
  onChange: (some: Partial<Values>) => void
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <SelectField
        label="Tax"
        options={taxOptions}
        value={values.kind}
        onChange={({ target }) => onChange({ kind: target.value as Values['kind'] })}
      />
      {values.kind === 'invoice' && (
        <TextField
          label="GST rate (%)"
          inputMode="decimal"
          value={values.rate}
          onChange={({ target }) => onChange({ rate: target.value })}
        />
      )}
      {(values.kind === 'invoice' || values.kind === 'exempt') && (
        <TextField
          label="SAC"
          optional={values.kind === 'exempt'}
          inputMode="numeric"
          autoComplete="off"
          value={values.sac}
          onChange={({ target }) => onChange({ sac: target.value })}
        />
      )}
      {values.kind === 'exempt' && (
        <div className="sm:col-span-3">
          <TextAreaField
            label="Why is no tax charged?"
            rows={2}
            value={values.legend}
            onChange={({ target }) => onChange({ legend: target.value })}
            hint="Receipts print this sentence"
          />
        </div>
      )}
    </div>
  )
}

function isTaxComplete({ kind, rate, sac, legend }: Values): boolean {
  if (kind === 'invoice') return Number(rate) > 0 && /^(\d{4}|\d{6})$/.test(sac.trim())
  return kind !== 'exempt' || legend.trim() !== ''
}

function taxOf({ kind, rate, sac, legend }: Values): TypedTax | undefined {
  if (kind === '') return undefined
  return { kind, sac, legend, ...(kind === 'invoice' && { rate }) }
}
