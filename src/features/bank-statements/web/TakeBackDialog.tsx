import { useState } from 'react'
import { useReversalPreview } from '#features/dues/web/calls.ts'
import {
  BankFeeField,
  bankFeeOf,
  ReversalOutcome,
} from '#features/dues/web/components/ReversalOutcome.tsx'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { CheckboxField } from '#platform/web/form/CheckboxField.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import type { BankLine } from '../answers.ts'
import type { LineChangeForm } from '../contract.ts'

interface TakeBackDialogProps {
  line: BankLine
  isSaving: boolean
  onConfirm: (change: LineChangeForm) => void
  onClose: () => void
}

/** Reverses the payment that a debit took back, with the fee of the bank. */
export function TakeBackDialog({ line, isSaving, onConfirm, onClose }: TakeBackDialogProps) {
  const [bankFee, setBankFee] = useState('')
  const [emailsMember, setEmailsMember] = useState(true)
  const personId = line.proposal?.person_id ?? ''
  const entryId = line.proposal?.entry_id ?? ''
  const fee = bankFeeOf(bankFee)
  const typed = {
    ...({ reason: 'bounced', note: '' } as const),
    ...{ bank_fee: fee ? bankFee : '', email_member: emailsMember },
  }
  const mail = useReversalPreview(personId, entryId, typed).data?.mail
  return (
    <Dialog
      open
      title="Reverse this payment?"
      dirty={bankFee !== ''}
      onClose={onClose}
      footer={
        <>
          <Button data-first-focus onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="destructive"
            pending={isSaving}
            disabled={fee === undefined}
            onClick={() =>
              onConfirm({
                ...({ state: 'returned', entry_id: entryId } as const),
                ...(fee ? { bank_fee: bankFee } : {}),
                ...(emailsMember && mail ? { email_member: true } : {}),
              })
            }
          >
            Reverse the payment
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <p className="wrap-anywhere">{line.proposal?.reason}</p>
        <BankFeeField value={bankFee} onChange={setBankFee} />
        <CheckboxField
          label="Email the member"
          hint={mail === null ? 'This member has no email address.' : mail?.to}
          disabled={mail === null}
          checked={emailsMember && mail !== null}
          onChange={({ target }) => setEmailsMember(target.checked)}
        />
        <ReversalOutcome memberId={personId} entryId={entryId} typed={typed} />
      </div>
    </Dialog>
  )
}
