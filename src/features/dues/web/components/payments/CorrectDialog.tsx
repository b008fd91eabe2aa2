import type { LedgerEntry } from '#features/ledger/answers.ts'
import { isReferenceTaken, recordAnotherLabel } from '#features/ledger/web/calls.ts'
import { AnotherPaymentField } from '#features/ledger/web/components/AnotherPaymentField.tsx'
import { CashWarning } from '#features/ledger/web/components/CashWarning.tsx'
import { entryName } from '#features/ledger/web/components/entry-name.ts'
import { usePaymentDayProblem } from '#features/ledger/web/receipt-calls.ts'
import type { Member } from '#features/members/answers.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { isoDay } from '#shared/dates.ts'
import { decimalRupees } from '#shared/rupees.ts'
import { readPaise } from '#shared/values/amount.ts'
import { paymentCorrection } from '../../../contract.ts'
import { modeProblem, problemAt, problemsOf, useAccountForm } from '../../account-form.ts'
import { useCorrect } from '../../payment-calls.ts'
import { AccountDialog } from '../account/AccountDialog.tsx'
import { DuesPaymentOutcome } from './DuesPaymentOutcome.tsx'
import { PaymentFields } from './PaymentFields.tsx'

/** Corrects a payment that was recorded today: its amount, day, mode or reference. */
export function CorrectDialog({
  member,
  entry,
  onClose,
}: {
  member: Pick<Member, 'id' | 'name' | 'company_name'>
  entry: LedgerEntry
  onClose: () => void
}) {
  const save = useCorrect(member.id, entry.id)
  const isTaken = isReferenceTaken(save.error)
  const dayProblem = usePaymentDayProblem()
  const payment = {
    amount: decimalRupees(entry.amount_paise),
    mode: entry.mode ?? '',
    reference: entry.reference,
    paid_on: isoDay(entry.paid_at),
  }
  const form = useAccountForm({
    name: `correction-${entry.id}`,
    initial: { ...payment, another_payment: '' },
    validatedWhileTyping: ['amount', 'paid_on'],
    contractNames: { paid_at: 'paid_on' },
    problems: ({ another_payment, ...typed }) => ({
      ...(JSON.stringify(typed) === JSON.stringify(payment) && { form: 'Nothing is changed yet' }),
      ...problemsOf(paymentCorrection, { ...typed, ...(isTaken && { another_payment }) }),
      ...modeProblem(typed.mode),
      ...problemAt('paid_on', dayProblem(typed.paid_on)),
    }),
    saves: [save],
  })
  const { amount, paid_on, reference } = form.values
  const isValid = Boolean(readPaise(amount)) && !form.errors.amount && !form.errors.paid_on
  return (
    <AccountDialog
      memberId={member.id}
      title={`Correct ${entryName(entry)}`}
      description={member.company_name || member.name}
      label={isTaken ? recordAnotherLabel : 'Correct it'}
      form={form}
      onSave={(updated_at, onSuccess) => {
        const { another_payment, ...typed } = form.values
        const another = isTaken && { another_payment }
        save.mutate({ ...typed, ...another, updated_at }, { onSuccess })
      }}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <PaymentFields field={form.field} />
      </div>
      <CashWarning mode={form.values.mode} amount={form.values.amount} />
      <AnotherPaymentField
        error={save.error}
        reason={form.values.another_payment}
        problem={form.errors.another_payment}
        onChange={(another_payment) => form.change({ another_payment })}
      />
      {isValid && form.isDirty && (
        <DuesPaymentOutcome
          memberId={member.id}
          payment={{ amount, paid_on, reference, corrects: entry.id }}
        />
      )}
      <Banner tone="neutral">
        <p>
          The payment gets the next receipt number, and the one before becomes void. No email is
          sent.
        </p>
      </Banner>
    </AccountDialog>
  )
}
