import { useState } from 'react'
import { DuesPaymentOutcome } from '#features/dues/web/components/payments/DuesPaymentOutcome.tsx'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { SearchField } from '#platform/web/form/SearchField.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { longDate } from '#shared/dates.ts'
import { decimalRupees, formatRupees } from '#shared/rupees.ts'
import type { BankLine, LineMember, OwingMember } from '../answers.ts'
import { FoundMember, FoundMembers } from './FoundMembers.tsx'

interface ChooseMemberDialogProps {
  line: BankLine
  isSaving: boolean
  onChoose: (personId: string) => void
  /** The line pays for several members. */
  onSplit: () => void
  onClose: () => void
}

/** Searches for the member who has paid, and records the payment. */
export function ChooseMemberDialog({
  line,
  isSaving,
  onChoose,
  onSplit,
  onClose,
}: ChooseMemberDialogProps) {
  const [search, setSearch] = useState('')
  const [selected, setSelected] = useState<string>()
  const members = (shown: readonly (LineMember | OwingMember)[], legend: string) => (
    <Members
      line={line}
      legend={legend}
      members={shown}
      selected={selected}
      onSelect={setSelected}
    />
  )
  const amount = formatRupees(line.amount_paise)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Choose member"
      description={`${amount} on ${longDate(line.date)}`}
      closesOnBack
      footNote={
        <Button variant="quiet" className="-ml-3" disabled={isSaving} onClick={onSplit}>
          Split over several members
        </Button>
      }
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            disabled={selected === undefined}
            pending={isSaving}
            onClick={() => selected !== undefined && onChoose(selected)}
          >
            Record {amount}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <p className="text-sm text-ink-soft wrap-anywhere">{line.narration}</p>
        <SearchField
          label="Search members"
          placeholder="Name, company or membership number"
          value={search}
          onSearch={(text) => {
            setSearch(text)
            setSelected(undefined)
          }}
        />
        {search === '' && line.candidates.length > 0 ? (
          members(line.candidates, 'Nearest members')
        ) : (
          <FoundMembers search={search}>{(found) => members(found, 'Members')}</FoundMembers>
        )}
      </div>
    </Dialog>
  )
}

interface MembersProps {
  line: BankLine
  legend: string
  members: readonly (LineMember | OwingMember)[]
  selected: string | undefined
  onSelect: (personId: string) => void
}

/** The options. Below the selected one it shows what the line would settle. */
const Members = ({ line, legend, members, selected, onSelect }: MembersProps) => (
  <fieldset className="grid min-w-0 grid-cols-1 gap-2">
    <legend className="sr-only">{legend}</legend>
    {members.map((member) => (
      <div key={member.id} className="grid grid-cols-1 gap-2">
        <label className="flex min-w-0 cursor-pointer items-center gap-3 rounded-md border border-line p-2.5 has-checked:border-accent-text has-checked:bg-accent-soft">
          <input
            type="radio"
            name="member"
            className="size-4 shrink-0"
            checked={selected === member.id}
            onChange={() => onSelect(member.id)}
          />
          <FoundMember member={member} />
        </label>
        {selected === member.id && (
          <DuesPaymentOutcome
            memberId={member.id}
            payment={{ amount: decimalRupees(line.amount_paise), paid_on: line.date }}
          />
        )}
      </div>
    ))}
  </fieldset>
)
