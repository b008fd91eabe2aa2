import { useQuery } from '@tanstack/react-query'
import { Card } from '#platform/web/ui/Card.tsx'
import { ChangeHistory } from '#platform/web/ui/ChangeHistory.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import { settingsHistory, useUndoSettings } from './calls.ts'

/** The changes of the settings with their old and new values; undoable ones have a button. */
export function SettingsHistoryCard() {
  const history = useQuery(settingsHistory)
  const undo = useUndoSettings()
  if (history.isPending) return <SkeletonRows rows={3} label="Loading the history" />
  if (history.isError) return <LoadFailed title="The history could not be loaded" query={history} />
  if (history.data.length === 0)
    return (
      <EmptyState title="No changes yet">Each change of these settings is listed here.</EmptyState>
    )
  return (
    <Card>
      <ChangeHistory hideHeading entries={history.data} undo={undo} />
    </Card>
  )
}
