import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { heldCheque } from '#features/ledger/contract.ts'
import { isReferenceTaken, recordAnotherLabel } from '#features/ledger/web/calls.ts'
import { AnotherPaymentField } from '#features/ledger/web/components/AnotherPaymentField.tsx'
import { CashWarning } from '#features/ledger/web/components/CashWarning.tsx'
import { ChequeBankField } from '#features/ledger/web/components/ChequeBankField.tsx'
import { HeldChequesNotice } from '#features/ledger/web/components/HeldChequesNotice.tsx'
import { UnclearedField } from '#features/ledger/web/components/UnclearedField.tsx'
import { unclearedOf, useNoteCheque } from '#features/ledger/web/note-cheque-calls.ts'
import { usePaymentDayProblem } from '#features/ledger/web/receipt-calls.ts'
import { AmountField } from '#platform/web/form/AmountField.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { type Day, isoDay } from '#shared/dates.ts'
import { decimalRupees, formatRupees, type Paise } from '#shared/rupees.ts'
import { readPaise } from '#shared/values/amount.ts'
import { duesPayment } from '../../../contract.ts'
import {
  type BoundField,
  modeProblem,
  problemAt,
  problemsOf,
  useAccountForm,
} from '../../account-form.ts'
import { memberAccount } from '../../calls.ts'
import {
  dueFirst,
  type PreviewFields,
  showErrorInDialog,
  useRecordPayment,
} from '../../payment-calls.ts'
import { AccountDialog } from '../account/AccountDialog.tsx'
import type { DuesMember } from '../account/owing-member.ts'
import { ReportedPaymentsNotice } from '../notices/ReportedPaymentsNotice.tsx'
import { DuesPaymentOutcome, PaidChargeField } from './DuesPaymentOutcome.tsx'
import { EmailReceiptField } from './EmailReceiptField.tsx'
import { PaymentFields } from './PaymentFields.tsx'

/**
 * Records a payment of dues. Before saving it shows what the payment settles (a part of the dues, all of them, or more)
 * and the days that it pays for.
 */
export function RecordPaymentDialog({
  member,
  onClose,
}: {
  member: DuesMember
  onClose: () => void
}) {
  const { form, save, cheque, isTaken, charges, values } = useRecordPaymentForm(member)
  const { errors, change, field } = form
  const { isNoted } = cheque
  const paise = readPaise(values.amount)
  const isValid = Boolean(paise) && !errors.amount && !errors.paid_on && !errors.tds
  const isShown = isValid && !isNoted
  return (
    <AccountDialog
      memberId={member.id}
      title="Record payment"
      description={member.label}
      label={labelOf(isNoted, isTaken, isValid ? paise : undefined)}
      form={form}
      onSave={(updated_at, onSuccess) => {
        if (isNoted) return cheque.note(onSuccess)
        const { is_held: _isHeld, another_payment, ...typed } = values
        const another = isTaken && { another_payment }
        save.mutate({ ...typed, ...another, updated_at }, { onSuccess })
      }}
      onClose={onClose}
    >
      <HeldChequesNotice memberId={member.id} />
      <ReportedPaymentsNotice memberId={member.id} />
      <div className="grid gap-4 sm:grid-cols-2">
        <PaymentFields
          field={field}
          amountHint={
            member.payable_paise > 0 ? `${formatRupees(member.payable_paise)} owed` : undefined
          }
          isHeld={isNoted}
        />
        {values.mode === 'Cheque' && <ChequeBankField isHeld={isNoted} {...field('bank')} />}
        <UnclearedField cheque={cheque} />
        {isShown && charges.length > 1 && (
          <PaidChargeField
            memberId={member.id}
            payment={previewed(values)}
            charges={charges}
            error={errors.charge_id}
            onChange={(charge_id) => change({ charge_id })}
          />
        )}
        {!isNoted && <DeductedTaxField {...field('tds')} />}
      </div>
      <CashWarning mode={values.mode} amount={values.amount} />
      {!isNoted && (
        <EmailReceiptField
          email={member.email}
          checked={values.email_receipt}
          onChange={(email_receipt) => change({ email_receipt })}
        />
      )}
      {!isNoted && (
        <AnotherPaymentField
          error={save.error}
          reason={values.another_payment}
          problem={errors.another_payment}
          onChange={(another_payment) => change({ another_payment })}
        />
      )}
      {isShown && <DuesPaymentOutcome memberId={member.id} payment={previewed(values)} />}
    </AccountDialog>
  )
}

