import { useQuery } from '@tanstack/react-query'
import Monitor from 'lucide-react/icons/monitor'
import { useState } from 'react'
import { Badge } from '#platform/web/ui/Badge.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import { dateTime } from '#shared/dates.ts'
import { ownSessions, useEndSession } from './calls.ts'
import { SignOutEverywhereDialog } from './SignOutEverywhereDialog.tsx'

/** The sessions of the user, with buttons to end them. */
export function SessionsCard({ side }: { side: 'admin' | 'board' }) {
  const sessions = useQuery(ownSessions)
  const end = useEndSession()
  const [isConfirming, setConfirming] = useState(false)
  return (
    <Card
      title="Active sessions"
      actions={
        <Button size="sm" onClick={() => setConfirming(true)}>
          Sign out everywhere
        </Button>
      }
    >
      {sessions.isPending ? (
        <SkeletonRows rows={2} label="Loading your sessions" />
      ) : sessions.isError ? (
        <LoadFailed query={sessions} />
      ) : (
        <ul className="divide-y divide-line">
          {sessions.data.map((session) => (
            <li key={session.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
              <Monitor aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
              <div className="min-w-0 flex-1 basis-40 text-sm">
                <p className="font-medium wrap-anywhere">{session.device}</p>
                <p className="text-ink-faint">Last seen {dateTime(session.seen_at)}</p>
              </div>
              {session.current ? (
                <Badge>This device</Badge>
              ) : (
                <Button
                  size="sm"
                  disabled={end.isPending}
                  onClick={() => end.mutate({ id: session.id })}
                  aria-label={`Sign out ${session.device}`}
                >
                  Sign out
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <SignOutEverywhereDialog
        side={side}
        open={isConfirming}
        onClose={() => setConfirming(false)}
      />
    </Card>
  )
}
