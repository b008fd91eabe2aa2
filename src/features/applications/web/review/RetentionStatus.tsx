import { useQuery } from '@tanstack/react-query'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { Skeleton } from '#platform/web/ui/loading/Skeleton.tsx'
import { dateTime, shortDate } from '#shared/dates.ts'
import { countOf } from '#shared/sentences.ts'
import type { Retention } from '../../answers.ts'
import { retention } from './calls.ts'

/** The last and the next deletion of papers by the daily sweep. */
export function RetentionStatus() {
  const sweep = useQuery(retention)
  if (sweep.isError) return <LoadFailed title="Couldn't load the document deletion" query={sweep} />
  return (
    <section aria-label="Deletion of documents" className="text-xs text-ink-faint">
      {sweep.data ? (
        <p>
          Documents of rejected and withdrawn applications are deleted after {sweep.data.days} days.{' '}
          {lastRunText(sweep.data)} {nextRunText(sweep.data)}
        </p>
      ) : (
        <Skeleton className="h-4 w-full max-w-xl" />
      )}
    </section>
  )
}

function lastRunText({ lastRun }: Retention): string {
  if (!lastRun) return 'Not checked yet.'
  const when = `Last checked: ${dateTime(lastRun.at)}`
  if (lastRun.applications === 0) return `${when}, nothing to delete.`
  return `${when}, ${countOf(lastRun.files, 'file', 'files')} of ${countOf(lastRun.applications, 'application', 'applications')} deleted.`
}

function nextRunText({ waiting, nextDue }: Retention): string {
  if (waiting === 0 || nextDue === null) return 'Nothing scheduled for deletion.'
  return `Next deletion: ${shortDate(nextDue)} (${countOf(waiting, 'application', 'applications')}).`
}
