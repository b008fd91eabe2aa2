import { useId, useRef, useState } from 'react'
import { isReason, isReferenceTaken } from '#features/ledger/web/calls.ts'
import { AnotherPaymentField } from '#features/ledger/web/components/AnotherPaymentField.tsx'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { FormButtons } from '#platform/web/dialog/FormButtons.tsx'
import { SearchField } from '#platform/web/form/SearchField.tsx'
import { longDate } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import type { BankLine, LineMember, OwingMember } from '../answers.ts'
import { maxParts } from '../contract.ts'
import { useSplitLine } from './calls.ts'
import { FoundMember, FoundMembers } from './FoundMembers.tsx'
import { SplitPart } from './SplitPart.tsx'
import { initialParts, isAmount, leftOf } from './split.ts'

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
  const remove = (personId: string) => {
    setParts((before) => before.filter(({ member }) => member.id !== personId))
    search.current?.querySelector('input')?.focus()
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
          <p
            role="status"
            className="mr-auto self-center text-sm font-medium tabular-nums max-sm:basis-full"
          >
            {leftText(left)}
          </p>
          <FormButtons
            form={id}
            label={taken ? 'Record it as another payment' : recordLabel(parts.length)}
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
          if (!isReady) return
          const body = {
            state: 'confirmed' as const,
            parts: parts.map(({ member, amount }) => ({ person_id: member.id, amount })),
            ...(taken && { another_payment: reason.trim() }),
            ...(emailsReceipts && { email_receipt: true }),
          }
          onSave()
          save.mutate({ id: line.id, body }, { onSuccess: onClose })
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
            onChange={(typed) =>
              setParts((before) =>
                before.map((part) =>
                  part.member.id === member.id ? { ...part, amount: typed } : part,
                ),
              )
            }
            onRemove={() => remove(member.id)}
          />
        ))}
        <AnotherPaymentField error={save.error} reason={reason} onChange={setReason} />
        {parts.length < maxParts && (
          <div ref={search}>
            <AddMember
              nearest={line.candidates}
              chosen={parts.map(({ member }) => member.id)}
              onAdd={({ id: memberId, name, company_name, membership_number }) =>
                setParts((before) => [
                  ...before,
                  {
                    member: { id: memberId, name, company_name, membership_number },
                    amount: '',
                  },
                ])
              }
            />
          </div>
        )}
      </form>
    </Dialog>
  )
}

const recordLabel = (count: number): string =>
  count > 1 ? `Record ${count} payments` : 'Record payments'

function leftText(left: number): string {
  if (left > 0) return `${formatRupees(left)} left to assign`
  return left < 0 ? `${formatRupees(-left)} too much` : 'All of it is assigned'
}

/** Offers the nearest members, and searches among all, as Choose member does. */
function AddMember({
  nearest,
  chosen,
  onAdd,
}: {
  nearest: readonly OwingMember[]
  chosen: readonly string[]
  onAdd: (member: LineMember) => void
}) {
  const [search, setSearch] = useState('')
  const others = nearest.filter((member) => !chosen.includes(member.id))
  const members = (shown: readonly (LineMember | OwingMember)[], label: string) => (
    <ul aria-label={label} className="grid grid-cols-1 gap-2">
      {shown.map((member) => (
        <li key={member.id}>
          <button
            type="button"
            className="flex w-full min-w-0 items-center rounded-md border border-line p-2.5 text-left hover:bg-sunken"
            onClick={() => {
              setSearch('')
              onAdd(member)
            }}
          >
            <FoundMember member={member} />
          </button>
        </li>
      ))}
    </ul>
  )
  return (
    <div className="grid grid-cols-1 gap-2">
      <p aria-hidden="true" className="text-sm font-medium">
        Add a member
      </p>
      <SearchField
        label="Add a member"
        placeholder="Name, company or membership number"
        value={search}
        onSearch={setSearch}
      />
      {search === '' ? (
        others.length > 0 && members(others, 'Nearest members')
      ) : (
        <FoundMembers search={search} except={chosen}>
          {(found) => members(found, 'Members')}
        </FoundMembers>
      )}
    </div>
  )
}
