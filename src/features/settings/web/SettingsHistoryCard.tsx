import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { ChangeHistory } from '#platform/web/ui/ChangeHistory.tsx'
import { LoadFailed } from '#platform/web/ui/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/Skeleton.tsx'
import type { SettingsChange } from '../contract.ts'
import { settingsHistory, useUndoSettings } from './calls.ts'

/** The changes of the settings with their old and new values; undoable ones have a button. */
export function SettingsHistoryCard() {
  const history = useQuery(settingsHistory)
  if (history.isPending) return <SkeletonRows rows={3} label="Loading the history" />
  if (history.isError)
    return <LoadFailed error={history.error} retry={() => void history.refetch()} />
  if (history.data.length === 0)
    return <p className="text-ink-soft">Nothing has been changed yet.</p>
  return (
    <Card className="max-w-4xl">
      <ChangeHistory
        hideHeading
        entries={history.data.map((change) => ({ ...change, more: <Details change={change} /> }))}
      />
    </Card>
  )
}

function Details({ change }: { change: SettingsChange }) {
  const undo = useUndoSettings()
  return (
    <>
      {change.details.length > 0 && (
        <ul className="mt-0.5 grid gap-0.5 text-ink-soft">
          {change.details.map(({ field, before, after }) => (
            <li key={field} className="wrap-anywhere whitespace-pre-line">
              {field}: <del className="text-ink-faint">{before}</del>
              <span aria-hidden="true"> → </span>
              <span className="sr-only"> is now </span>
              <ins className="no-underline">{after}</ins>
            </li>
          ))}
        </ul>
      )}
      {change.can_undo && (
        <Button
          size="sm"
          variant="ghost"
          className="-ml-2.5"
          icon={<Undo2 aria-hidden="true" />}
          pending={undo.isPending}
          aria-label={`Undo: ${change.words}`}
          onClick={() => undo.mutate(change.id)}
        >
          Undo
        </Button>
      )}
    </>
  )
}
