import { Banner } from '#platform/web/ui/Banner.tsx'

/** Warns before a decision that the applicant has not confirmed the e-mail address. */
export function UnconfirmedNotice({ email }: { email: string }) {
  return (
    <Banner tone="warning" title="The e-mail address is not confirmed yet">
      <p className="wrap-anywhere">
        Nobody has opened the private link in the mail to {email}. Whoever reads that mailbox can
        sign in once the application is approved.
      </p>
    </Banner>
  )
}
