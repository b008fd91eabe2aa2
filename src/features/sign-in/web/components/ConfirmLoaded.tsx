import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { User } from '#features/members/answers.ts'
import { errorStatus } from '#platform/web/api/call.ts'
import { ButtonLink } from '#platform/web/ui/Button.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import { secondFactor } from '../second-factor/calls.ts'
import { ConfirmForm } from './ConfirmForm.tsx'

/** Asks for the second factor after loading which ones the user has. */
export function ConfirmLoaded({ onConfirmed }: { onConfirmed: (user: User) => void }) {
  const query = useQuery(secondFactor)
  if (query.isPending) return <SkeletonRows rows={2} label="Loading" />
  if (query.isError && errorStatus(query.error) === 401) return <SignedOut />
  if (query.isError) return <LoadFailed title="This could not be loaded" query={query} />
  if (query.data.methods.length === 0) return <NoSecondFactor />
  return <ConfirmForm methods={query.data.methods} onConfirmed={onConfirmed} />
}

const SignedOut = () => (
  <>
    <p>You are not signed in. Sign in first, then open the document again.</p>
    <ButtonLink variant="primary" size="lg" href="/login">
      Login
    </ButtonLink>
  </>
)

function NoSecondFactor() {
  return (
    <p>
      Your account has no second factor. You can add one in{' '}
      <Link
        href="/profile"
        className="text-accent-text underline underline-offset-2 hover:no-underline"
      >
        your profile
      </Link>
      .
    </p>
  )
}
