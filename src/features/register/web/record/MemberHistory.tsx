import { useQuery } from '@tanstack/react-query'
import { memberHistory, useUndoChange } from '#features/members/web/calls.ts'
import { ChangeHistory } from '#platform/web/ui/ChangeHistory.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'

/** The history in Member Details: who changed which values, with undo. */
export function MemberHistory({
  memberId,
  hasHeading = false,
}: {
  memberId: string
  hasHeading?: boolean
}) {
  const history = useQuery(memberHistory(memberId))
  const undo = useUndoChange()
  if (history.isPending) return <SkeletonRows rows={2} label="Loading history" />
  if (history.isError) return <LoadFailed title="The history could not be loaded" query={history} />
  if (history.data.length === 0 && !hasHeading)
    return <p className="text-sm text-ink-soft">No changes yet.</p>
  return <ChangeHistory entries={history.data} undo={undo} hideHeading={!hasHeading} />
}
