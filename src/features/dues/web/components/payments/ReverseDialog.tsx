import { isRecordingError } from '#features/ledger/account-entries.ts'
import type { LedgerEntry } from '#features/ledger/answers.ts'
import { type ReversalReason, reversalReasonLabels } from '#features/ledger/contract.ts'
import { returnedBeforeMessage } from '#features/ledger/payment-days.ts'
import { entryName } from '#features/ledger/web/components/entry-name.ts'
import { usePaymentDayProblem } from '#features/ledger/web/receipt-calls.ts'
import type { Member } from '#features/members/answers.ts'
import { CheckboxField } from '#platform/web/form/CheckboxField.tsx'
import { DateField } from '#platform/web/form/DateField.tsx'
import { optionsOf, SelectField } from '#platform/web/form/SelectField.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { type Day, isoDay, numericDate } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import { entryCancellation } from '../../../contract.ts'
import { type AccountFormOf, problemAt, problemsOf, useAccountForm } from '../../account-form.ts'
import { type TypedReversal, useReversalPreview, useReverse } from '../../payment-calls.ts'
import { AccountDialog } from '../account/AccountDialog.tsx'
import { BankFeeField, bankFeeOf, ReversalOutcome, receiptMailHint } from './ReversalOutcome.tsx'

/**
 * Reverses a payment, or cancels a waiver or a charge. Before saving it shows which receipt becomes void, what is owed
 * afterwards, and the email to the member.
 */
export function ReverseDialog({
  member,
  entry,
  reason = '',
  onClose,
}: {
  member: Pick<Member, 'id' | 'name' | 'company_name' | 'email'>
  entry: LedgerEntry
  /** Selected at first. */
  reason?: ReversalReason | ''
  onClose: () => void
}) {
  const save = useReverse(member.id, entry.id)
  const dayProblem = usePaymentDayProblem()
  const form = useAccountForm<Values>({
    name: `reversal-${entry.id}`,
    initial: {
      reason,
      note: '',
      bank_fee: '',
      email_member: null,
      returned_on: isoDay(new Date()),
    },
    validatedWhileTyping: ['bank_fee', 'returned_on'],
    problems: (entered) => ({
      ...problemsOf(entryCancellation, { ...typedOf(entered, entry), email_member: false }),
      ...problemAt('returned_on', returnProblem(entered, entry, dayProblem)),
      ...problemAt(
        'bank_fee',
        feeOf(entered) === undefined && 'Please enter the amount in rupees, like 500',
      ),
    }),
    saves: [save],
  })
  const { values } = form
  const { email_member: chosen, ...reversal } = typedOf(values, entry)
  const preview = useReversalPreview(member.id, entry.id, values.reason ? reversal : null)
  // By default, a member who got the receipt by email is emailed that it is void.
  const emailsMember = chosen ?? (preview.data?.is_emailed === true && member.email !== '')
  const typed = { ...reversal, email_member: emailsMember }
  return (
    <AccountDialog
      memberId={member.id}
      title={`Reverse ${entryName(entry)}`}
      description={`${member.company_name || member.name}, ${formatRupees(Math.abs(entry.amount_paise))}`}
      label="Reverse it"
      variant="destructive"
      form={form}
      onSave={(updated_at, onSuccess) => save.mutate({ ...typed, updated_at }, { onSuccess })}
      onClose={onClose}
    >
      <ReversalFields
        member={member}
        entry={entry}
        form={form}
        emailsMember={emailsMember}
        mailHint={receiptMailHint(member.email, chosen === null && emailsMember)}
      />
      {values.reason !== '' && (
        <ReversalOutcome memberId={member.id} entryId={entry.id} typed={typed} />
      )}
    </AccountDialog>
  )
}

type Values = {
  reason: string
  note: string
  bank_fee: string
  returned_on: Day
  /** Null until someone chooses. */
  email_member: boolean | null
}

const typedOf = (
  { returned_on, ...values }: Values,
  entry: LedgerEntry,
): Omit<TypedReversal, 'email_member'> & Pick<Values, 'email_member'> => ({
  ...values,
  reason: (values.reason || 'other') as ReversalReason,
  bank_fee: feeOf({ ...values, returned_on }) ? values.bank_fee : '',
  ...(hasReturnDay(values, entry) && { returned_on }),
})

/**
 * Whether the treasurer enters the day on which the money went back; what was recorded wrongly is reversed on its own
 * day.
 */
const hasReturnDay = ({ reason }: Pick<Values, 'reason'>, { kind }: Pick<LedgerEntry, 'kind'>) =>
  kind === 'payment' && reason !== '' && !isRecordingError(reason as ReversalReason)

/** The problem that the form shows before the server refuses. */
function returnProblem(
  values: Values,
  entry: LedgerEntry,
  dayProblem: ReturnType<typeof usePaymentDayProblem>,
): string | undefined {
  const { returned_on } = values
  // The contract reports an empty day at this field.
  if (!hasReturnDay(values, entry) || !returned_on) return undefined
  const paidOn = isoDay(entry.paid_at)
  return (
    dayProblem(returned_on) ?? (returned_on < paidOn ? returnedBeforeMessage(paidOn) : undefined)
  )
}

const feeOf = ({ reason, bank_fee }: Values): number | undefined =>
  reason === 'bounced' ? bankFeeOf(bank_fee) : 0

function ReversalFields({
  member,
  entry,
  form,
  emailsMember,
  mailHint,
}: {
  member: Pick<Member, 'email'>
  entry: LedgerEntry
  form: AccountFormOf<Values>
  emailsMember: boolean
  mailHint: string
}) {
  const { values, errors, change, field } = form
  const isPayment = entry.kind === 'payment'
  // The bank returns no cash.
  const mayBounce = isPayment && entry.mode !== 'Cash'
  const paidOn = isoDay(entry.paid_at)
  return (
    <>
      <SelectField
        data-first-focus
        label="Reason"
        placeholder="Choose a reason"
        options={optionsOf(reversalReasonLabels).filter(
          ({ value }) => mayBounce || value !== 'bounced',
        )}
        value={values.reason}
        error={errors.reason}
        onChange={({ target }) => change({ reason: target.value })}
      />
      {values.reason === 'other' && (
        <TextField
          label="What is the reason?"
          {...field('note')}
          hint={
            isPayment
              ? 'Kept in the history, and in the email to the member'
              : 'Kept in the history'
          }
        />
      )}
      {hasReturnDay(values, entry) && (
        <DateField
          label={values.reason === 'bounced' ? 'Returned on' : 'Reversed on'}
          hint={
            values.reason === 'bounced'
              ? 'The day on which the bank returned it. The money goes back on this day in the books.'
              : `The money goes back on this day in the books. If it never came, choose the day of the payment, ${numericDate(paidOn)}.`
          }
          min={paidOn}
          max={isoDay(new Date())}
          {...field('returned_on')}
        />
      )}
      {values.reason === 'bounced' && (
        <BankFeeField
          value={values.bank_fee}
          error={errors.bank_fee}
          onChange={(bank_fee) => change({ bank_fee })}
        />
      )}
      {isPayment && (
        <CheckboxField
          label="Email the member"
          hint={mailHint || 'This member has no email address.'}
          disabled={member.email === ''}
          checked={emailsMember}
          onChange={({ target }) => change({ email_member: target.checked })}
        />
      )}
    </>
  )
}