/**
 * Few payments have tax deducted: the field is hidden until its button is pressed, to keep the form short on phones.
 */
function DeductedTaxField(field: BoundField) {
  const [isAdded, setIsAdded] = useState(false)
  if (!isAdded && field.value === '')
    return (
      <p className="-ml-2.5 self-end">
        <Button variant="ghost" icon={<Plus aria-hidden="true" />} onClick={() => setIsAdded(true)}>
          Add deducted tax
        </Button>
      </p>
    )
  return (
    <AmountField
      // The pressed button is removed, so the new field gets the focus.
      autoFocus={isAdded}
      label="Tax deducted (TDS, ₹)"
      optional
      hint="On top of the amount received"
      {...field}
    />
  )
}

function useRecordPaymentForm(member: DuesMember) {
  const save = useRecordPayment(member.id)
  const note = useNoteCheque(showErrorInDialog)
  const isTaken = isReferenceTaken(save.error)
  const dayProblem = usePaymentDayProblem()
  const charges = (useQuery(memberAccount(member.id)).data?.charges ?? []).filter(
    ({ open_paise }) => open_paise > 0,
  )
  const form = useAccountForm({
    name: `payment-${member.id}`,
    initial: {
      amount: member.payable_paise > 0 ? decimalRupees(member.payable_paise) : '',
      mode: '',
      reference: '',
      bank: '',
      paid_on: isoDay(new Date()),
      is_held: false,
      tds: '',
      charge_id: '',
      email_receipt: member.email !== '',
      another_payment: '',
    },
    validatedWhileTyping: ['amount', 'paid_on', 'tds'],
    // A cheque has its number in the field of the reference.
    contractNames: { paid_at: 'paid_on', received_on: 'paid_on', number: 'reference' },
    problems: ({ another_payment, ...typed }) => ({
      ...(typed.mode === 'Cheque' && typed.is_held
        ? problemsOf(heldCheque, chequeOf(typed))
        : problemsOf(duesPayment, { ...typed, ...(isTaken && { another_payment }) })),
      ...modeProblem(typed.mode),
      ...problemAt('paid_on', dayProblem(typed.paid_on)),
    }),
    saves: [save, note],
  })
  const { change } = form
  // The charge of a stored draft may have been paid in the meantime.
  const isKnown = [dueFirst, ...charges.map(({ id }) => id)].includes(form.values.charge_id)
  const values = { ...form.values, charge_id: isKnown ? form.values.charge_id : '' }
  const cheque = unclearedOf(note, member.id, chequeOf(values), {
    isCheque: values.mode === 'Cheque',
    isChosen: values.is_held,
    setIsChosen: (is_held) => change({ is_held }),
  })
  return { form, save, cheque, isTaken, charges, values }
}

function labelOf(isNoted: boolean, isTaken: boolean, paise: Paise | undefined): string {
  if (isNoted) return 'Note cheque'
  if (isTaken) return recordAnotherLabel
  return paise === undefined ? 'Record payment' : `Record ${formatRupees(paise)}`
}

const previewed = (payment: Required<Omit<PreviewFields, 'corrects'>>) => {
  const { amount, tds, paid_on, charge_id, mode, reference } = payment
  return { amount, tds, paid_on, charge_id, mode, reference }
}

/** The cheque of the form, to be noted. */
const chequeOf = (values: { reference: string; bank: string; amount: string; paid_on: Day }) => ({
  number: values.reference,
  bank: values.bank,
  amount: values.amount,
  received_on: values.paid_on,
  kind: 'dues' as const,
})
