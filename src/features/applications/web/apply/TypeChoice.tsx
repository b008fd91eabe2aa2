import { type MemberRole, memberRoles } from '#shared/roles.ts'
import { membershipTypeLabels } from '../../rules.ts'

export function TypeChoice({
  type,
  onChange,
}: {
  type: MemberRole
  onChange: (type: MemberRole) => void
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">Membership Type</legend>
      <div className="grid grid-pairs gap-2">
        {memberRoles.map((role) => (
          <label
            key={role}
            className="flex min-h-12 items-center gap-2.5 rounded-md border border-edge bg-surface px-3 py-2 text-sm font-medium has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus without-has:focus-within:outline-2 without-has:focus-within:outline-offset-2 without-has:focus-within:outline-focus"
          >
            <input
              type="radio"
              name="type"
              value={role}
              checked={role === type}
              onChange={() => onChange(role)}
              className="checkbox outline-none"
            />
            {membershipTypeLabels[role]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
