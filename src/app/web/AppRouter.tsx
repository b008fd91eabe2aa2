import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useCallback, useEffect, useLayoutEffect } from 'react'
import { matchRoute, Redirect, Route, useLocation, useRouter, useSearch } from 'wouter'
import type { User } from '#features/members/contract.ts'
import { currentUser } from '#features/sign-in/web/calls.ts'
import { LoginScreen } from '#features/sign-in/web/LoginScreen.tsx'
import { errorMessage } from '#platform/web/api/call.ts'
import { CentredCard } from '#platform/web/layout/CentredCard.tsx'
import { saveReturnPath, takeReturnPath } from '#platform/web/state/return-path.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { ErrorBoundary } from '#platform/web/ui/ErrorBoundary.tsx'
import { ScreenSpinner } from '#platform/web/ui/Spinner.tsx'
import { homePath } from '#shared/roles.ts'
import { lazyScreen } from './lazy-screen.tsx'
import { NotFoundScreen } from './NotFoundScreen.tsx'
import { canOpen, resolvePath, routes, type ScreenRoute } from './routes.tsx'

const AppLayout = lazyScreen(async () => (await import('./AppLayout.tsx')).AppLayout)
const VerifyScreen = lazyScreen(
  async () => (await import('#features/sign-in/web/VerifyScreen.tsx')).VerifyScreen,
)
const ApplyScreen = lazyScreen(
  async () => (await import('#features/applications/web/apply/ApplyScreen.tsx')).ApplyScreen,
)
const ApplicationStatusScreen = lazyScreen(
  async () =>
    (await import('#features/applications/web/applicant/ApplicationStatusScreen.tsx'))
      .ApplicationStatusScreen,
)

/** The route table (contract 2): every address of the portal and who may open it. */
export function AppRouter() {
  const [path] = useLocation()
  return (
    <ErrorBoundary resetKey={path}>
      <Suspense fallback={<ScreenSpinner />}>
        <Screen path={path.length > 1 ? path.replace(/\/+$/, '') : path} />
      </Suspense>
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
    case '/apply/oem':
      return <ApplyScreen type="oem" />
    case '/apply/vendor':
      return <ApplyScreen type="vendor" />
    case '/apply/status':
      return <ApplicationStatusScreen />
  }
  const place = routes.find((known) => matchRoute(parser, known.path, path)[0])
  return place ? <SignedIn place={place} /> : <NotFoundScreen />
}

/** '/' sends everybody on: to sign in, or to the home of their role. */
function Home() {
  const user = useQuery(currentUser)
  if (user.isPending) return <ScreenSpinner />
  if (user.isError) return <UserFailed error={user.error} retry={() => void user.refetch()} />
  return user.data ? <Landing user={user.data} /> : <Redirect to="/login" replace />
}

/** The login screen also stands when nobody can say who is signed in. */
function Login() {
  const user = useQuery(currentUser)
  if (user.isPending) return <ScreenSpinner />
  if (user.data) return <Landing user={user.data} />
  return <LoginScreen />
}

/** Where a person lands after signing in: where they wanted to go, if they may, else at home. */
function Landing({ user }: { user: User }) {
  const [, navigate] = useLocation()
  useLayoutEffect(() => {
    const wanted = takeReturnPath()
    const address = wanted === null ? undefined : resolvePath(wanted, user)
    navigate(address ?? homePath(user.role), { replace: true })
  }, [user, navigate])
  return null
}

/** To the login screen, and back here after it. */
function ToLogin() {
  const leave = useLeaveForLogin()
  useLayoutEffect(leave, [leave])
  return null
}

function useLeaveForLogin(): () => void {
  const [, navigate] = useLocation()
  return useCallback(() => {
    saveReturnPath(window.location.pathname.replace(/\/+$/, '') + window.location.search)
    navigate('/login', { replace: true })
  }, [navigate])
}

/** A screen in the signed-in frame; a wrong role goes to /login, nobody as the place says. */
function SignedIn({ place }: { place: ScreenRoute }) {
  const user = useQuery(currentUser)
  const leave = useLeaveForLogin()
  useEffect(() => {
    void AppLayout.preload().catch(ignore)
    void place.preload().catch(ignore)
  }, [place])

  if (user.isPending) return <ScreenSpinner />
  if (user.isError) return <UserFailed error={user.error} retry={() => void user.refetch()} />
  if (!user.data) return place.signedOut?.(leave) ?? <ToLogin />
  if (!canOpen(place, user.data)) return <ToOwnPlace place={place} user={user.data} />
  return (
    <AppLayout key={user.data.id} user={user.data}>
      <Framed place={place} user={user.data} />
    </AppLayout>
  )
}

/** Reads the search of the address here, so that a filter in it does not draw the whole frame anew. */
function ToOwnPlace({ place, user }: { place: ScreenRoute; user: User }) {
  const search = useSearch()
  return <Redirect to={resolvePath(`${place.path}?${search}`, user) ?? '/login'} replace />
}

function Framed({ place, user }: { place: ScreenRoute; user: User }): ReactNode {
  return (
    <ErrorBoundary resetKey={place.path}>
      <Suspense fallback={<ScreenSpinner />}>
        <Route path={place.path}>{place.render(user)}</Route>
      </Suspense>
    </ErrorBoundary>
  )
}

function UserFailed({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <CentredCard title="The portal does not answer">
      <p role="alert" className="text-ink-soft">
        {errorMessage(error, 'Something went wrong. Please try again.')}
      </p>
      <Button variant="primary" size="lg" onClick={retry}>
        Try again
      </Button>
    </CentredCard>
  )
}

/** Code that does not arrive early is asked for again, and complained about, when it is shown. */
const ignore = () => {}
