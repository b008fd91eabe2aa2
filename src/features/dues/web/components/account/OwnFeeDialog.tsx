import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AmountField } from '#platform/web/form/AmountField.tsx'
import { SelectField } from '#platform/web/form/SelectField.tsx'
import { TextAreaField } from '#platform/web/form/TextAreaField.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { financialStartYear, financialYearFrom } from '#shared/financial-year.ts'
import { decimalRupees } from '#shared/rupees.ts'
import { readPaise } from '#shared/values/amount.ts'
import type { OwnFee } from '../../../answers.ts'
import { ownFeeEdit } from '../../../contract.ts'
import { problemsOf, useAccountForm } from '../../account-form.ts'
import { memberAccount } from '../../calls.ts'
import { useRemoveOwnFee, useSetOwnFee } from '../../manual-entry-calls.ts'
import { AccountDialog } from './AccountDialog.tsx'
import type { DuesMember } from './owing-member.ts'
import { RaisedDues } from './RaisedDues.tsx'

/** Agrees a fee with one member, for a year, some years or until it is changed. */
export function OwnFeeDialog({
  member,
  fee,
  onClose,
}: {
  member: DuesMember
  /** The one that counts today. */
  fee: OwnFee | undefined
  onClose: () => void
}) {
  const [start] = useState(() => financialStartYear(new Date()))
  const years = yearsFrom(start - 1)
  const save = useSetOwnFee(member.id)
  const account = useQuery(memberAccount(member.id))
  const removal = useRemoveOwnFee(member.id)
  const form = useAccountForm({
    name: `own-fee-${member.id}`,
    initial: {
      amount: fee ? decimalRupees(fee.amount_paise) : '',
      from_year: financialYearFrom(start).name,
      to_year: fee?.to_year ?? '',
      reason: fee?.reason ?? '',
    },
    validatedWhileTyping: ['amount', 'to_year'],
    problems: (typed) => problemsOf(ownFeeEdit, typed),
    saves: [save, removal],
  })
  const { values, field } = form
  return (
    <AccountDialog
      memberId={member.id}
      title="Own fee"
      description={member.label}
      label="Save own fee"
      form={form}
      onSave={(updated_at, onSuccess) => save.mutate({ ...values, updated_at }, { onSuccess })}
      onClose={onClose}
    >
      <AmountField
        data-first-focus
        label="Fee for a year (₹)"
        hint="In place of the dues of the type. 0 counts as waived when the dues are raised."
        {...field('amount')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label="First year" options={optionsOf(years)} {...field('from_year')} />
        <SelectField
          label="Last year"
          placeholder="Until it is changed"
          options={optionsOf(years)}
          {...field('to_year')}
        />
      </div>
      <TextAreaField
        label="Reason"
        rows={2}
        hint="Shown in the account, kept in the history"
        {...field('reason')}
      />
      <RaisedDues
        charges={account.data?.charges ?? []}
        fee={{
          from_year: values.from_year,
          to_year: values.to_year || null,
          amount_paise: readPaise(values.amount),
        }}
      />
      {fee && <RemoveButton memberId={member.id} removal={removal} onDone={onClose} />}
    </AccountDialog>
  )
}

function RemoveButton({
  memberId,
  removal,
  onDone,
}: {
  memberId: string
  removal: ReturnType<typeof useRemoveOwnFee>
  onDone: () => void
}) {
  const updated_at = useQuery(memberAccount(memberId)).data?.updated_at
  return (
    <p>
      <Button
        size="sm"
        disabled={updated_at === undefined}
        pending={removal.isPending}
        onClick={() => removal.mutate({ updated_at }, { onSuccess: onDone })}
      >
        Remove own fee
      </Button>
    </p>
  )
}

const yearsFrom = (start: number): string[] =>
  Array.from({ length: 7 }, (_, index) => financialYearFrom(start + index).name)

const optionsOf = (years: readonly string[]) => years.map((name) => ({ value: name, label: name }))
