import { useId, useState } from 'react'
import type { Member } from '#features/members/answers.ts'
import { memberDisplayName } from '#features/members/display-name.ts'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { FormButtons } from '#platform/web/dialog/FormButtons.tsx'
import { CheckboxField } from '#platform/web/form/CheckboxField.tsx'
import {
  isReason,
  markPaidFailure,
  type PaidValues,
  readMember,
  recordAnotherLabel,
  refusalOfReference,
  useMarkPaid,
  useMarkPreview,
} from '../calls.ts'
import { unclearedOf, useNoteCheque } from '../note-cheque-calls.ts'
import { usePaidErrors, usePaidForm } from '../paid-form.ts'
import { AnotherPaymentField } from './AnotherPaymentField.tsx'
import { HeldChequesNotice } from './HeldChequesNotice.tsx'
import { PaidForm } from './PaidForm.tsx'
import { PaymentNotice } from './PaymentNotice.tsx'
import { FullOrInstalment, missingOf, type PaymentKind, PaymentOutcome } from './PaymentOutcome.tsx'
import { UnclearedField } from './UnclearedField.tsx'

interface MarkPaidDialogProps {
  member: Member
  /** The dues in the settings, in rupees as typed; '' for none and while loading. */
  dues: string
  onClose: () => void
}

/**
 * Mark Payment as Paid (contract 13.2) for one member; MarkListPaidDialog is for several. The button is
 * disabled until the form is valid.
 */
export function MarkPaidDialog({ member: initialMember, dues, onClose }: MarkPaidDialogProps) {
  // A copy: the list behind the dialog changes when the member is marked.
  const [member, setMember] = useState(initialMember)
  const [emailsReceipt, setEmailsReceipt] = useState(false)
  const id = useId()
  const form = usePaidForm(dues)
  const paid = form.watch()
  const errors = usePaidErrors(paid)
  const isValid = Object.keys(errors).length === 0
  const markPaid = useMarkPaid()
  const [reason, setReason] = useState('')
  const [kind, setKind] = useState<PaymentKind>('full')
  const preview = useMarkPreview(member.id, paid, isValid)
  const missing = missingOf(paid, dues, preview.data)
  const isInstalment = missing > 0 && kind === 'instalment'
  const isSame = markPaid.variables?.paid.paymentRef === paid.paymentRef
  const taken = refusalOfReference(markPaid.error, isSame)

  const [isChosen, setIsChosen] = useState(false)
  const cheque = unclearedOf(useNoteCheque(), member.id, chequeOf(paid, isInstalment), {
    isCheque: paid.paymentMode === 'Cheque',
    isChosen,
    setIsChosen,
  })
  const { isNoted } = cheque
  const { number, bank } = cheque.problems
  const chequeErrors = isNoted
    ? { ...(number && { paymentRef: number }), ...(bank && { bank }) }
    : {}
  const isReady = isValid && (isNoted ? !number && !bank : !taken || isReason(reason))
  const isPending = markPaid.isPending || cheque.isPending

  /** The form keeps its values. */
  async function reload() {
    setMember(await readMember(member))
    markPaid.reset()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Mark Payment as Paid"
      description={nameOf(member)}
      dirty={form.formState.isDirty || isPending}
      footNote="Can be undone."
      footer={
        <FormButtons
          form={id}
          label={isNoted ? 'Note cheque' : taken ? recordAnotherLabel : 'Mark as Paid'}
          disabled={!isReady}
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
          markPaid.mutate(
            { member, paid, emailsReceipt, isInstalment, ...another },
            { onSuccess: onClose },
          )
        }}
      >
        <PaymentNotice
          member={member}
          failure={markPaid.error && !taken ? markPaidFailure(markPaid.error) : undefined}
          days={{ from: paid.membership_valid_from, to: paid.membership_valid_to }}
          onReload={() => void reload()}
          onRenew={(from, to) => {
            form.setValue('membership_valid_from', from, { shouldDirty: true })
            form.setValue('membership_valid_to', to, { shouldDirty: true })
          }}
        />
        <HeldChequesNotice memberId={member.id} />
        <PaidForm form={form} errors={{ ...errors, ...chequeErrors }} dues={dues} isHeld={isNoted}>
          <UnclearedField cheque={cheque} />
        </PaidForm>
        {missing > 0 && <FullOrInstalment missing={missing} kind={kind} onChange={setKind} />}
        {isValid && !isNoted && (
          <PaymentOutcome preview={preview} missing={isInstalment ? missing : 0} />
        )}
        {isSame && !isNoted && (
          <AnotherPaymentField error={markPaid.error} reason={reason} onChange={setReason} />
        )}
        {!isNoted && <EmailReceipt checked={emailsReceipt} onChange={setEmailsReceipt} />}
      </form>
    </Dialog>
  )
}

const EmailReceipt = ({
  checked,
  onChange,
}: {
  checked: boolean
  onChange: (checked: boolean) => void
}) => (
  <CheckboxField
    label="Email the receipt"
    checked={checked}
    onChange={({ target }) => onChange(target.checked)}
  />
)

/** The cheque of the form, to be noted. */
const chequeOf = (paid: PaidValues, isInstalment: boolean) => ({
  number: paid.paymentRef,
  bank: paid.bank,
  amount: paid.paymentAmount,
  kind: isInstalment ? ('instalment' as const) : ('full' as const),
  received_on: paid.paid_on,
  membership_valid_from: paid.membership_valid_from,
  membership_valid_to: paid.membership_valid_to,
})

const nameOf = (member: Member): string =>
  [...new Set([memberDisplayName(member), member.membership_number])].filter(Boolean).join(', ')
