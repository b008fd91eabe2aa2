import { useQuery } from '@tanstack/react-query'
import { memberAccount } from '#features/dues/web/calls.ts'
import type { Member } from '#features/members/answers.ts'
import { isMemberRole } from '#shared/roles.ts'
import { formatRupees } from '#shared/rupees.ts'

/** Says what a member owes before a permanent deletion, because they get no reminders afterwards. */
export function DebtOfDeleted({ member }: { member: Member }) {
  const { data } = useQuery({ ...memberAccount(member.id), enabled: isMemberRole(member.role) })
  if (!data || data.owed_paise === 0) return null
  return (
    <p className="mt-2 font-medium text-warning-text">
      {formatRupees(data.owed_paise)} is still owed. Deleted members are in no list of debtors.
    </p>
  )
}
