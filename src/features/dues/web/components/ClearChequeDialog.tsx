import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { HeldCheque } from '#features/ledger/answers.ts'
import { useMarkPreview } from '#features/ledger/web/calls.ts'
import { PaymentOutcome } from '#features/ledger/web/components/PaymentOutcome.tsx'
import { FormDialog } from '#platform/web/dialog/FormDialog.tsx'
import { DateField } from '#platform/web/form/DateField.tsx'
import { isoDay } from '#shared/dates.ts'
import { decimalRupees } from '#shared/rupees.ts'
import { memberAccount } from '../calls.ts'
import { chequeText, memberOf, useClearCheque } from '../cheque-calls.ts'
import { DuesPaymentOutcome } from './DuesPaymentOutcome.tsx'
import { EmailReceiptField } from './EmailReceiptField.tsx'

/** Asks when the bank credited a cheque, says what it settles then, and records the payment. */
export function ClearChequeDialog({
  cheque,
  onClose,
}: {
  cheque: HeldCheque
  onClose: () => void
}) {
  const today = isoDay(new Date())
  const [clearedOn, setClearedOn] = useState(today)
  const [emailsReceipt, setEmailsReceipt] = useState(cheque.email !== '')
  const clear = useClearCheque()
  const version = useQuery(memberAccount(cheque.person_id)).data?.updated_at
  const isValid = clearedOn >= cheque.received_on && clearedOn <= today
  return (
    <FormDialog
      title="Cheque cleared"
      description={memberOf(cheque)}
      label="Record payment"
      isReady={isValid && version !== undefined}
      isDirty={false}
      isPending={clear.isPending}
      onSubmit={() => {
        const body = { cleared_on: clearedOn, email_receipt: emailsReceipt, updated_at: version }
        const input = { id: cheque.person_id, chequeId: cheque.id, body }
        clear.mutate(input, { onSuccess: onClose })
      }}
      onClose={onClose}
    >
      <p className="text-sm text-ink-soft wrap-anywhere">{chequeText(cheque)}</p>
      <DateField
        data-first-focus
        label="Credited on"
        hint="The day on which the bank credited the cheque. It is the day of the payment."
        min={cheque.received_on}
        max={today}
        value={clearedOn}
        onChange={({ target }) => setClearedOn(target.value)}
        error={isValid ? undefined : 'Please choose a day from the receipt of the cheque to today'}
      />
      <EmailReceiptField email={cheque.email} checked={emailsReceipt} onChange={setEmailsReceipt} />
      {isValid && <Outcome cheque={cheque} clearedOn={clearedOn} />}
    </FormDialog>
  )
}

function Outcome({ cheque, clearedOn }: { cheque: HeldCheque; clearedOn: string }) {
  const amount = decimalRupees(cheque.amount_paise)
  return cheque.kind === 'dues' ? (
    <DuesPaymentOutcome memberId={cheque.person_id} payment={{ amount, paid_on: clearedOn }} />
  ) : (
    <MarkOutcome cheque={cheque} amount={amount} clearedOn={clearedOn} />
  )
}

function MarkOutcome({
  cheque,
  amount,
  clearedOn,
}: {
  cheque: HeldCheque
  amount: string
  clearedOn: string
}) {
  const paid = {
    ...{ paymentAmount: amount, paymentMode: 'Cheque', paymentRef: cheque.number },
    membership_valid_from: cheque.valid_from ?? '',
    membership_valid_to: cheque.valid_to ?? '',
    ...{ paid_on: clearedOn, bank: cheque.bank },
  }
  const preview = useMarkPreview(cheque.person_id, paid, true)
  if (cheque.kind === 'instalment')
    return <p className="text-sm">Recorded as an instalment: the rest of the dues stays owed.</p>
  return <PaymentOutcome preview={preview} missing={0} />
}
