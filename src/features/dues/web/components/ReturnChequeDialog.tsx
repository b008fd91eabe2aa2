import { useId, useState } from 'react'
import type { HeldCheque } from '#features/ledger/answers.ts'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { FormButtons } from '#platform/web/dialog/FormButtons.tsx'
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
  const id = useId()
  const save = useReturnCheque()
  const isFee = fee === '' || readPaise(fee) !== undefined
  const isReady = reason.trim().length >= 3 && isFee
  return (
    <Dialog
      open
      onClose={save.isPending ? () => {} : onClose}
      title="Cheque returned"
      description={memberOf(cheque)}
      dirty={reason !== '' || fee !== '' || save.isPending}
      footer={
        <FormButtons
          form={id}
          label="Note the return"
          disabled={!isReady}
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
          if (!isReady) return
          const body = { reason, bank_fee: fee }
          const input = { id: cheque.person_id, chequeId: cheque.id, body }
          save.mutate(input, { onSuccess: onClose })
        }}
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
      </form>
    </Dialog>
  )
}
