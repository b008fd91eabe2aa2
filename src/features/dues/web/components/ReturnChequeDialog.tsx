import type { HeldCheque } from '#features/ledger/answers.ts'
import { chequeReturn } from '#features/ledger/contract.ts'
import { TextField } from '#platform/web/form/TextField.tsx'
import { problemsOf, useAccountForm } from '../account-form.ts'
import { chequeText, memberOf, useReturnCheque } from '../cheque-calls.ts'
import { AccountDialog } from './AccountDialog.tsx'

/** Notes that the bank returned a cheque, with the reason and the fee that it took. */
export function ReturnChequeDialog({
  cheque,
  onClose,
}: {
  cheque: HeldCheque
  onClose: () => void
}) {
  const save = useReturnCheque()
  const form = useAccountForm({
    name: `cheque-return-${cheque.id}`,
    initial: { reason: '', bank_fee: '' },
    problems: (values) => problemsOf(chequeReturn, values),
    saves: [save],
  })
  const { values, field } = form
  return (
    <AccountDialog
      memberId={cheque.person_id}
      title="Cheque returned"
      description={memberOf(cheque)}
      label="Note the return"
      form={form}
      onSave={(updated_at, onSuccess) => {
        const input = { id: cheque.person_id, chequeId: cheque.id }
        save.mutate({ ...input, body: { ...values, updated_at } }, { onSuccess })
      }}
      onClose={onClose}
    >
      <p className="text-sm text-ink-soft wrap-anywhere">{chequeText(cheque)}</p>
      <TextField
        data-first-focus
        label="Reason"
        hint="Like insufficient funds. Kept in the history of the member."
        autoComplete="off"
        {...field('reason')}
      />
      <TextField
        label="Bank fee (₹)"
        optional
        inputMode="decimal"
        autoComplete="off"
        {...field('bank_fee')}
        hint="What the bank took. It is added to what the member owes."
      />
    </AccountDialog>
  )
}
