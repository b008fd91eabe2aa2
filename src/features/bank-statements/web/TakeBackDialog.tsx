import { type ReactNode, useState } from 'react'
import {
  BankFeeField,
  bankFeeOf,
  ReversalOutcome,
  receiptMailHint,
} from '#features/dues/web/components/payments/ReversalOutcome.tsx'
import { useReversalPreview } from '#features/dues/web/payment-calls.ts'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { CheckboxField } from '#platform/web/form/CheckboxField.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { decimalRupees } from '#shared/rupees.ts'
import type { BankLine } from '../answers.ts'
import type { LineChangeForm } from '../contract.ts'

interface TakeBackDialogProps {
  line: BankLine
  isSaving: boolean
  onConfirm: (change: LineChangeForm) => void
  onClose: () => void
}

/**
 * Reverses the payment that a debit returned or all payments of a split transfer, or removes the returned cheque; can
 * charge the bank's fee.
 */
export function TakeBackDialog({ line, ...props }: TakeBackDialogProps) {
  const proposal = line.proposal?.kind === 'return' ? line.proposal : undefined
  const { person_id, entry_id, cheque_id, bank_fee_paise, reason = '' } = proposal ?? {}
  const returned = { entryId: entry_id ?? '', reason, ...props }
  const fee = bank_fee_paise === undefined ? '' : decimalRupees(bank_fee_paise)
  if (cheque_id) return <ReturnedCheque chequeId={cheque_id} fee={fee} {...returned} />
  return person_id ? (
    <OnePayment memberId={person_id} fee={fee} {...returned} />
  ) : (
    <SeveralPayments {...returned} />
  )
}

interface ReturnedProps extends Omit<TakeBackDialogProps, 'line'> {
  entryId: string
  /** Which payments the bank returned, and why. */
  reason: string
}

interface WithFee extends ReturnedProps {
  /** The bank's fee as stated by another debit; '' if there is none. */
  fee: string
}

function ReturnedCheque({
  chequeId,
  entryId,
  fee: initial,
  ...props
}: WithFee & { chequeId: string }) {
  const [bankFee, setBankFee] = useState(initial)
  const fee = bankFeeOf(bankFee)
  return (
    <ReturnDialog
      {...props}
      title="Mark this cheque as returned?"
      label="Mark as returned"
      dirty={bankFee !== initial}
      disabled={fee === undefined}
      change={{
        state: 'returned',
        cheque_id: chequeId,
        ...(fee ? { bank_fee: bankFee } : {}),
      }}
    >
      <p>No payment was recorded for it, so the member owes what they owed before.</p>
      <BankFeeField value={bankFee} onChange={setBankFee} />
    </ReturnDialog>
  )
}

function OnePayment({ memberId, entryId, fee: initial, ...props }: WithFee & { memberId: string }) {
  const [bankFee, setBankFee] = useState(initial)
  const [chosen, setChosen] = useState<boolean>()
  const fee = bankFeeOf(bankFee)
  const reversal = { reason: 'bounced', note: '', bank_fee: fee ? bankFee : '' } as const
  const { mail, is_emailed } = useReversalPreview(memberId, entryId, reversal).data ?? {}
  // By default, a member who got the receipt by email is emailed that it is void.
  const emailsMember = chosen ?? is_emailed === true
  return (
    <ReturnDialog
      {...props}
      title="Reverse this payment?"
      label="Reverse the payment"
      dirty={bankFee !== initial}
      disabled={fee === undefined}
      change={{
        state: 'returned',
        entry_id: entryId,
        ...(fee ? { bank_fee: bankFee } : {}),
        ...(emailsMember && mail ? { email_member: true } : {}),
      }}
    >
      <BankFeeField value={bankFee} onChange={setBankFee} />
      <CheckboxField
        label="Email the member"
        hint={
          mail === null
            ? 'This member has no email address.'
            : mail && receiptMailHint(mail.to, chosen === undefined && emailsMember)
        }
        disabled={mail === null}
        checked={emailsMember && mail !== null}
        onChange={({ target }) => setChosen(target.checked)}
      />
      <ReversalOutcome
        memberId={memberId}
        entryId={entryId}
        typed={{ ...reversal, email_member: emailsMember }}
      />
    </ReturnDialog>
  )
}

function SeveralPayments({ entryId, ...props }: ReturnedProps) {
  const [emailsMembers, setEmailsMembers] = useState(false)
  return (
    <ReturnDialog
      {...props}
      title="Reverse these payments?"
      label="Reverse the payments"
      change={{
        state: 'returned',
        entry_id: entryId,
        ...(emailsMembers && { email_member: true }),
      }}
    >
      <p>Their receipts become void, and the members owe again what these payments settled.</p>
      <p>A bank fee is for one member: add it as a charge on their record.</p>
      <CheckboxField
        label="Email the members"
        hint="Each is told about their own payment. Members without an email address are left out."
        checked={emailsMembers}
        onChange={({ target }) => setEmailsMembers(target.checked)}
      />
    </ReturnDialog>
  )
}

interface ReturnDialogProps extends Omit<ReturnedProps, 'entryId'> {
  title: string
  label: string
  /** The body that the button sends. */
  change: LineChangeForm
  dirty?: boolean
  disabled?: boolean
  children: ReactNode
}

function ReturnDialog({
  title,
  label,
  reason,
  change,
  dirty = false,
  disabled = false,
  isSaving,
  onConfirm,
  onClose,
  children,
}: ReturnDialogProps) {
  return (
    <Dialog
      open
      title={title}
      dirty={dirty}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" data-first-focus onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="destructive"
            pending={isSaving}
            disabled={disabled}
            onClick={() => onConfirm(change)}
          >
            {label}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <p className="wrap-anywhere">{reason}</p>
        {children}
      </div>
    </Dialog>
  )
}
