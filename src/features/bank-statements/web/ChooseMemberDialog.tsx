import { useState } from 'react'
import { DuesPaymentOutcome } from '#features/dues/web/components/DuesPaymentOutcome.tsx'
import type { Member } from '#features/members/answers.ts'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { SearchField } from '#platform/web/form/SearchField.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { longDate } from '#shared/dates.ts'
import { decimalRupees, formatRupees } from '#shared/rupees.ts'
import type { BankLine } from '../answers.ts'
import { FoundMembers } from './FoundMembers.tsx'

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
      description={`${amount} on ${longDate(line.date)}`}
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
                <div key={member.id} className="grid grid-cols-1 gap-2">
                  <label className="flex min-w-0 cursor-pointer items-center gap-3 rounded-md border border-line p-2.5 has-checked:border-accent-text has-checked:bg-accent-soft">
                    <input
                      type="radio"
                      name="member"
                      className="size-4 shrink-0"
                      checked={selected === member.id}
                      onChange={() => setSelected(member.id)}
                    />
                    <FoundMember member={member} />
                  </label>
                  {selected === member.id && (
                    <DuesPaymentOutcome
                      memberId={member.id}
                      amount={decimalRupees(line.amount_paise)}
                      paidOn={line.date}
                    />
                  )}
                </div>
              ))}
            </fieldset>
          )}
        </FoundMembers>
      </div>
    </Dialog>
  )
}

/** The company first: the bank names it. Nothing is cut, so that names alike can be told apart. */
const FoundMember = ({ member: { name, company_name, membership_number } }: { member: Member }) => (
  <span className="min-w-0 wrap-anywhere">
    <span className="block font-medium">{company_name || name}</span>
    <span className="block text-xs text-ink-soft">
      {[membership_number, company_name && name].filter(Boolean).join(' · ')}
    </span>
  </span>
)
