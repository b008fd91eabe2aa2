import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { LedgerEntry } from '#features/ledger/answers.ts'
import { isReason, isReferenceTaken } from '#features/ledger/web/calls.ts'
import { AnotherPaymentField } from '#features/ledger/web/components/AnotherPaymentField.tsx'
import { EarlierPayment } from '#features/ledger/web/components/EarlierPayment.tsx'
import { entryName } from '#features/ledger/web/components/entry-name.ts'
import { useRefusedDay } from '#features/ledger/web/receipt-calls.ts'
import type { Member } from '#features/members/answers.ts'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { FormButtons } from '#platform/web/dialog/FormButtons.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { isoDay } from '#shared/dates.ts'
import { decimalRupees } from '#shared/rupees.ts'
import { readPaise } from '#shared/values/amount.ts'
import { memberAccount, useCorrect } from '../calls.ts'
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
  const [initial] = useState(() => ({
    amount: decimalRupees(entry.amount_paise),
    mode: entry.mode ?? '',
    reference: entry.reference,
    paid_on: isoDay(entry.paid_at),
  }))
  const [values, setValues] = useState(initial)
  const [reason, setReason] = useState('')
  const id = useId()
  const save = useCorrect(member.id, entry.id)
  const taken = isReferenceTaken(save.error) ? save.error : undefined
  const version = useQuery(memberAccount(member.id)).data?.updated_at
  const paise = readPaise(values.amount) ?? 0
  const isDirty = JSON.stringify(values) !== JSON.stringify(initial)
  const refused = useRefusedDay(values.paid_on)
  const isReady =
    isDirty && paise > 0 && values.paid_on !== '' && !refused && (!taken || isReason(reason))
  const change = (name: keyof typeof values, value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    if (name === 'reference' || name === 'mode') save.reset()
  }
  return (
    <Dialog
      open
      onClose={save.isPending ? () => {} : onClose}
      title={`Correct ${entryName(entry)}`}
      description={member.company_name || member.name}
      dirty={isDirty || save.isPending}
      footer={
        <FormButtons
          form={id}
          label={taken ? 'Record it as another payment' : 'Correct it'}
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
          const another = taken && { another_payment: reason }
          if (isReady)
            save.mutate({ ...values, ...another, updated_at: version }, { onSuccess: onClose })
        }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <PaymentFields values={values} onChange={change} />
        </div>
        {taken ? (
          <AnotherPaymentField error={taken} reason={reason} onChange={setReason} />
        ) : (
          <EarlierPayment error={save.error} />
        )}
        <Banner tone="neutral">
          <p>
            The payment gets the next receipt number, and the one before becomes void. No email is
            sent.
          </p>
        </Banner>
      </form>
    </Dialog>
  )
}
