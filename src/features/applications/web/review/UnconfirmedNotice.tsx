import { useSave } from '#platform/web/form/use-save.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { shortDate } from '#shared/dates.ts'
import type { Application } from '../../answers.ts'
import { deletionDate } from '../../rules.ts'
import { keepApplicationOptions, setKeep } from './calls.ts'

/** Warns before a decision that the applicant has not confirmed the email address. */
export function UnconfirmedNotice({ email }: { email: string }) {
  return (
    <Banner tone="warning" title="Email not confirmed">
      <UnconfirmedText email={email} />
    </Banner>
  )
}

const UnconfirmedText = ({ email }: { email: string }) => (
  <p className="wrap-anywhere">
    The applicant has not opened the link sent to {email}. Anyone with access to that mailbox will
    be able to sign in.
  </p>
)

/** The same in the details, with when the application is deleted, and the button that keeps it. */
export function KeepNotice({ application }: { application: Application }) {
  const save = useSave(setKeep, keepApplicationOptions)
  const { id, updated_at, kept_at, formData } = application
  const date = deletionDate(application)
  const isKept = kept_at !== null
  return (
    <Banner tone="warning" title="Email not confirmed">
      <div className="grid justify-items-start gap-2">
        <UnconfirmedText email={formData.email} />
        <p>
          {isKept
            ? `An administrator chose to keep this application on ${shortDate(kept_at)}.`
            : date &&
              `Unless the applicant confirms it, the application will be deleted on ${shortDate(date)}.`}
        </p>
        <Button
          size="sm"
          pending={save.isPending}
          onClick={() => save.mutate({ id, keep: !isKept, updated_at })}
        >
          {isKept ? "Don't keep" : 'Keep application'}
        </Button>
      </div>
    </Banner>
  )
}
