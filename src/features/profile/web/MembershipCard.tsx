import type { User } from '#features/members/answers.ts'
import { roleLabels } from '#features/members/role-labels.ts'
import { Badge } from '#platform/web/ui/Badge.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { DescriptionItem } from '#platform/web/ui/DescriptionItem.tsx'
import { numericDate } from '#shared/dates.ts'

/** Membership Status (contract 2.8): member type, member since. */
export function MembershipCard({ user }: { user: User }) {
  return (
    <Card title="Membership Status">
      <dl className="grid grid-pairs gap-4">
        <DescriptionItem name="Member Type">
          <Badge tone="accent">{user.role ? roleLabels[user.role] : 'Job seeker'}</Badge>
        </DescriptionItem>
        <DescriptionItem name={user.is_member ? 'Member Since' : 'Joined'}>
          {numericDate(user.created_at)}
        </DescriptionItem>
        {user.membership_number && (
          <DescriptionItem name="Membership No.">{user.membership_number}</DescriptionItem>
        )}
      </dl>
    </Card>
  )
}
