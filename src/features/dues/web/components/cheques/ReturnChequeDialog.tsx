import type { HeldCheque } from '#features/ledger/answers.ts'
import { chequeReturn } from '#features/ledger/contract.ts'
import { TextField } from '#platform/web/form/TextField.tsx'
import { problemsOf, useAccountForm } from '../../account-form.ts'
import { useReturnCheque } from '../../cheque-change-calls.ts'
import { BankFeeField } from '../payments/ReversalOutcome.tsx'
import { ChequeDialog } from './ChequeDialog.tsx'

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
    validatedWhileTyping: ['bank_fee'],
    problems: (values) => problemsOf(chequeReturn, values),
    saves: [save],
  })
  return (
    <ChequeDialog
      cheque={cheque}
      title="Cheque returned"
      label="Note the return"
      form={form}
      save={save}
      onClose={onClose}
    >
      <TextField
        data-first-focus
        label="Reason"
        hint="Like insufficient funds. Kept in the history of the member."
        autoComplete="off"
        {...form.field('reason')}
      />
      <BankFeeField
        value={form.values.bank_fee}
        error={form.errors.bank_fee}
        onChange={(bank_fee) => form.change({ bank_fee })}
      />
    </ChequeDialog>
  )
}
