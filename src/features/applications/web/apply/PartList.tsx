import CircleCheck from 'lucide-react/icons/circle-check'
import { type Control, useWatch } from 'react-hook-form'
import type { MemberRole } from '#shared/roles.ts'
import type { FileCounts, FormValues } from './fields.ts'
import { partsOf } from './parts.ts'

/**
 * Lists the parts of the form and what is filled in, at the side of the form where there is room.
 */
export function PartList({
  type,
  control,
  counts,
  asksConsent,
  onSelect,
}: {
  type: MemberRole
  control: Control<FormValues>
  counts: FileCounts
  asksConsent: boolean
  /** Goes to a field. */
  onSelect: (name: string) => void
}) {
  const values = { ...useWatch({ control }) } as FormValues
  const parts = partsOf(type, values, counts).filter(
    ({ part }) => asksConsent || part !== 'consent',
  )
  return (
    <nav
      aria-label="Parts of the form"
      className="absolute inset-y-0 right-full mr-6 hidden w-56 min-[68.75rem]:block"
    >
      <ol className="sticky top-6 grid gap-0.5 text-sm">
        {parts.map(({ part, title, doneCount, count, field }) => (
          <li key={part}>
            <button
              type="button"
              className="flex min-h-8 w-full items-center gap-2 rounded-md px-2.5 text-left text-ink-soft hover:bg-hover hover:text-ink"
              onClick={() => onSelect(field)}
            >
              <span className="min-w-0 flex-1">{title}</span>
              {doneCount === count && (
                <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-success-text" />
              )}
              <span className="text-xs whitespace-nowrap text-ink-faint tabular-nums">
                {doneCount} of {count}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
