import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Member } from '#features/members/answers.ts'
import { LoadFailed } from '#platform/web/ui/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/Skeleton.tsx'
import { foundMembers } from './calls.ts'

/** The active members that a search finds, or why there are none. */
export function FoundMembers({
  search,
  children,
}: {
  search: string
  children: (members: readonly Member[]) => ReactNode
}) {
  const query = useQuery({ ...foundMembers(search), enabled: search.length >= 2 })
  if (search.length < 2) return <p className="text-sm text-ink-soft">Type at least 2 letters.</p>
  if (query.isPending) return <SkeletonRows label="Searching members" />
  if (query.isError) return <LoadFailed title="Couldn't search the members" query={query} />
  if (query.data.length === 0) return <p role="status">No members match your search.</p>
  return children(query.data)
}
