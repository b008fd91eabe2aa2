import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { FormButtons } from '#platform/web/dialog/FormButtons.tsx'
import { TextAreaField } from '#platform/web/form/TextAreaField.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { decimalRupees, formatRupees } from '#shared/rupees.ts'
import { readPaise } from '#shared/values/amount.ts'
import { memberAccount, useWaive } from '../calls.ts'
import type { OwingMember } from './owing-member.ts'

/** Waives dues of a member, all or a part, with the reason. */
export function WaiveDialog({ member, onClose }: { member: OwingMember; onClose: () => void }) {
  const [amount, setAmount] = useState(() => decimalRupees(member.open_paise))
  const [reason, setReason] = useState('')
  const id = useId()
  const save = useWaive(member.id)
  const version = useQuery(memberAccount(member.id)).data?.updated_at
  const paise = readPaise(amount) ?? 0
  const isTooMuch = paise > member.open_paise
  const isValid = paise > 0 && !isTooMuch && reason.trim().length >= 3
  const rest = member.open_paise - paise
  return (
    <Dialog
      open
      onClose={save.isPending ? () => {} : onClose}
      title="Waive dues"
      description={member.label}
      dirty={reason !== '' || save.isPending}
      footer={
        <FormButtons
          form={id}
          label={paise > 0 && !isTooMuch ? `Waive ${formatRupees(paise)}` : 'Waive dues'}
          disabled={!isValid || version === undefined}
          pending={save.isPending}
          onCancel={onClose}
        />
      }
    >
      <form
        id={id}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (isValid) save.mutate({ amount, reason, updated_at: version }, { onSuccess: onClose })
        }}
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
      </form>
    </Dialog>
  )
}
