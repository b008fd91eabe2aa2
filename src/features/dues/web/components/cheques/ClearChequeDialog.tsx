import type { HeldCheque } from '#features/ledger/answers.ts'
import { canClear } from '#features/ledger/payment-days.ts'
import { useMarkPreview } from '#features/ledger/web/calls.ts'
import { PaymentOutcome } from '#features/ledger/web/components/PaymentOutcome.tsx'
import { usePaymentDayProblem } from '#features/ledger/web/receipt-calls.ts'
import { DateField } from '#platform/web/form/DateField.tsx'
import { type Day, isoDay, longDate, type Period } from '#shared/dates.ts'
import { decimalRupees } from '#shared/rupees.ts'
import { problemAt, useAccountForm } from '../../account-form.ts'
import { useClearCheque } from '../../cheque-change-calls.ts'
import { DuesPaymentOutcome } from '../payments/DuesPaymentOutcome.tsx'
import { EmailReceiptField } from '../payments/EmailReceiptField.tsx'
import { ChequeDialog } from './ChequeDialog.tsx'

/** Asks when the bank credited a cheque, shows what it settles then, and records the payment. */
export function ClearChequeDialog({
  cheque,
  onClose,
}: {
  cheque: HeldCheque
  onClose: () => void
}) {
  const today = isoDay(new Date())
  const save = useClearCheque()
  const dayProblem = usePaymentDayProblem()
  const form = useAccountForm({
    name: `cheque-clearing-${cheque.id}`,
    initial: { cleared_on: today, email_receipt: cheque.email !== '' },
    validatedWhileTyping: ['cleared_on'],
    problems: ({ cleared_on }) =>
      problemAt(
        'cleared_on',
        cleared_on && !canClear(cheque, cleared_on)
          ? `Please choose ${longDate(cheque.received_on)}, when the cheque was received, or a later day`
          : dayProblem(cleared_on),
      ),
    saves: [save],
  })
  const { values, errors, change, field } = form
  return (
    <ChequeDialog
      cheque={cheque}
      title="Cheque cleared"
      label="Record payment"
      form={form}
      save={save}
      onClose={onClose}
    >
      <DateField
        data-first-focus
        label="Credited on"
        hint="The day on which the bank credited the cheque. It is the day of the payment."
        min={cheque.received_on}
        max={today}
        {...field('cleared_on')}
      />
      <EmailReceiptField
        email={cheque.email}
        checked={values.email_receipt}
        onChange={(email_receipt) => change({ email_receipt })}
      />
      {values.cleared_on && !errors.cleared_on && (
        <Outcome cheque={cheque} clearedOn={values.cleared_on} />
      )}
    </ChequeDialog>
  )
}

function Outcome({ cheque, clearedOn }: { cheque: HeldCheque; clearedOn: Day }) {
  const amount = decimalRupees(cheque.amount_paise)
  const { kind, valid_from: from, valid_to: to } = cheque
  return kind === 'dues' || from === null || to === null ? (
    <DuesOutcome cheque={cheque} amount={amount} clearedOn={clearedOn} />
  ) : (
    <MarkOutcome cheque={cheque} amount={amount} clearedOn={clearedOn} days={{ from, to }} />
  )
}

interface OutcomeProps {
  cheque: HeldCheque
  amount: string
  clearedOn: Day
}

const DuesOutcome = ({ cheque, amount, clearedOn }: OutcomeProps) => (
  <DuesPaymentOutcome memberId={cheque.person_id} payment={{ amount, paid_on: clearedOn }} />
)

function MarkOutcome({ cheque, amount, clearedOn, days }: OutcomeProps & { days: Period }) {
  const paid = {
    paymentAmount: amount,
    paymentMode: 'Cheque',
    paymentRef: cheque.number,
    membership_valid_from: days.from,
    membership_valid_to: days.to,
    paid_on: clearedOn,
    bank: cheque.bank,
  }
  const preview = useMarkPreview(cheque.person_id, paid, true)
  // The money of a cheque replaces no payment for its days: it pays what is still open.
  if (preview.data && preview.data.replaces.length > 0)
    return <DuesOutcome cheque={cheque} amount={amount} clearedOn={clearedOn} />
  if (cheque.kind === 'instalment')
    return <p className="text-sm">Recorded as an instalment: the rest of the dues stays owed.</p>
  return <PaymentOutcome preview={preview} missing={0} />
}
