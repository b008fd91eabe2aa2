import { useId } from 'react'
import { formatCount } from '#shared/sentences.ts'
import type { ImportStage } from './calls.ts'

/** The progress of an import: sending, checking, writing. */
export function ImportProgressNote({
  stage,
  rows,
}: {
  stage: ImportStage
  /** The number of rows in all, where the server does not report it. */
  rows?: number | undefined
}) {
  const id = useId()
  const { message, fraction } = describe(stage, rows)
  return (
    <div className="grid gap-2 rounded-md border border-line bg-page px-4 py-3 text-sm">
      <p id={id} className="tabular-nums">
        {message}
      </p>
      <progress
        aria-labelledby={id}
        max={1}
        value={fraction}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
      />
    </div>
  )
}

/** Without a fraction, the progress bar is indeterminate. */
function describe({ sent, progress }: ImportStage, rows: number | undefined) {
  if (sent < 1) return { message: `Sending the file: ${Math.floor(sent * 100)} %`, fraction: sent }
  if (!progress || progress.rows === 0)
    return {
      message:
        progress?.doing === 'waiting'
          ? 'Waiting for another import to end...'
          : 'Reading the file...',
    }
  const total = progress.of ?? rows
  const verb = progress.doing === 'writing' ? 'Writing' : 'Checking'
  if (total === undefined)
    return { message: `${verb} the rows: ${formatCount(progress.rows)} so far` }
  const fraction = Math.min(1, progress.rows / total)
  return {
    message: `${verb} the rows: ${formatCount(progress.rows)} of ${formatCount(total)}`,
    fraction,
  }
}
