import { useState } from 'react'
import { isReason, isReferenceTaken } from '#features/ledger/web/calls.ts'
import { useUncleared } from '#features/ledger/web/cheque-calls.ts'
import { AnotherPaymentField } from '#features/ledger/web/components/AnotherPaymentField.tsx'
import { ChequeBankField } from '#features/ledger/web/components/ChequeBankField.tsx'
import { UnclearedField } from '#features/ledger/web/components/UnclearedField.tsx'
import { useRefusedDay } from '#features/ledger/web/receipt-calls.ts'
import { TextField } from '#platform/web/form/TextField.tsx'
import { isoDay } from '#shared/dates.ts'
import { decimalRupees, formatRupees } from '#shared/rupees.ts'
import { readPaise } from '#shared/values/amount.ts'
import { useRecordPayment } from '../calls.ts'
import { AccountDialog } from './AccountDialog.tsx'
import { DuesPaymentOutcome } from './DuesPaymentOutcome.tsx'
import { EmailReceiptField } from './EmailReceiptField.tsx'
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
  const [reason, setReason] = useState('')
  const save = useRecordPayment(member.id)
  const taken = isReferenceTaken(save.error) ? save.error : undefined
  const paise = readPaise(values.amount)
  const refused = useRefusedDay(values.paid_on)
  const isTax = values.tds === '' || readPaise(values.tds) !== undefined
  const isValid = paise !== undefined && paise > 0 && values.paid_on !== '' && !refused && isTax
  const cheque = useUncleared(member.id, chequeOf(values), {
    isCheque: values.mode === 'Cheque',
    isValid,
  })
  const { isNoted } = cheque
  const isReady = isValid && (isNoted ? !cheque.error : !taken || isReason(reason))
  const isPending = save.isPending || cheque.isPending
  const isDirty = JSON.stringify(values) !== JSON.stringify(initial)
  const change = (name: Exclude<keyof typeof values, 'email_receipt'>, value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    if (name === 'reference' || name === 'mode' || name === 'bank') save.reset()
  }
  return (
    <AccountDialog
      memberId={member.id}
      title="Record payment"
      description={member.label}
      label={labelOf(isNoted, taken !== undefined, isValid ? paise : undefined)}
      isReady={isReady}
      isDirty={isDirty}
      isPending={isPending}
      onSave={(updated_at) => {
        if (isNoted) return cheque.note(onClose)
        const another = taken && { another_payment: reason }
        save.mutate({ ...values, ...another, updated_at }, { onSuccess: onClose })
      }}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <PaymentFields
          values={values}
          amountHint={member.owed_paise > 0 ? `${formatRupees(member.owed_paise)} owed` : undefined}
          isHeld={isNoted}
          onChange={change}
        />
        {values.mode === 'Cheque' && (
          <ChequeBankField
            value={values.bank}
            onChange={({ target }) => change('bank', target.value)}
          />
        )}
        <UnclearedField cheque={cheque} />
        {!isNoted && (
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
        )}
      </div>
      {!isNoted && (
        <EmailReceiptField
          email={member.email}
          checked={values.email_receipt}
          onChange={(email_receipt) => setValues((before) => ({ ...before, email_receipt }))}
        />
      )}
      {!isNoted && <AnotherPaymentField error={save.error} reason={reason} onChange={setReason} />}
      {isValid && !isNoted && (
        <DuesPaymentOutcome
          memberId={member.id}
          amount={values.amount}
          tds={values.tds}
          paidOn={values.paid_on}
        />
      )}
    </AccountDialog>
  )
}

function labelOf(isNoted: boolean, isTaken: boolean, paise: number | undefined): string {
  if (isNoted) return 'Note cheque'
  if (isTaken) return 'Record it as another payment'
  return paise === undefined ? 'Record payment' : `Record ${formatRupees(paise)}`
}

/** The cheque of the form, to be noted. */
const chequeOf = (values: {
  reference: string
  bank: string
  amount: string
  paid_on: string
}) => ({
  ...{ number: values.reference, bank: values.bank, amount: values.amount },
  ...{ received_on: values.paid_on, kind: 'dues' as const },
})
