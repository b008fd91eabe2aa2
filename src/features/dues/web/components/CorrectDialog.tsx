import { useState } from 'react'
import type { LedgerEntry } from '#features/ledger/answers.ts'
import { isReason, isReferenceTaken } from '#features/ledger/web/calls.ts'
import { AnotherPaymentField } from '#features/ledger/web/components/AnotherPaymentField.tsx'
import { entryName } from '#features/ledger/web/components/entry-name.ts'
import { useRefusedDay } from '#features/ledger/web/receipt-calls.ts'
import type { Member } from '#features/members/answers.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { isoDay } from '#shared/dates.ts'
import { decimalRupees } from '#shared/rupees.ts'
import { readPaise } from '#shared/values/amount.ts'
import { useCorrect } from '../calls.ts'
import { AccountDialog } from './AccountDialog.tsx'
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
  const save = useCorrect(member.id, entry.id)
  const taken = isReferenceTaken(save.error) ? save.error : undefined
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
    <AccountDialog
      memberId={member.id}
      title={`Correct ${entryName(entry)}`}
      description={member.company_name || member.name}
      label={taken ? 'Record it as another payment' : 'Correct it'}
      isReady={isReady}
      isDirty={isDirty}
      isPending={save.isPending}
      onSave={(updated_at) => {
        const another = taken && { another_payment: reason }
        save.mutate({ ...values, ...another, updated_at }, { onSuccess: onClose })
      }}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <PaymentFields values={values} onChange={change} />
      </div>
      <AnotherPaymentField error={save.error} reason={reason} onChange={setReason} />
      <Banner tone="neutral">
        <p>
          The payment gets the next receipt number, and the one before becomes void. No email is
          sent.
        </p>
      </Banner>
    </AccountDialog>
  )
}
