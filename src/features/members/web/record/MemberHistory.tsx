import { useQuery } from '@tanstack/react-query'
import { ChangeHistory } from '#platform/web/ui/ChangeHistory.tsx'
import { LoadFailed } from '#platform/web/ui/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/Skeleton.tsx'
import { memberHistory, useUndoChange } from '../calls.ts'

/** The History section of Member Details: who changed which values, with undo. */
export function MemberHistory({ memberId }: { memberId: string }) {
  const history = useQuery(memberHistory(memberId))
  const undo = useUndoChange()
  if (history.isPending) return <SkeletonRows rows={2} label="Loading the history" />
  if (history.isError) return <LoadFailed query={history} />
  return <ChangeHistory entries={history.data} undo={undo} />
}
