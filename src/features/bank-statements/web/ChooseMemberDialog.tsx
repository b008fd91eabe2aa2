import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MemberIdentity } from '#features/members/web/components/MemberIdentity.tsx'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { SearchField } from '#platform/web/form/SearchField.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { LoadFailed } from '#platform/web/ui/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/Skeleton.tsx'
import { formatRupees } from '#shared/rupees.ts'
import type { BankLine } from '../answers.ts'
import { foundMembers } from './calls.ts'
import { dayName } from './statement-names.ts'

interface ChooseMemberDialogProps {
  line: BankLine
  isSaving: boolean
  onChoose: (personId: string) => void
  onClose: () => void
}

/** Searches the member who has paid, and records the payment. */
export function ChooseMemberDialog({ line, isSaving, onChoose, onClose }: ChooseMemberDialogProps) {
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
        <SearchField
          label="Search members"
          placeholder="Name, company or membership number"
          value={search}
          onSearch={(text) => {
            setSearch(text)
            setSelected(undefined)
          }}
        />
        <Found search={search} selected={selected} onSelect={setSelected} />
      </div>
    </Dialog>
  )
}

interface FoundProps {
  search: string
  selected: string | undefined
  onSelect: (id: string) => void
}

function Found({ search, selected, onSelect }: FoundProps) {
  const query = useQuery({ ...foundMembers(search), enabled: search.length >= 2 })
  if (search.length < 2) return <p className="text-sm text-ink-soft">Type at least 2 letters.</p>
  if (query.isPending) return <SkeletonRows label="Searching members" />
  if (query.isError) return <LoadFailed title="Couldn't search the members" query={query} />
  if (query.data.length === 0) return <p role="status">No members match your search.</p>
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2">
      <legend className="sr-only">Members</legend>
      {query.data.map((member) => (
        <label
          key={member.id}
          className="flex min-w-0 cursor-pointer items-center gap-3 rounded-md border border-line p-2.5 has-checked:border-accent-text has-checked:bg-accent-soft"
        >
          <input
            type="radio"
            name="member"
            className="size-4 shrink-0"
            checked={selected === member.id}
            onChange={() => onSelect(member.id)}
          />
          <MemberIdentity member={member} />
        </label>
      ))}
    </fieldset>
  )
}
