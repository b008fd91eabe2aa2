import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { isReason, isReferenceTaken } from '#features/ledger/web/calls.ts'
import { useUncleared } from '#features/ledger/web/cheque-calls.ts'
import { AnotherPaymentField } from '#features/ledger/web/components/AnotherPaymentField.tsx'
import { ChequeBankField } from '#features/ledger/web/components/ChequeBankField.tsx'
import { EarlierPayment } from '#features/ledger/web/components/EarlierPayment.tsx'
import { UnclearedField } from '#features/ledger/web/components/UnclearedField.tsx'
import { useRefusedDay } from '#features/ledger/web/receipt-calls.ts'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { FormButtons } from '#platform/web/dialog/FormButtons.tsx'
import { CheckboxField } from '#platform/web/form/CheckboxField.tsx'
import { isoDay } from '#shared/dates.ts'
import { decimalRupees, formatRupees } from '#shared/rupees.ts'
import { readPaise } from '#shared/values/amount.ts'
import { memberAccount, useRecordPayment } from '../calls.ts'
import { DuesPaymentOutcome } from './DuesPaymentOutcome.tsx'
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
  const refused = useRefusedDay(values.paid_on)
  const isValid = paise !== undefined && paise > 0 && values.paid_on !== '' && !refused
  const cheque = useUncleared(member.id, chequeOf(values), {
    isCheque: values.mode === 'Cheque',
    isValid,
  })
  const { isNoted } = cheque
  const isReady = isValid && (isNoted ? !cheque.error : !taken || isReason(reason))
  const isPending = save.isPending || cheque.isPending
  const isDirty = JSON.stringify(values) !== JSON.stringify(initial)
  const change = (name: 'amount' | 'mode' | 'reference' | 'bank' | 'paid_on', value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    if (name === 'reference' || name === 'mode' || name === 'bank') save.reset()
  }
  return (
    <Dialog
      open
      onClose={isPending ? () => {} : onClose}
      title="Record payment"
      description={member.label}
      dirty={isDirty || isPending}
      footer={
        <FormButtons
          form={id}
          label={labelOf(isNoted, taken !== undefined, isValid ? paise : undefined)}
          disabled={!isReady || version === undefined}
          pending={isPending}
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
          if (isNoted) return cheque.note(onClose)
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
        </div>
        {!isNoted && (
          <CheckboxField
            label="Email the receipt"
            hint={member.email || 'This member has no email address.'}
            disabled={member.email === ''}
            checked={values.email_receipt}
            onChange={({ target }) =>
              setValues((before) => ({ ...before, email_receipt: target.checked }))
            }
          />
        )}
        {taken && !isNoted ? (
          <AnotherPaymentField error={taken} reason={reason} onChange={setReason} />
        ) : (
          <EarlierPayment error={isNoted ? null : save.error} />
        )}
        {isValid && !isNoted && (
          <DuesPaymentOutcome memberId={member.id} amount={values.amount} paidOn={values.paid_on} />
        )}
      </form>
    </Dialog>
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
