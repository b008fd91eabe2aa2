import { portal } from '../api/portal-info.ts'
import { Banner } from '../ui/Banner.tsx'

/** In a dialog that mails members: that no mail goes out, or that its links open nowhere else. */
export function MailWarning() {
  if (portal.writes_mails_to_files)
    return (
      <Banner tone="warning" title="No mail server is set">
        These emails are written to files and reach no one.
      </Banner>
    )
  if (!portal.links_are_local) return null
  return (
    <Banner tone="warning" title="Links in these emails won't work for members">
      They open on the portal's own computer only. Set PUBLIC_URL to the address that members use.
    </Banner>
  )
}
