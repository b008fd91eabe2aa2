import { AssumedState } from '#features/ledger/web/components/AssumedState.tsx'
import { usePaymentDayProblem } from '#features/ledger/web/receipt-calls.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { AmountField } from '#platform/web/form/AmountField.tsx'
import { DateField } from '#platform/web/form/DateField.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { type Day, isoDay } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import { readPaise } from '#shared/values/amount.ts'
import { taxDeduction } from '../../../contract.ts'
import { problemAt, problemsOf, useAccountForm } from '../../account-form.ts'
import { useDeduct, useDeductionPreview } from '../../manual-entry-calls.ts'
import { AccountDialog } from './AccountDialog.tsx'
import type { DuesMember } from './owing-member.ts'

/** Tax that was deducted from an earlier payment. */
export function DeductionDialog({ member, onClose }: { member: DuesMember; onClose: () => void }) {
  const save = useDeduct(member.id)
  const dayProblem = usePaymentDayProblem()
  const form = useAccountForm({
    name: `tds-${member.id}`,
    initial: { amount: '', paid_on: isoDay(new Date()), certificate_number: '' },
    validatedWhileTyping: ['amount', 'paid_on'],
    contractNames: { paid_at: 'paid_on' },
    problems: ({ paid_on, ...typed }) => ({
      ...problemsOf(taxDeduction, typed),
      ...problemAt(
        'amount',
        (readPaise(typed.amount) ?? 0) > member.payable_paise &&
          `Only ${formatRupees(member.payable_paise)} is owed`,
      ),
      ...problemAt('paid_on', dayProblem(paid_on)),
    }),
    saves: [save],
  })
  const { values, field } = form
  const paise = readPaise(values.amount) ?? 0
  const isReady = paise > 0 && paise <= member.payable_paise && Boolean(values.paid_on)
  return (
    <AccountDialog
      memberId={member.id}
      title="Tax deducted by the member"
      description={member.label}
      label={isReady ? `Record ${formatRupees(paise)}` : 'Record tax'}
      form={form}
      onSave={(updated_at, onSuccess) => save.mutate({ ...values, updated_at }, { onSuccess })}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountField
          data-first-focus
          label="Tax deducted (TDS, ₹)"
          {...field('amount')}
          hint={`${formatRupees(member.payable_paise)} owed`}
        />
        <DateField label="Deducted on" max={isoDay(new Date())} {...field('paid_on')} />
        <TextField
          label="Certificate number"
          optional
          autoComplete="off"
          {...field('certificate_number')}
          hint="Of Form 16A. It can be added later."
        />
      </div>
      {isReady && <Outcome memberId={member.id} values={values} />}
    </AccountDialog>
  )
}

function Outcome({
  memberId,
  values,
}: {
  memberId: string
  values: { amount: string; paid_on: Day }
}) {
  const preview = useDeductionPreview(memberId, values)
  if (preview.isError)
    return (
      <Banner tone="warning">
        {errorMessage(preview.error, "Couldn't work out what this settles")}
      </Banner>
    )
  if (!preview.data) return <p className="min-h-12" aria-busy="true" />
  const { remaining_paise: rest } = preview.data
  return (
    <Banner tone={rest > 0 ? 'warning' : 'success'}>
      <p>{rest > 0 ? `${formatRupees(rest)} will still be owed.` : 'Nothing will be owed.'}</p>
      <AssumedState state={preview.data.assumed_state} />
    </Banner>
  )
}
