import { Switch } from '#platform/web/ui/Switch.tsx'
import type { Member } from '../../answers.ts'
import { memberDisplayName } from '../../display-name.ts'
import { useMemberStatus } from '../calls.ts'

/** Deactivates or restores a member immediately. */
export function ActiveSwitch({ member }: { member: Member }) {
  const status = useMemberStatus()
  const isActive = status.isPending ? status.variables.isActive : member.is_active
  return (
    <Switch
      label={`${memberDisplayName(member)} is active`}
      hideLabel
      title="Active"
      className="px-1.5"
      disabled={status.isPending}
      checked={isActive}
      onChange={({ target }) => status.mutate({ id: member.id, isActive: target.checked })}
    />
  )
}
