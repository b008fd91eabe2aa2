import { useId } from 'react'
import type { ImportStage } from './calls.ts'

/** How far an import is: on its way, being checked, being written. */
export function ImportProgressNote({ way, rows }: { way: ImportStage; rows?: number | undefined }) {
  const id = useId()
  const { words, part } = told(way, rows)
  return (
    <div className="grid gap-2 rounded-md border border-line bg-page px-4 py-3 text-sm">
      <p id={id} className="tabular-nums">
        {words}
      </p>
      <progress
        aria-labelledby={id}
        max={1}
        value={part}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
      />
    </div>
  )
}

const count = (rows: number): string => rows.toLocaleString('en-IN')

function told({ sent, progress }: ImportStage, rows: number | undefined) {
  if (sent < 1) return { words: `Sending the file: ${Math.floor(sent * 100)} %`, part: sent }
  if (!progress || progress.rows === 0)
    return {
      words:
        progress?.doing === 'waiting'
          ? 'Waiting for another import to end...'
          : 'Reading the file...',
    }
  const of = progress.of ?? rows
  const doing = progress.doing === 'writing' ? 'Writing' : 'Checking'
  if (of === undefined) return { words: `${doing} the rows: ${count(progress.rows)} so far` }
  const part = Math.min(1, progress.rows / of)
  return { words: `${doing} the rows: ${count(progress.rows)} of ${count(of)}`, part }
}
