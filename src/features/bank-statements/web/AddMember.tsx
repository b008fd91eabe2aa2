import { useState } from 'react'
import { SearchField } from '#platform/web/form/SearchField.tsx'
import type { LineMember, OwingMember } from '../answers.ts'
import { FoundMember, FoundMembers } from './FoundMembers.tsx'

/** Offers the nearest members, and searches among all, as Choose member does. */
export function AddMember({
  nearest,
  chosen,
  onAdd,
}: {
  nearest: readonly OwingMember[]
  chosen: readonly string[]
  onAdd: (member: LineMember | OwingMember) => void
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
