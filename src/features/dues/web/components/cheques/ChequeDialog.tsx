import type { ReactNode } from 'react'
import type { HeldCheque } from '#features/ledger/answers.ts'
import type { AccountFormOf } from '../../account-form.ts'
import { chequeText, memberOf } from '../../cheque-change-calls.ts'
import { AccountDialog } from '../account/AccountDialog.tsx'

/** A dialog about a cheque that is received and not cleared, which it names above the fields. */
export function ChequeDialog<Values extends object>({
  cheque,
  title,
  label,
  form,
  save,
  onClose,
  children,
}: {
  cheque: HeldCheque
  title: string
  /** The label of the button that saves. */
  label: string
  form: AccountFormOf<Values>
  save: {
    mutate: (
      input: { id: string; chequeId: string; body: Values & { updated_at: string | undefined } },
      options: { onSuccess: () => void },
    ) => void
  }
  onClose: () => void
  children: ReactNode
}) {
  return (
    <AccountDialog
      memberId={cheque.person_id}
      title={title}
      description={memberOf(cheque)}
      label={label}
      form={form}
      onSave={(updated_at, onSuccess) => {
        const input = { id: cheque.person_id, chequeId: cheque.id }
        save.mutate({ ...input, body: { ...form.values, updated_at } }, { onSuccess })
      }}
      onClose={onClose}
    >
      <p className="text-sm text-ink-soft wrap-anywhere">{chequeText(cheque)}</p>
      {children}
    </AccountDialog>
  )
}
