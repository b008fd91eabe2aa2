import { useState } from 'react'
import { MemberIdentity } from '#features/members/web/components/MemberIdentity.tsx'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { SearchField } from '#platform/web/form/SearchField.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { formatRupees } from '#shared/rupees.ts'
import type { BankLine } from '../answers.ts'
import { FoundMembers } from './FoundMembers.tsx'
import { dayName } from './statement-names.ts'

interface ChooseMemberDialogProps {
  line: BankLine
  isSaving: boolean
  onChoose: (personId: string) => void
  /** The line pays for several members. */
  onSplit: () => void
  onClose: () => void
}

/** Searches the member who has paid, and records the payment. */
export function ChooseMemberDialog({
  line,
  isSaving,
  onChoose,
  onSplit,
  onClose,
}: ChooseMemberDialogProps) {
  const [search, setSearch] = useState('')
  const [selected, setSelected] = useState<string>()
  const amount = formatRupees(line.amount_paise)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Choose member"
      description={`${amount} on ${dayName(line.date)}`}
      closesOnBack
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
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
        <p>
          <Button size="sm" disabled={isSaving} onClick={onSplit}>
            Split over several members
          </Button>
        </p>
        <SearchField
          label="Search members"
          placeholder="Name, company or membership number"
          value={search}
          onSearch={(text) => {
            setSearch(text)
            setSelected(undefined)
          }}
        />
        <FoundMembers search={search}>
          {(members) => (
            <fieldset className="grid min-w-0 grid-cols-1 gap-2">
              <legend className="sr-only">Members</legend>
              {members.map((member) => (
                <label
                  key={member.id}
                  className="flex min-w-0 cursor-pointer items-center gap-3 rounded-md border border-line p-2.5 has-checked:border-accent-text has-checked:bg-accent-soft"
                >
                  <input
                    type="radio"
                    name="member"
                    className="size-4 shrink-0"
                    checked={selected === member.id}
                    onChange={() => setSelected(member.id)}
                  />
                  <MemberIdentity member={member} />
                </label>
              ))}
            </fieldset>
          )}
        </FoundMembers>
      </div>
    </Dialog>
  )
}
