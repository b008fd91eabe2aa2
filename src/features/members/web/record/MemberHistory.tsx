import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { Button } from '#platform/web/ui/Button.tsx'
import { ChangeHistory } from '#platform/web/ui/ChangeHistory.tsx'
import { LoadFailed } from '#platform/web/ui/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/Skeleton.tsx'
import type { MemberChange } from '../../contract.ts'
import { memberHistory, useUndoChange } from '../calls.ts'

/** The History section of Member Details: who changed which values, with undo. */
export function MemberHistory({ memberId }: { memberId: string }) {
  const history = useQuery(memberHistory(memberId))
  if (history.isPending) return <SkeletonRows rows={2} label="Loading the history" />
  if (history.isError)
    return <LoadFailed error={history.error} retry={() => void history.refetch()} />
  return (
    <ChangeHistory
      entries={history.data.map((change) => ({ ...change, more: <Details change={change} /> }))}
    />
  )
}

function Details({ change }: { change: MemberChange }) {
  const undo = useUndoChange()
  return (
    <>
      {change.details.length > 0 && (
        <ul className="mt-0.5 grid gap-0.5 text-ink-soft">
          {change.details.map(({ field, before, after }) => (
            <li key={field} className="wrap-anywhere">
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
