import { Banner } from '#platform/web/ui/Banner.tsx'
import type { Application } from '../../contract.ts'

/** Tells who has become a member, with the number, until it is put away. */
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
        {formData.name} of {formData.companyName} is now{' '}
        {membership_number ? `member ${membership_number}` : 'a member'} and has been mailed how to
        sign in.
      </p>
    </Banner>
  )
}
