import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Member } from '#features/members/answers.ts'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import { formatRupees } from '#shared/rupees.ts'
import type { LineMember, OwingMember } from '../answers.ts'
import { foundMembers } from './calls.ts'

/** The active members that a search finds, without those of these ids, or why there are none. */
export function FoundMembers({
  search,
  except = [],
  children,
}: {
  search: string
  except?: readonly string[]
  children: (members: readonly Member[]) => ReactNode
}) {
  const query = useQuery({ ...foundMembers(search), enabled: search.length >= 2 })
  if (search.length < 2) return <p className="text-sm text-ink-soft">Type at least 2 letters.</p>
  if (query.isPending) return <SkeletonRows label="Searching members" />
  if (query.isError) return <LoadFailed title="Couldn't search the members" query={query} />
  const others = query.data.filter(({ id }) => !except.includes(id))
  if (others.length > 0) return children(others)
  return (
    <p role="status">
      {query.data.length === 0
        ? 'No members match your search.'
        : 'All members that match your search are in the list already.'}
    </p>
  )
}

/**
 * The company comes first, because banks name it. Names are not truncated, so that similar ones can be distinguished.
 */
export const FoundMember = ({ member }: { member: LineMember | OwingMember }) => (
  <span className="min-w-0 wrap-anywhere">
    <span className="block font-medium">{member.company_name || member.name}</span>
    <span className="block text-xs text-ink-soft">
      {[member.membership_number, member.company_name && member.name].filter(Boolean).join(' · ')}
    </span>
    {'owed_paise' in member && (
      <span className="block text-xs text-ink-soft tabular-nums">
        {formatRupees(member.owed_paise)} owed
      </span>
    )}
  </span>
)
