import type { ReactNode } from 'react'
import type { User } from '#features/members/answers.ts'
import { roleLabels } from '#features/members/role-labels.ts'
import { Card } from '#platform/web/ui/Card.tsx'
import { numericDate } from '#shared/dates.ts'

/** Membership Status (contract 2.8): member type and member since; for other people their account. */
export function MembershipCard({ user }: { user: User }) {
  return (
    <Card title={user.role ? 'Membership Status' : 'Your account'}>
      <dl className="grid gap-2 text-sm">
        {user.role ? (
          <Fact name="Member Type">{roleLabels[user.role]}</Fact>
        ) : (
          <Fact name="Type">Job seeker</Fact>
        )}
        <Fact name={user.is_member ? 'Member Since' : 'Joined'}>
          {numericDate(user.created_at)}
        </Fact>
        {user.membership_number && <Fact name="Membership No.">{user.membership_number}</Fact>}
      </dl>
    </Card>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-3">
    <dt className="text-ink-soft">{name}</dt>
    <dd className="tabular-nums wrap-anywhere">{children}</dd>
  </div>
)
