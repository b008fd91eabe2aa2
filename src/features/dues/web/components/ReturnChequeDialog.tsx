import { useState } from 'react'
import type { HeldCheque } from '#features/ledger/answers.ts'
import { FormDialog } from '#platform/web/dialog/FormDialog.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { readPaise } from '#shared/values/amount.ts'
import { chequeText, memberOf, useReturnCheque } from '../cheque-calls.ts'

/** Notes that the bank returned a cheque, with the reason and the fee that it took. */
export function ReturnChequeDialog({
  cheque,
  onClose,
}: {
  cheque: HeldCheque
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const [fee, setFee] = useState('')
  const save = useReturnCheque()
  const isFee = fee === '' || readPaise(fee) !== undefined
  return (
    <FormDialog
      title="Cheque returned"
      description={memberOf(cheque)}
      label="Note the return"
      isReady={reason.trim().length >= 3 && isFee}
      isDirty={reason !== '' || fee !== ''}
      isPending={save.isPending}
      onSubmit={() => {
        const body = { reason, bank_fee: fee }
        const input = { id: cheque.person_id, chequeId: cheque.id, body }
        save.mutate(input, { onSuccess: onClose })
      }}
      onClose={onClose}
    >
      <p className="text-sm text-ink-soft wrap-anywhere">{chequeText(cheque)}</p>
      <TextField
        data-first-focus
        label="Reason"
        hint="Like insufficient funds. Kept in the history of the member."
        autoComplete="off"
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <TextField
        label="Bank fee (₹)"
        optional
        inputMode="decimal"
        autoComplete="off"
        value={fee}
        onChange={({ target }) => setFee(target.value)}
        error={isFee ? undefined : 'Please enter the amount in rupees, like 500'}
        hint="What the bank took. It is added to what the member owes."
      />
    </FormDialog>
  )
}
