import type { User } from '#features/members/answers.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'

/** Shows the new member's number until it is dismissed. */
export function AddedMemberBanner({ member, onDismiss }: { member: User; onDismiss: () => void }) {
  return (
    <Banner tone="success" onDismiss={onDismiss}>
      <p className="wrap-anywhere">{addedMessage(member)}</p>
    </Banner>
  )
}

/** 'Asha Patil of Teak & Co is now member OEM2026002'. */
const addedMessage = ({ name, company_name, membership_number }: User): string =>
  `${name}${company_name && ` of ${company_name}`} is now ${
    membership_number ? `member ${membership_number}` : 'a member'
  }`
