import { useId, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { Member } from '#features/members/contract.ts'
import { Badge } from '#platform/web/Badge.tsx'
import { Button } from '#platform/web/Button.tsx'
import { Dialog } from '#platform/web/Dialog.tsx'
import { choicesOf, SelectField } from '#platform/web/SelectField.tsx'
import { TextField } from '#platform/web/TextField.tsx'
import { paiseOf, rupees } from '#shared/rupees.ts'
import { paymentMark, paymentModeLabels } from '../contract.ts'
import { financialYear } from '../rules.ts'
import { type PaidValues, useMarkPaid } from './calls.ts'

/**
 * Mark Payment as Paid (rulings section 4), for one member or the same for several. What is missing
 * stands beside its field, and the button stays shut until nothing is.
 */
export function MarkPaidDialog({
  members: first,
  onClose,
}: {
  members: readonly Member[]
  onClose: (isDone: boolean) => void
}) {
  // As they were at the opening: the list behind the dialog changes with each one that is marked.
  const [members, setMembers] = useState(first)
  const id = useId()
  const { from, to } = financialYear(new Date())
  const form = useForm<PaidValues>({
    defaultValues: {
      paymentAmount: '',
      paymentMode: '',
      paymentRef: '',
      membership_valid_from: from,
      membership_valid_to: to,
    },
  })
  const paid = form.watch()
  const missing = missingIn(paid)
  const isReady = Object.keys(missing).length === 0
  const markPaid = useMarkPaid()
  const refused = markPaid.data ?? []

  async function save() {
    if (!isReady) return
    const left = await markPaid.mutateAsync({ members, paid })
    if (left.length === 0) onClose(true)
    else setMembers(members.filter((member) => left.some((one) => one.id === member.id)))
  }

  return (
    <Dialog
      open
      onClose={() => onClose(false)}
      title="Mark Payment as Paid"
      description={nameOf(members)}
      dirty={form.formState.isDirty}
      footer={
        <>
          <Button onClick={() => onClose(false)}>Cancel</Button>
          <Button
            type="submit"
            form={id}
            variant="primary"
            disabled={!isReady}
            pending={markPaid.isPending}
          >
            Mark as Paid
          </Button>
        </>
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
        <PaidFields form={form} missing={missing} />
        {members.length > 1 && <Preview members={members} paid={paid} />}
        {refused.map(({ id: key, words }) => (
          <p key={key} role="alert" className="text-sm text-danger-text">
            {nameOf(members.filter((member) => member.id === key))}: {words}
          </p>
        ))}
      </form>
    </Dialog>
  )
}

const nameOf = (members: readonly Member[]): string => {
  const [one, ...more] = members
  if (!one || more.length > 0) return `${members.length} members`
  return [one.name || one.company_name, one.membership_number].filter(Boolean).join(', ')
}

type Missing = Partial<Record<keyof PaidValues, string>>

/** What the contract has to say about the form as it is, by field. */
function missingIn(paid: PaidValues): Missing {
  const read = paymentMark.safeParse({ ...paid, payment_status: true })
  if (read.success) return {}
  const missing: Missing = {}
  for (const { path, message } of read.error.issues.toReversed())
    Object.assign(missing, { [String(path[0])]: message })
  return missing
}

function PaidFields({ form, missing }: { form: UseFormReturn<PaidValues>; missing: Missing }) {
  const { touchedFields, dirtyFields } = form.formState
  // Before anything is typed it is a hint, afterwards a mistake; either way it stands at its field.
  const told = (name: keyof PaidValues, hint?: string) => {
    const words = missing[name]
    const isTyped = touchedFields[name] || dirtyFields[name]
    return {
      ...form.register(name),
      hint: words && !isTyped ? words : hint,
      error: isTyped ? words : undefined,
    }
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        data-first-focus
        label="Amount (₹)"
        inputMode="decimal"
        autoComplete="off"
        {...told('paymentAmount', amountHint(form.watch('paymentAmount')))}
      />
      <SelectField
        label="Payment Mode"
        optional
        placeholder="Select payment mode"
        options={choicesOf(paymentModeLabels)}
        {...told('paymentMode')}
      />
      <TextField
        label="Payment Reference"
        optional
        className="sm:col-span-2"
        autoComplete="off"
        {...told('paymentRef')}
      />
      <TextField label="Valid From" type="date" {...told('membership_valid_from')} />
      <TextField label="Valid To" type="date" {...told('membership_valid_to')} />
    </div>
  )
}

/** The amount as it will be recorded, so that a slip of a zero is seen. */
function amountHint(typed: string): string | undefined {
  const paise = paiseOf(typed)
  return paise === undefined ? undefined : rupees(paise)
}

/** What will change on whom. */
function Preview({ members, paid }: { members: readonly Member[]; paid: PaidValues }) {
  const paise = paiseOf(paid.paymentAmount)
  const again = members.filter(({ payment_status }) => payment_status).length
  return (
    <section className="grid gap-2 border-t border-line pt-4 text-sm">
      <h3 className="text-base">What will change</h3>
      {again > 0 && (
        <p className="text-ink-soft">
          {again === 1 ? 'One of them is' : `${again} of them are`} PAID already and will have one
          more payment.
        </p>
      )}
      <ul className="grid gap-1.5">
        {members.map((member) => (
          <li key={member.id} className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
              {member.name || member.company_name}{' '}
              <span className="text-ink-faint">{member.membership_number}</span>
            </span>
            <Badge tone={member.payment_status ? 'success' : 'warning'}>
              {member.payment_status ? 'PAID' : 'PENDING'}
            </Badge>
            <span aria-hidden="true">→</span>
            <span className="sr-only">becomes</span>
            <Badge tone="success">PAID {paise === undefined ? '' : rupees(paise)}</Badge>
          </li>
        ))}
      </ul>
    </section>
  )
}
