import { Banner } from '#platform/web/ui/Banner.tsx'
import { joinWithAnd } from '#shared/sentences.ts'
import type { PossibleDuplicate } from '../../answers.ts'

const fieldLabels = {
  email: 'email address',
  phone: 'phone number',
  company: 'company',
} as const satisfies Record<PossibleDuplicate['same'][number], string>

/** A warning that lists the possible duplicates; renders nothing when there are none. */
export function PossibleDuplicates({
  duplicates,
  onView,
}: {
  duplicates: readonly PossibleDuplicate[]
  /** Opens another application. */
  onView: (id: string) => void
}) {
  if (duplicates.length === 0) return null
  return (
    <Banner tone="warning" title="Possible duplicates">
      <DuplicateList duplicates={duplicates} onView={onView} />
    </Banner>
  )
}

/** One line per duplicate, like 'Member OEM2024001: Asha Patil, Teak & Co (same company)'. */
export function DuplicateList({
  duplicates,
  onView,
}: {
  duplicates: readonly PossibleDuplicate[]
  onView?: ((id: string) => void) | undefined
}) {
  return (
    <ul className="mt-1 grid list-disc gap-1 pl-5 wrap-anywhere">
      {duplicates.map((duplicate) => (
        <li key={`${duplicate.what} ${duplicate.id}`}>
          {recordLabel(duplicate)}: {namesOf(duplicate)} (same{' '}
          {joinWithAnd(duplicate.same.map((field) => fieldLabels[field]))})
          {duplicate.what === 'application' && onView && (
            <>
              {' '}
              <button
                type="button"
                className="font-medium underline underline-offset-2 hover:no-underline touch:-my-3 touch:py-3"
                onClick={() => onView(duplicate.id)}
              >
                View
              </button>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

/** 'Member OEM2024001' or 'Application (rejected)'. */
function recordLabel({ what, note }: PossibleDuplicate): string {
  if (what === 'member') return note === '' ? 'Member' : `Member ${note}`
  return note === '' ? 'Application' : `Application (${note.toLowerCase()})`
}

const namesOf = ({ name, company_name }: PossibleDuplicate): string =>
  [name, company_name].filter(Boolean).join(', ') || 'no name'
