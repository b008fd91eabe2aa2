import { useQuery } from '@tanstack/react-query'
import { treatments, usePaymentDayProblem } from '#features/ledger/web/receipt-calls.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { type Day, isoDay } from '#shared/dates.ts'
import { decimalRupees, formatRupees, type Paise } from '#shared/rupees.ts'
import { readPaise } from '#shared/values/amount.ts'
import { creditRefund } from '../../../contract.ts'
import { modeProblem, problemAt, problemsOf, useAccountForm } from '../../account-form.ts'
import { useRefund, useRefundPreview } from '../../manual-entry-calls.ts'
import { PaymentFields } from '../payments/PaymentFields.tsx'
import { AccountDialog } from './AccountDialog.tsx'
import type { DuesMember } from './owing-member.ts'

/** Pays credit back to a member, all or a part. */
export function RefundDialog({
  member,
  credit,
  onClose,
}: {
  member: DuesMember
  credit: Paise
  onClose: () => void
}) {
  const save = useRefund(member.id)
  const dayProblem = usePaymentDayProblem()
  const form = useAccountForm({
    name: `refund-${member.id}`,
    initial: {
      amount: decimalRupees(credit),
      mode: '',
      reference: '',
      paid_on: isoDay(new Date()),
    },
    validatedWhileTyping: ['amount', 'paid_on'],
    contractNames: { paid_at: 'paid_on' },
    problems: (typed) => ({
      ...problemsOf(creditRefund, typed),
      ...problemAt(
        'amount',
        (readPaise(typed.amount) ?? 0) > credit &&
          `No more than the credit of ${formatRupees(credit)} can be paid back`,
      ),
      ...modeProblem(typed.mode),
      ...problemAt('paid_on', dayProblem(typed.paid_on)),
    }),
    saves: [save],
  })
  const { values } = form
  const paise = readPaise(values.amount) ?? 0
  const isPossible = paise > 0 && paise <= credit
  return (
    <AccountDialog
      memberId={member.id}
      title="Pay back credit"
      description={member.label}
      label={isPossible ? `Pay back ${formatRupees(paise)}` : 'Pay back'}
      form={form}
      onSave={(updated_at, onSuccess) => save.mutate({ ...values, updated_at }, { onSuccess })}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <PaymentFields field={form.field} amountHint={`${formatRupees(credit)} credit`} />
      </div>
      {isPossible && values.paid_on && (
        <Outcome memberId={member.id} values={values} left={credit - paise} />
      )}
    </AccountDialog>
  )
}

function Outcome({
  memberId,
  values,
  left,
}: {
  memberId: string
  values: { amount: string; paid_on: Day }
  left: Paise
}) {
  const hasTax = useQuery(treatments).data?.some(({ kind }) => kind === 'invoice')
  const preview = useRefundPreview(memberId, values)
  if (preview.isError)
    return (
      <Banner tone="warning">
        {errorMessage(preview.error, "Couldn't work out what this changes")}
      </Banner>
    )
  return (
    <Banner tone="neutral">
      <p>{`${formatRupees(left)} stays as credit.`}</p>
      {hasTax && <p>Credit that is on a tax invoice gets a credit note.</p>}
      {preview.data?.notices.map((notice) => (
        <p key={notice}>{notice}</p>
      ))}
    </Banner>
  )
}
