import { useState } from 'react'
import type { LedgerEntry } from '#features/ledger/answers.ts'
import { type ReversalReason, reversalReasonLabels } from '#features/ledger/contract.ts'
import { entryName } from '#features/ledger/web/components/entry-name.ts'
import type { Member } from '#features/members/answers.ts'
import { duesStatusText } from '#features/members/dues-status.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { CheckboxField } from '#platform/web/form/CheckboxField.tsx'
import { optionsOf, SelectField } from '#platform/web/form/SelectField.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { formatRupees } from '#shared/rupees.ts'
import { readPaise } from '#shared/values/amount.ts'
import type { ReversalPreview } from '../../answers.ts'
import { duesYears } from '../../dues.ts'
import { type TypedReversal, useReversalPreview, useReverse } from '../calls.ts'
import { AccountDialog } from './AccountDialog.tsx'

/**
 * Reverses a payment, or cancels a waiver or a charge. Says before which receipt becomes void, what is owed
 * afterwards, and what the email to the member says.
 */
export function ReverseDialog({
  member,
  entry,
  onClose,
}: {
  member: Pick<Member, 'id' | 'name' | 'company_name' | 'email'>
  entry: LedgerEntry
  onClose: () => void
}) {
  const [values, setValues] = useState<Values>({
    reason: '',
    note: '',
    bank_fee: '',
    email_member: false,
  })
  const save = useReverse(member.id, entry.id)
  const isPayment = entry.kind === 'payment'
  const fee = feeOf(values)
  const typed: TypedReversal = {
    ...values,
    reason: (values.reason || 'other') as ReversalReason,
    bank_fee: fee ? values.bank_fee : '',
  }
  const isReady =
    values.reason !== '' &&
    fee !== undefined &&
    (values.reason !== 'other' || values.note.trim().length >= 3)
  const change = (some: Partial<Values>) => setValues((before) => ({ ...before, ...some }))
  return (
    <AccountDialog
      memberId={member.id}
      title={`Reverse ${entryName(entry)}`}
      description={`${member.company_name || member.name}, ${formatRupees(Math.abs(entry.amount_paise))}`}
      label="Reverse it"
      isReady={isReady}
      isDirty={values.reason !== ''}
      isPending={save.isPending}
      onSave={(updated_at) => save.mutate({ ...typed, updated_at }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <ReversalFields member={member} isPayment={isPayment} values={values} onChange={change} />
      {values.reason !== '' && <Outcome memberId={member.id} entryId={entry.id} typed={typed} />}
    </AccountDialog>
  )
}

interface Values {
  reason: string
  note: string
  bank_fee: string
  email_member: boolean
}

/** The fee of the bank in paise, 0 for none; undefined for a text that is no amount. */
const feeOf = ({ reason, bank_fee }: Values): number | undefined =>
  reason === 'bounced' && bank_fee !== '' ? readPaise(bank_fee) : 0

function ReversalFields({
  member,
  isPayment,
  values,
  onChange,
}: {
  member: Pick<Member, 'email'>
  isPayment: boolean
  values: Values
  onChange: (some: Partial<Values>) => void
}) {
  return (
    <>
      <SelectField
        data-first-focus
        label="Reason"
        placeholder="Choose a reason"
        options={optionsOf(reversalReasonLabels).filter(
          ({ value }) => isPayment || value !== 'bounced',
        )}
        value={values.reason}
        onChange={({ target }) =>
          onChange({
            reason: target.value,
            email_member: isPayment && target.value === 'bounced' && member.email !== '',
          })
        }
      />
      {values.reason === 'other' && (
        <TextField
          label="What is the reason?"
          value={values.note}
          onChange={({ target }) => onChange({ note: target.value })}
          hint={
            isPayment
              ? 'Kept in the history, and in the email to the member'
              : 'Kept in the history'
          }
        />
      )}
      {values.reason === 'bounced' && (
        <TextField
          label="Bank fee (₹)"
          optional
          inputMode="decimal"
          autoComplete="off"
          value={values.bank_fee}
          onChange={({ target }) => onChange({ bank_fee: target.value })}
          error={
            feeOf(values) === undefined ? 'Please enter the amount in rupees, like 500' : undefined
          }
          hint="What the bank took. It is added to what the member owes."
        />
      )}
      {isPayment && (
        <CheckboxField
          label="Email the member"
          hint={member.email || 'This member has no email address.'}
          disabled={member.email === ''}
          checked={values.email_member}
          onChange={({ target }) => onChange({ email_member: target.checked })}
        />
      )}
    </>
  )
}

/** What becomes void, what is owed afterwards, and the email. */
function Outcome({
  memberId,
  entryId,
  typed,
}: {
  memberId: string
  entryId: string
  typed: TypedReversal
}) {
  const preview = useReversalPreview(memberId, entryId, typed)
  if (preview.isError)
    return (
      <Banner tone="warning">
        {errorMessage(preview.error, "Couldn't work out what this changes")}
      </Banner>
    )
  if (!preview.data) return <p className="min-h-16" aria-busy="true" />
  const { receipt_number: number, mail } = preview.data
  return (
    <>
      <Banner tone="warning" title={number ? `Receipt ${number} becomes void` : 'What changes'}>
        {sentencesOf(preview.data).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Banner>
      {typed.email_member && mail && (
        <section
          aria-label="Email to the member"
          className="grid gap-2 rounded-md border border-line px-4 py-3 text-sm"
        >
          <p className="font-medium wrap-anywhere">{mail.subject}</p>
          <p className="wrap-anywhere whitespace-pre-line text-ink-soft">{mail.text}</p>
        </section>
      )}
    </>
  )
}

function sentencesOf({ before, after, credit_paise }: ReversalPreview): string[] {
  const owed = after?.owed_paise ?? 0
  const sentences = [
    after && owed > 0 && `${formatRupees(owed)} will be owed (${duesYears(after)}).`,
    after && owed === 0 && 'Nothing will be owed.',
    after &&
      before &&
      after.status !== before.status &&
      `The status becomes ${duesStatusText(after)}.`,
    credit_paise > 0 && `${formatRupees(credit_paise)} will be credit.`,
  ]
  return sentences.filter((sentence) => sentence !== false && sentence !== null)
}
