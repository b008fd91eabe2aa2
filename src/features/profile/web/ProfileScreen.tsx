import { useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { ownCertificate } from '#features/certificates/web/calls.ts'
import { OwnCertificateCard } from '#features/certificates/web/components/OwnCertificateCard.tsx'
import { OwnDues } from '#features/dues/web/components/account/OwnDues.tsx'
import { ownNotice } from '#features/dues/web/notices/calls.ts'
import { OwnPayments } from '#features/ledger/web/components/OwnPayments.tsx'
import { ownPayments } from '#features/ledger/web/receipt-calls.ts'
import type { User } from '#features/members/answers.ts'
import { currentUser } from '#features/sign-in/web/calls.ts'
import { Page } from '#platform/web/layout/Page.tsx'
import { ShownTogether } from '#platform/web/layout/ShownTogether.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { lazyPart } from '#platform/web/ui/loading/lazy-part.tsx'
import { ScreenSpinner } from '#platform/web/ui/loading/Spinner.tsx'
import { loginPrompt } from '../contract.ts'
import { useOwnData } from './calls.ts'
import { MembershipCard } from './MembershipCard.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { SessionsCard } from './SessionsCard.tsx'

const SecondFactorCard = lazyPart(
  async () =>
    (await import('#features/sign-in/web/components/SecondFactorCard.tsx')).SecondFactorCard,
)

const titles = {
  company: {
    title: 'Company Profile',
    subtitle: 'Your details, and what others can see',
  },
  person: { title: 'Profile Settings', subtitle: 'Your details in the portal' },
}

/** Company Profile for members, Profile Settings for everyone (contract 2.8). */
export function ProfileScreen({ of }: { of: keyof typeof titles }) {
  const user = useQuery(currentUser)
  return (
    <Page {...titles[of]}>
      {user.isPending ? (
        <ScreenSpinner />
      ) : user.isError ? (
        <LoadFailed isWhole title="Your profile could not be loaded" query={user} />
      ) : user.data ? (
        <Profile user={user.data} />
      ) : (
        <p>{loginPrompt}</p>
      )}
    </Page>
  )
}

function Profile({ user }: { user: User }) {
  const enabled = user.is_member
  const notice = useQuery({ ...ownNotice, enabled })
  const payments = useQuery({ ...ownPayments, enabled })
  const certificate = useQuery({ ...ownCertificate, enabled })
  return (
    <div className="grid gap-4">
      <ShownTogether queries={[notice, payments, certificate]}>
        {user.is_member && (
          <div className="empty:hidden">
            <OwnDues paidUntil={certificate.data?.valid_until ?? null} />
          </div>
        )}
        <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_21.25rem] 2xl:grid-cols-[minmax(0,1fr)_27rem] xl:grid-rows-[auto_1fr]">
          {/* On phones the person's own details come first. */}
          <div
            className={classNames(
              'min-w-0 xl:col-start-1 xl:row-start-1',
              user.is_member && 'xl:row-span-2',
            )}
          >
            <ProfileForm user={user} />
          </div>
          <div className="grid gap-4 xl:col-start-2 xl:row-start-1">
            <MembershipCard user={user} />
            {user.is_member && <OwnCertificateCard />}
            {user.is_member && (
              <Card title="Payments and receipts">
                <OwnPayments />
              </Card>
            )}
          </div>
          {/* Next to the long form of a member, otherwise below the short form. */}
          <div
            className={classNames(
              'grid gap-4 xl:row-start-2',
              user.is_member ? 'xl:col-start-2' : 'xl:col-start-1',
            )}
          >
            {user.role === 'admin' && <SecondFactorCard />}
            <SessionsCard side={user.role === 'admin' ? 'admin' : 'board'} />
            <OwnData />
          </div>
        </div>
      </ShownTogether>
    </div>
  )
}

function OwnData() {
  const download = useOwnData()
  return (
    <Card title="Your data">
      <div className="grid justify-items-start gap-3">
        <p className="text-sm text-ink-soft">
          Download all data we hold about you: profile, payments, changes, jobs and sessions.
        </p>
        <Button
          icon={<Download aria-hidden="true" />}
          pending={download.isPending}
          onClick={() => download.mutate()}
        >
          Download my data
        </Button>
      </div>
    </Card>
  )
}
