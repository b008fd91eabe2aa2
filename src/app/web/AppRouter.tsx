import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { type ReactNode, useCallback, useEffect, useLayoutEffect } from 'react'
import { matchRoute, Redirect, Route, useLocation, useRouter, useSearch } from 'wouter'
import { readSentNote } from '#features/applications/web/apply/sent-note.ts'
import type { User } from '#features/members/answers.ts'
import { currentUser } from '#features/sign-in/web/calls.ts'
import { LoginScreen } from '#features/sign-in/web/LoginScreen.tsx'
import { errorMessage } from '#platform/web/api/call.ts'
import { useLimitation } from '#platform/web/api/limitation.ts'
import { CentredCard } from '#platform/web/layout/CentredCard.tsx'
import { savedReturnPath, saveReturnPath, takeReturnPath } from '#platform/web/state/return-path.ts'
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx'
import { ErrorBoundary } from '#platform/web/ui/loading/ErrorBoundary.tsx'
import { preload } from '#platform/web/ui/loading/lazy-component.tsx'
import { lazyPart } from '#platform/web/ui/loading/lazy-part.tsx'
import { ScreenSpinner } from '#platform/web/ui/loading/Spinner.tsx'
import { homePath } from '#shared/roles.ts'
import { lazyScreen } from './lazy-screen.tsx'
import { canOpen, resolvePath, routes, type ScreenRoute } from './routes.tsx'

const AppLayout = lazyScreen(() => import('./AppLayout.tsx'))
const VerifyScreen = lazyScreen(() => import('#features/sign-in/web/VerifyScreen.tsx'))
const SecondFactorScreen = lazyScreen(
  () => import('#features/sign-in/web/second-factor/SecondFactorScreen.tsx'),
)
const ConfirmScreen = lazyScreen(
  () => import('#features/sign-in/web/second-factor/ConfirmScreen.tsx'),
)
const ApplyScreen = lazyScreen(() => import('#features/applications/web/apply/ApplyScreen.tsx'))
const ApplicationStatusScreen = lazyScreen(
  () => import('#features/applications/web/applicant/ApplicationStatusScreen.tsx'),
)

const VerifyCertificateScreen = lazyScreen(
  () => import('#features/certificates/web/VerifyCertificateScreen.tsx'),
)

const DuesNoticeScreen = lazyScreen(() => import('#features/dues/web/notices/DuesNoticeScreen.tsx'))
const SentNotice = lazyPart(
  async () => (await import('#features/applications/web/apply/SentNotice.tsx')).SentNotice,
)
const NotFoundScreen = lazyScreen(() => import('./NotFoundScreen.tsx'))

/** Renders the screen of the current path (contract 2.1). Public paths are here, the others in `routes`. */
export function AppRouter() {
  const [path] = useLocation()
  return (
    <ErrorBoundary resetKey={path}>
      <Screen path={path.length > 1 ? path.replace(/\/+$/, '') : path} />
    </ErrorBoundary>
  )
}

function Screen({ path }: { path: string }) {
  const { parser } = useRouter()
  switch (path) {
    case '/':
    case '':
      return <Home />
    case '/login':
      return <Login />
    case '/login/verify':
      return <VerifyScreen />
    case '/confirm':
      return <ConfirmScreen />
    case '/apply/oem':
      return <ApplyScreen type="oem" />
    case '/apply/vendor':
      return <ApplyScreen type="vendor" />
    case '/apply/status':
      return <ApplicationStatusScreen />
    case '/dues':
      return <DuesNoticeScreen lead={<BackToPortal />} />
  }
  const code = matchRoute(parser, '/verify/:code', path)[1]?.code
  if (code !== undefined) return <VerifyCertificateScreen code={code} />
  const route = routes.find((candidate) => matchRoute(parser, candidate.path, path)[0])
  return route ? <ProtectedScreen route={route} /> : <NotFoundScreen />
}

/** '/' redirects to the login screen or to the home of the user's role. */
function Home() {
  const user = useQuery(currentUser)
  if (user.isPending) return <ScreenSpinner />
  if (user.isError) return <UserLoadFailed error={user.error} retry={() => void user.refetch()} />
  return user.data ? <RedirectAfterSignIn user={user.data} /> : <Redirect to="/login" replace />
}

