import { Banner } from '#platform/web/ui/Banner.tsx'
import { joinWithAnd } from '#shared/sentences.ts'
import type { PossibleDuplicate } from '../../contract.ts'

const sameWords = {
  email: 'e-mail address',
  phone: 'phone number',
  company: 'company',
} as const satisfies Record<PossibleDuplicate['same'][number], string>

/** Who may be the same firm or person, and by what; nothing when nobody is. */
export function PossibleDuplicates({
  alike,
  onView,
}: {
  alike: readonly PossibleDuplicate[]
  /** Opens another application. */
  onView: (id: string) => void
}) {
  if (alike.length === 0) return null
  return (
    <Banner tone="warning" title="This may be somebody the association already knows">
      <DuplicateList alike={alike} onView={onView} />
    </Banner>
  )
}

/** 'Member OEM2024001: Asha Patil, Teak & Co (same company)', a line each. */
export function DuplicateList({
  alike,
  onView,
}: {
  alike: readonly PossibleDuplicate[]
  onView?: ((id: string) => void) | undefined
}) {
  return (
    <ul className="mt-1 grid list-disc gap-1 pl-5 wrap-anywhere">
      {alike.map((record) => (
        <li key={`${record.what} ${record.id}`}>
          {whatWords(record)}: {namesOf(record)} (same {listed(record.same)})
          {record.what === 'application' && onView && (
            <>
              {' '}
              <button
                type="button"
                className="font-medium underline underline-offset-2 hover:no-underline pointer-coarse:-my-3 pointer-coarse:py-3"
                onClick={() => onView(record.id)}
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

/** The note is a membership number, or the state of the application. */
function whatWords({ what, note }: PossibleDuplicate): string {
  if (what === 'member') return note === '' ? 'Member' : `Member ${note}`
  return note === '' ? 'Application' : `Application (${note.toLowerCase()})`
}

const namesOf = ({ name, company_name }: PossibleDuplicate): string =>
  [name, company_name].filter(Boolean).join(', ') || 'without a name'

/** 'e-mail address, phone number and company'. */
const listed = (same: PossibleDuplicate['same']): string =>
  joinWithAnd(same.map((field) => sameWords[field]))
