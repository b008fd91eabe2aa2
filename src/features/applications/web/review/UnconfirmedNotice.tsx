import { Banner } from '#platform/web/ui/Banner.tsx'

/** Warns before a decision that the applicant has not confirmed the email address. */
export function UnconfirmedNotice({ email }: { email: string }) {
  return (
    <Banner tone="warning" title="Email not confirmed">
      <p className="wrap-anywhere">
        The applicant has not opened the link sent to {email}. Anyone with access to that mailbox
        will be able to sign in.
      </p>
    </Banner>
  )
}
