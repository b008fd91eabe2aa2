import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { chargeName } from '#features/ledger/contract.ts'
import { isReason, isReferenceTaken } from '#features/ledger/web/calls.ts'
import { AnotherPaymentField } from '#features/ledger/web/components/AnotherPaymentField.tsx'
import { ChequeBankField } from '#features/ledger/web/components/ChequeBankField.tsx'
import { errorMessage } from '#platform/web/api/call.ts'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { FormButtons } from '#platform/web/dialog/FormButtons.tsx'
import { CheckboxField } from '#platform/web/form/CheckboxField.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { isoDay, numericDate } from '#shared/dates.ts'
import { decimalRupees, formatRupees } from '#shared/rupees.ts'
import { readPaise } from '#shared/values/amount.ts'
import { memberAccount, type TypedPayment, usePaymentPreview, useRecordPayment } from '../calls.ts'
import type { OwingMember } from './owing-member.ts'
import { PaymentFields } from './PaymentFields.tsx'

/**
 * Records a payment of dues. Says before saving what it settles: a part of the dues, all of them, or more,
 * and the days that it pays for.
 */
export function RecordPaymentDialog({
  member,
  onClose,
}: {
  member: OwingMember
  onClose: () => void
}) {
  const [initial] = useState(() => ({
    amount: member.owed_paise > 0 ? decimalRupees(member.owed_paise) : '',
    mode: '',
    reference: '',
    bank: '',
    paid_on: isoDay(new Date()),
    tds: '',
    email_receipt: member.email !== '',
  }))
  const [values, setValues] = useState(initial)
  const id = useId()
  const [reason, setReason] = useState('')
  const save = useRecordPayment(member.id)
  const taken = isReferenceTaken(save.error) ? save.error : undefined
  // The version at opening: a payment that someone else records meanwhile refuses this one.
  const version = useQuery(memberAccount(member.id)).data?.updated_at
  const paise = readPaise(values.amount)
  const isTax = values.tds === '' || readPaise(values.tds) !== undefined
  const isValid = paise !== undefined && paise > 0 && values.paid_on !== '' && isTax
  const isReady = isValid && (!taken || isReason(reason))
  const isDirty = JSON.stringify(values) !== JSON.stringify(initial)
  const change = (name: Exclude<keyof typeof values, 'email_receipt'>, value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    if (name === 'reference' || name === 'mode' || name === 'bank') save.reset()
  }
  return (
    <Dialog
      open
      onClose={save.isPending ? () => {} : onClose}
      title="Record payment"
      description={member.label}
      dirty={isDirty || save.isPending}
      footer={
        <FormButtons
          form={id}
          label={
            taken
              ? 'Record it as another payment'
              : isValid
                ? `Record ${formatRupees(paise)}`
                : 'Record payment'
          }
          disabled={!isReady || version === undefined}
          pending={save.isPending}
          onCancel={onClose}
        />
      }
    >
      <form
        id={id}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isReady) return
          const another = taken && { another_payment: reason }
          save.mutate({ ...values, ...another, updated_at: version }, { onSuccess: onClose })
        }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <PaymentFields
            values={values}
            amountHint={
              member.owed_paise > 0 ? `${formatRupees(member.owed_paise)} owed` : undefined
            }
            onChange={change}
          />
          {values.mode === 'Cheque' && (
            <ChequeBankField
              value={values.bank}
              onChange={({ target }) => change('bank', target.value)}
            />
          )}
          <TextField
            label="Tax deducted (TDS, ₹)"
            optional
            inputMode="decimal"
            autoComplete="off"
            error={isTax ? undefined : 'Please enter the amount in rupees, like 500'}
            hint="On top of the amount received"
            value={values.tds}
            onChange={({ target }) => change('tds', target.value)}
          />
        </div>
        <CheckboxField
          label="Email the receipt"
          hint={member.email || 'This member has no email address.'}
          disabled={member.email === ''}
          checked={values.email_receipt}
          onChange={({ target }) =>
            setValues((before) => ({ ...before, email_receipt: target.checked }))
          }
        />
        {taken && <AnotherPaymentField error={taken} reason={reason} onChange={setReason} />}
        {isValid && <Outcome memberId={member.id} values={values} />}
      </form>
    </Dialog>
  )
}

const couldNotPreview = "Couldn't work out what this payment settles"

/** What the payment would settle. */
function Outcome({
  memberId,
  values: { amount, paid_on, tds },
}: {
  memberId: string
  values: Pick<TypedPayment, 'amount' | 'paid_on' | 'tds'>
}) {
  const preview = usePaymentPreview(memberId, { amount, paid_on, tds })
  if (preview.isError)
    return <Banner tone="warning">{errorMessage(preview.error, couldNotPreview)}</Banner>
  if (!preview.data) return <p className="min-h-16" aria-busy="true" />
  const { settles, owed_paise, remaining_paise, credit_paise, valid_from, valid_to } = preview.data
  const isPart = remaining_paise > 0
  return (
    <Banner
      tone={isPart ? 'warning' : 'success'}
      title={
        isPart
          ? 'Part payment'
          : owed_paise === 0 && settles.length === 0
            ? 'No dues are owed'
            : 'Settles everything owed'
      }
    >
      {settles.map((part) => (
        <p key={`${part.item} ${part.year} ${part.label}`}>
          {`${chargeName(part)}: ${formatRupees(part.paise)}`}
        </p>
      ))}
      {isPart && <p>{formatRupees(remaining_paise)} will still be owed.</p>}
      {credit_paise > 0 && <p>{formatRupees(credit_paise)} stays as credit for the next dues.</p>}
      {valid_from && valid_to && (
        <p>
          Membership valid {numericDate(valid_from)} to {numericDate(valid_to)}.
        </p>
      )}
    </Banner>
  )
}
