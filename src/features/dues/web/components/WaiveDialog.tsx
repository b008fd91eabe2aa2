import { TextAreaField } from '#platform/web/form/TextAreaField.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { decimalRupees, formatRupees } from '#shared/rupees.ts'
import { readPaise } from '#shared/values/amount.ts'
import { duesWaiver } from '../../contract.ts'
import { problemAt, problemsOf, useAccountForm } from '../account-form.ts'
import { useWaive } from '../calls.ts'
import { AccountDialog } from './AccountDialog.tsx'
import type { OwingMember } from './owing-member.ts'

/** Waives dues of a member, all or a part, with the reason. */
export function WaiveDialog({ member, onClose }: { member: OwingMember; onClose: () => void }) {
  const save = useWaive(member.id)
  const form = useAccountForm({
    name: `waiver-${member.id}`,
    initial: { amount: decimalRupees(member.open_paise), reason: '' },
    problems: (values) => ({
      ...problemsOf(duesWaiver, values),
      ...problemAt(
        'amount',
        (readPaise(values.amount) ?? 0) > member.open_paise &&
          `Only ${formatRupees(member.open_paise)} is owed`,
      ),
    }),
    saves: [save],
  })
  const { values, errors, change } = form
  const paise = readPaise(values.amount) ?? 0
  const isTooMuch = paise > member.open_paise
  const rest = member.open_paise - paise
  return (
    <AccountDialog
      memberId={member.id}
      title="Waive dues"
      description={member.label}
      label={paise > 0 && !isTooMuch ? `Waive ${formatRupees(paise)}` : 'Waive dues'}
      form={form}
      onSave={(updated_at, onSuccess) => save.mutate({ ...values, updated_at }, { onSuccess })}
      onClose={onClose}
    >
      <TextField
        label="Amount (₹)"
        inputMode="decimal"
        autoComplete="off"
        value={values.amount}
        onChange={({ target }) => change({ amount: target.value })}
        error={errors.amount}
        hint={
          paise > 0 && rest > 0
            ? `${formatRupees(rest)} will still be owed`
            : `${formatRupees(member.open_paise)} owed`
        }
      />
      <TextAreaField
        data-first-focus
        label="Reason"
        rows={3}
        value={values.reason}
        onChange={({ target }) => change({ reason: target.value })}
        error={errors.reason}
        hint="Recorded in the member's account"
      />
    </AccountDialog>
  )
}
