import { queryOptions, useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { User } from '#features/members/answers.ts'
import { ApiError, errorMessage, errorStatus } from '#platform/web/api/call.ts'
import { send } from '#platform/web/api/client.ts'
import { type Limitation, setLimitation } from '#platform/web/api/limitation.ts'
import { takeVisitorHint } from '#platform/web/api/portal-info.ts'
import { clearCachedData, queryClient, userKey } from '#platform/web/api/query-client.ts'
import { disableReturnPath, enableReturnPath } from '#platform/web/state/return-path.ts'
import { postSessionEvent } from '#platform/web/state/session-channel.ts'
import { errorToast } from '#platform/web/toast/error-toast.ts'
import { dismissToast, toast } from '#platform/web/toast/toast.ts'
import type { LinkRequest, Verification } from '../contract.ts'
import * as endpoints from '../endpoints.ts'
import { cookiesNotKept } from './cookies.ts'
import { clearPendingLink, savePendingLink } from './pending-link.ts'

/** The signed-in user, or null. */
export const currentUser = queryOptions({
  queryKey: userKey,
  queryFn: ({ signal }) => (takeVisitorHint() ? null : fetchUser(signal)),
  meta: { tags: endpoints.getUser.tags },
})

async function fetchUser(signal?: AbortSignal): Promise<User | null> {
  try {
    return await send(endpoints.getUser, {}, { signal, isSessionCall: true })
  } catch (error) {
    if (errorStatus(error) === 401) return null
    throw error
  }
}

export function useRequestLink() {
  return useMutation({
    mutationFn: (body: LinkRequest) => send(endpoints.postLinkRequest, { body }),
    onSuccess: ({ mail_delayed: isDelayed = false }, { email, type }) => {
      savePendingLink({ email, type, sentAt: Date.now(), isDelayed })
      toast({
        title: 'Magic link sent',
        description: 'Please check your email for the login link',
      })
    },
    onError: (error) => errorToast(error, 'Failed to send magic link'),
  })
}

/** True for refusals after which no code is accepted: unknown, used, expired or blocked link. */
export const needsNewLink = (error: unknown) =>
  error instanceof ApiError && !!error.code?.startsWith('link-')

/** Signs in with a link, a code, or both. Cached data of the previous user is removed. */
export function useVerify() {
  return useMutation({
    mutationFn: async (body: Verification) => {
      const answer = await send(endpoints.postVerification, { body }, { isSessionCall: true })
      await ensureSessionIsKept()
      return answer
    },
    onSuccess: (answer) => {
      if ('second_factor' in answer) waitForSecondFactor(answer.second_factor)
      else applySignIn(answer)
      postSessionEvent('sign-in')
    },
  })
}

/** Throws an ApiError of status 401 when the browser does not send the cookie that it was just given. */
async function ensureSessionIsKept(): Promise<void> {
  const error: unknown = await send(endpoints.getUser, {}, { isSessionCall: true }).catch(
    (reason) => reason,
  )
  // An answer with a code keeps the session, which is limited.
  if (error instanceof ApiError && error.status === 401 && error.code === undefined)
    throw new ApiError(401, cookiesNotKept, cookiesNotKept)
}

/** The session is limited: the login screen asks for the second factor (contract 11.10). */
function waitForSecondFactor(limitation: Limitation) {
  takeVisitorHint()
  clearPendingLink()
  enableReturnPath()
  dismissToast()
  setLimitation(limitation)
  queryClient.setQueryData(userKey, null)
}

/** Signs this tab and the others in, after the second factor was confirmed or set up. */
export function finishSignIn(user: User) {
  applySignIn(user)
  postSessionEvent('sign-in')
}

function applySignIn(user: User) {
  setLimitation(undefined)
  // Otherwise the next reload of the user would take the hint of the page, and sign out.
  takeVisitorHint()
  clearPendingLink()
  enableReturnPath()
  dismissToast()
  queryClient.setQueryData(userKey, user)
  clearCachedData()
}

function applySignOut() {
  setLimitation(undefined)
  disableReturnPath()
  queryClient.setQueryData(userKey, null)
  clearCachedData()
}

/** Fetches the current user again; if it is a different user, the screens and all cached data are replaced. */
export async function refreshUser() {
  const before = queryClient.getQueryData<User | null>(userKey)
  if (before === undefined) return
  // Undefined when the server does not answer: then nothing changes.
  const user = await fetchUser().catch(() => undefined)
  if (user?.id === before?.id && user?.role === before?.role) return
  if (user) return applySignIn(user)
  if (user === undefined) return
  queryClient.setQueryData(userKey, null)
  clearCachedData()
}

/** Signs this tab out after another tab of the browser has signed out. */
export function signOutThisTab() {
  if (queryClient.getQueryData(userKey)) applySignOut()
}

/** Signs out of this session. When the call fails the user is still signed in, so the screen stays. */
export function useLogout(side: 'admin' | 'board') {
  return useLogoutCall(endpoints.postLogout, side)
}

/** Ends every session of the user, including this one. */
export function useSignOutEverywhere(side: 'admin' | 'board') {
  return useLogoutCall(endpoints.postLogoutEverywhere, side)
}

function useLogoutCall(
  endpoint: typeof endpoints.postLogout | typeof endpoints.postLogoutEverywhere,
  side: 'admin' | 'board',
) {
  const [, navigate] = useLocation()
  const leave = () => {
    applySignOut()
    postSessionEvent('sign-out')
    navigate('/login', { replace: true })
  }
  return useMutation({
    mutationFn: async () => {
      try {
        await send(endpoint, {})
      } catch (error) {
        if (errorStatus(error) !== 401) throw error
      }
    },
    onSuccess: () => {
      leave()
      toast({ title: 'Logged out', description: 'Successfully logged out' })
    },
    onError: (error) => toast({ ...logoutFailure(side, error), variant: 'destructive' }),
  })
}

function logoutFailure(side: 'admin' | 'board', error: Error) {
  const again = 'Failed to logout. Please try again.'
  if (side === 'admin') return { title: 'Error', description: again }
  return { title: 'Logout failed', description: errorMessage(error, again) }
}
