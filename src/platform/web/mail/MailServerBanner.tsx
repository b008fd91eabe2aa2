import { Banner } from '../ui/Banner.tsx'
import { ButtonLink } from '../ui/Button.tsx'

/** Shown to administrators of a real association without a mail server. */
export const MailServerBanner = () => (
  <Banner
    tone="warning"
    title="Emails aren't being sent"
    action={
      <ButtonLink size="sm" href="/admin/system">
        Open System
      </ButtonLink>
    }
  >
    No mail server is set: emails are written to files.
  </Banner>
)
