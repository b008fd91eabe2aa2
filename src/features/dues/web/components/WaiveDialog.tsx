import { useState } from 'react'
import { TextAreaField } from '#platform/web/form/TextAreaField.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { decimalRupees, formatRupees } from '#shared/rupees.ts'
import { readPaise } from '#shared/values/amount.ts'
import { useWaive } from '../calls.ts'
import { AccountDialog } from './AccountDialog.tsx'
import type { OwingMember } from './owing-member.ts'

/** Waives dues of a member, all or a part, with the reason. */
export function WaiveDialog({ member, onClose }: { member: OwingMember; onClose: () => void }) {
  const [amount, setAmount] = useState(() => decimalRupees(member.open_paise))
  const [reason, setReason] = useState('')
  const save = useWaive(member.id)
  const paise = readPaise(amount) ?? 0
  const isTooMuch = paise > member.open_paise
  const isValid = paise > 0 && !isTooMuch && reason.trim().length >= 3
  const rest = member.open_paise - paise
  return (
    <AccountDialog
      memberId={member.id}
      title="Waive dues"
      description={member.label}
      label={paise > 0 && !isTooMuch ? `Waive ${formatRupees(paise)}` : 'Waive dues'}
      isReady={isValid}
      isDirty={reason !== ''}
      isPending={save.isPending}
      onSave={(updated_at) => save.mutate({ amount, reason, updated_at }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField
        label="Amount (₹)"
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        onChange={({ target }) => setAmount(target.value)}
        error={isTooMuch ? `Only ${formatRupees(member.open_paise)} is owed` : undefined}
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
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        hint="Recorded in the member's account"
      />
    </AccountDialog>
  )
}
