import { portal } from '#platform/web/api/portal-info.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import type { Application } from '../../answers.ts'

/** Names the new member and the membership number after an approval, until it is dismissed. */
export function NewMemberBanner({
  application,
  onDismiss,
}: {
  application: Application
  onDismiss: () => void
}) {
  const { formData, membership_number } = application
  return (
    <Banner tone="success" onDismiss={onDismiss}>
      <p className="wrap-anywhere">
        {formData.name} of {formData.companyName} is now a member
        {membership_number && <span> ({membership_number})</span>}
        <span>
          {portal.writes_mails_to_files
            ? '. Sign-in email written to a file: no mail server is set.'
            : '. Sign-in email sent.'}
        </span>
      </p>
    </Banner>
  )
}