/** The way back for those who are signed in. */
function BackToPortal() {
  const user = useQuery(currentUser).data
  return user ? (
    <ButtonLink
      href={homePath(user.role)}
      variant="ghost"
      size="sm"
      className="-mr-2.5"
      icon={<ArrowLeft aria-hidden="true" />}
    >
      Back to portal
    </ButtonLink>
  ) : null
}

/** Shows the login screen even if loading the user failed. */
function Login() {
  const user = useQuery(currentUser)
  const limitation = useLimitation()
  if (user.isPending) return <ScreenSpinner />
  if (user.data) return <RedirectAfterSignIn user={user.data} />
  if (limitation) return <SecondFactorScreen limitation={limitation} />
  const isForJob = leadsToJob()
  const notice = readSentNote() ? <SentNotice /> : isForJob && <JobNotice />
  return <LoginScreen notice={notice} isForJob={isForJob} />
}

/** True when the visitor has opened the link of a job, which opens after signing in. */
function leadsToJob(): boolean {
  const [path = '', search] = savedReturnPath()?.split('?') ?? []
  return path.endsWith('/jobs') && new URLSearchParams(search).has('job')
}

const JobNotice = () => <p className="-mt-2 text-center text-ink-soft">Sign in to see this job</p>

/** Goes to the saved return path if the user may open it, else to the home of their role. */
function RedirectAfterSignIn({ user }: { user: User }) {
  const [, navigate] = useLocation()
  useLayoutEffect(() => {
    const returnPath = takeReturnPath()
    const target = returnPath === null ? undefined : resolvePath(returnPath, user)
    navigate(target ?? homePath(user.role), { replace: true })
  }, [user, navigate])
  return null
}

/** Goes to the login screen; signing in returns to the current path. */
function RedirectToLogin() {
  const goToLogin = useGoToLogin()
  useLayoutEffect(goToLogin, [goToLogin])
  return null
}

function useGoToLogin(): () => void {
  const [, navigate] = useLocation()
  return useCallback(() => {
    saveReturnPath(window.location.pathname.replace(/\/+$/, '') + window.location.search)
    navigate('/login', { replace: true })
  }, [navigate])
}

/** A screen in the signed-in frame. Redirects a user whose role may not open it. */
function ProtectedScreen({ route }: { route: ScreenRoute }) {
  const user = useQuery(currentUser)
  const goToLogin = useGoToLogin()
  useEffect(() => {
    preload([AppLayout, route])
  }, [route])

  if (user.isPending) return <ScreenSpinner />
  if (user.isError) return <UserLoadFailed error={user.error} retry={() => void user.refetch()} />
  if (!user.data) return route.signedOut?.(goToLogin) ?? <RedirectToLogin />
  if (!canOpen(route, user.data)) return <RedirectToOwnScreen route={route} user={user.data} />
  return (
    <AppLayout key={user.data.id} user={user.data}>
      <ScreenContent route={route} user={user.data} />
    </AppLayout>
  )
}

/**
 * Redirects to the corresponding screen of the user's role. Reads the query here and not in
 * ProtectedScreen, which would render the full frame again after each change of a filter.
 */
function RedirectToOwnScreen({ route, user }: { route: ScreenRoute; user: User }) {
  const search = useSearch()
  return <Redirect to={resolvePath(`${route.path}?${search}`, user) ?? '/login'} replace />
}

function ScreenContent({ route, user }: { route: ScreenRoute; user: User }): ReactNode {
  return (
    <ErrorBoundary resetKey={route.path}>
      <Route path={route.path}>{route.render(user)}</Route>
    </ErrorBoundary>
  )
}

function UserLoadFailed({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <CentredCard title="Can't reach the portal">
      <p role="alert" className="text-ink-soft">
        {errorMessage(error, 'Something went wrong. Please try again.')}
      </p>
      <Button variant="primary" size="lg" onClick={retry}>
        Try again
      </Button>
    </CentredCard>
  )
}
