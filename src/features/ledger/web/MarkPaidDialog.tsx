import { useId, useState } from 'react'
import type { Member } from '#features/members/answers.ts'
import { memberDisplayName } from '#features/members/display-name.ts'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { FormButtons } from '#platform/web/dialog/FormButtons.tsx'
import { CheckboxField } from '#platform/web/form/CheckboxField.tsx'
import { isCovered } from '../rules.ts'
import { readMembers, useMarkPaid } from './calls.ts'
import { PaidForm } from './PaidForm.tsx'
import { PaymentNotice } from './PaymentNotice.tsx'
import { PaymentPreview } from './PaymentPreview.tsx'
import { paidErrors, usePaidForm } from './paid-form.ts'

interface MarkPaidDialogProps {
  members: readonly Member[]
  /** The dues in the settings, in rupees as typed; '' for none and while loading. */
  dues: string
  onClose: (isDone: boolean) => void
}

/**
 * Mark Payment as Paid (contract 13.2) for one member, or the same for several. The button is disabled
 * until the form is valid. Of several, members who already paid for the time are left out unless the
 * administrator includes them. Members that fail stay in the dialog with the reason.
 */
export function MarkPaidDialog({ members: initialMembers, dues, onClose }: MarkPaidDialogProps) {
  // A copy: the list behind the dialog changes with each member that is marked.
  const [members, setMembers] = useState(initialMembers)
  const [shouldReplace, setShouldReplace] = useState(false)
  const [emailsReceipt, setEmailsReceipt] = useState(false)
  const id = useId()
  const form = usePaidForm(dues)
  const paid = form.watch()
  const errors = paidErrors(paid)
  const isMany = initialMembers.length > 1
  const selected = members.filter(
    (member) => !isMany || shouldReplace || !isCovered(member, paid.membership_valid_to),
  )
  const isReady = Object.keys(errors).length === 0 && selected.length > 0
  const markPaid = useMarkPaid()
  const failures = markPaid.data ?? []

  const label = !isMany
    ? 'Mark as Paid'
    : markPaid.isPending
      ? `${markPaid.count} of ${selected.length}`
      : `Mark ${selected.length} as Paid`

  async function save() {
    if (!isReady) return
    const failed = await markPaid.mutateAsync({ members: selected, paid, emailsReceipt })
    if (failed.length === 0) return onClose(true)
    setMembers(members.filter((member) => failed.some(({ id }) => id === member.id)))
  }

  /** Reads the failed members again; the form keeps its values. */
  async function reload() {
    setMembers(await readMembers(members))
    markPaid.reset()
  }

  return (
    <Dialog
      open
      onClose={() => onClose(false)}
      title="Mark Payment as Paid"
      description={nameOf(members)}
      dirty={form.formState.isDirty || markPaid.isPending}
      footer={
        <FormButtons
          form={id}
          label={label}
          disabled={!isReady}
          pending={markPaid.isPending}
          onCancel={() => onClose(false)}
        />
      }
    >
      <form
        id={id}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <PaymentNotice
          members={members}
          failures={failures}
          from={paid.membership_valid_from}
          onReload={() => void reload()}
          onRenew={(from, to) => {
            form.setValue('membership_valid_from', from, { shouldDirty: true })
            form.setValue('membership_valid_to', to, { shouldDirty: true })
          }}
        />
        <PaidForm form={form} errors={errors} dues={dues} isMany={isMany} />
        <CheckboxField
          label={isMany ? 'Email the receipts' : 'Email the receipt'}
          checked={emailsReceipt}
          onChange={({ target }) => setEmailsReceipt(target.checked)}
        />
        {isMany && (
          <PaymentPreview
            members={members}
            selected={selected}
            paid={paid}
            isReady={isReady}
            failures={members.length > 1 ? failures : []}
            shouldReplace={shouldReplace}
            onReplace={setShouldReplace}
          />
        )}
      </form>
    </Dialog>
  )
}

const nameOf = (members: readonly Member[]): string => {
  const [one, ...more] = members
  if (!one || more.length > 0) return `${members.length} members`
  return [...new Set([memberDisplayName(one), one.membership_number])].filter(Boolean).join(', ')
}
