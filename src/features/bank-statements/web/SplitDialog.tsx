import { useId, useRef, useState } from 'react'
import { isReason, isReferenceTaken, recordAnotherLabel } from '#features/ledger/web/calls.ts'
import { AnotherPaymentField } from '#features/ledger/web/components/AnotherPaymentField.tsx'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { FormButtons } from '#platform/web/dialog/FormButtons.tsx'
import { longDate } from '#shared/dates.ts'
import { formatRupees, type Paise } from '#shared/rupees.ts'
import type { BankLine, LineMember, OwingMember } from '../answers.ts'
import { maxParts } from '../contract.ts'
import { AddMember } from './AddMember.tsx'
import { useSplitLine } from './calls.ts'
import { SplitPart } from './SplitPart.tsx'
import { initialParts, isAmount, leftOf, typedPartOf } from './split.ts'

interface SplitDialogProps {
  line: BankLine
  emailsReceipts: boolean
  /** The line is about to leave the list of open ones. */
  onSave: () => void
  onClose: () => void
}

/** Splits a bank line over several members: says for each what the part settles before anything is recorded. */
export function SplitDialog({ line, emailsReceipts, onSave, onClose }: SplitDialogProps) {
  const id = useId()
  const [initial] = useState(() => initialParts(line))
  const [parts, setParts] = useState(initial)
  const [reason, setReason] = useState('')
  const save = useSplitLine()
  const taken = isReferenceTaken(save.error) ? save.error : undefined
  const left = leftOf(line.amount_paise, parts)
  const isComplete = left === 0 && parts.length > 1 && parts.every(({ amount }) => isAmount(amount))
  const isReady = isComplete && (!taken || isReason(reason))
  const search = useRef<HTMLDivElement>(null)
  const add = (member: LineMember | OwingMember) =>
    setParts((before) => [...before, typedPartOf(member, leftOf(line.amount_paise, before))])
  const changeAmount = (personId: string, amount: string) =>
    setParts((before) =>
      before.map((part) => (part.member.id === personId ? { ...part, amount } : part)),
    )
  const remove = (personId: string) => {
    setParts((before) => before.filter(({ member }) => member.id !== personId))
    search.current?.querySelector('input')?.focus()
  }
  const submit = () => {
    if (!isReady) return
    const body = {
      state: 'confirmed' as const,
      parts: parts.map(({ member, amount }) => ({ person_id: member.id, amount })),
      ...(taken && { another_payment: reason.trim() }),
      ...(emailsReceipts && { email_receipt: true }),
    }
    onSave()
    save.mutate({ id: line.id, body }, { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      onClose={save.isPending ? () => {} : onClose}
      title="Split over several members"
      description={`${formatRupees(line.amount_paise)} on ${longDate(line.date)}`}
      dirty={parts !== initial || save.isPending}
      fallbackFocus={() =>
        document.querySelector<HTMLElement>(`[data-row="${line.id}"] [data-act="choose"]`)
      }
      footer={
        <>
          <AmountLeft left={left} />
          <FormButtons
            form={id}
            label={taken ? recordAnotherLabel : recordLabel(parts.length)}
            disabled={!isReady}
            pending={save.isPending}
            onCancel={onClose}
          />
        </>
      }
    >
      <form
        id={id}
        noValidate
        className="grid grid-cols-1 gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <p className="text-sm text-ink-soft wrap-anywhere">{line.narration}</p>
        {parts.map(({ member, amount }) => (
          <SplitPart
            key={member.id}
            member={member}
            amount={amount}
            paidOn={line.date}
            hasFocus={!initial.some((part) => part.member.id === member.id)}
            onChange={(typed) => changeAmount(member.id, typed)}
            onRemove={() => remove(member.id)}
          />
        ))}
        <AnotherPaymentField error={save.error} reason={reason} onChange={setReason} />
        {parts.length < maxParts && (
          <div ref={search}>
            <AddMember
              nearest={line.candidates}
              chosen={parts.map(({ member }) => member.id)}
              onAdd={add}
            />
          </div>
        )}
      </form>
    </Dialog>
  )
}

const recordLabel = (count: number): string =>
  count > 1 ? `Record ${count} payments` : 'Record payments'

const AmountLeft = ({ left }: { left: Paise }) => (
  <p
    role="status"
    className="mr-auto self-center text-sm font-medium tabular-nums max-sm:basis-full"
  >
    {leftText(left)}
  </p>
)

function leftText(left: Paise): string {
  if (left > 0) return `${formatRupees(left)} left to assign`
  return left < 0 ? `${formatRupees(-left)} too much` : 'All of it is assigned'
}
