import { queryOptions, useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { User } from '#features/members/contract.ts'
import { call, errorMessage, errorStatus } from '#platform/web/api/call.ts'
import { takeVisitorHint } from '#platform/web/api/portal-info.ts'
import { clearCachedData, queryClient, userKey } from '#platform/web/api/query-client.ts'
import { disableReturnPath, enableReturnPath } from '#platform/web/state/return-path.ts'
import { postSessionEvent } from '#platform/web/state/session-channel.ts'
import {
  readSessionItem,
  removeSessionItem,
  writeSessionItem,
} from '#platform/web/state/web-storage.ts'
import { dismissToast, toast } from '#platform/web/toast/toast.ts'
import type { LinkRequest, Verification } from '../contract.ts'
import { type LinkType, linkLifetime, linkTypes } from '../rules.ts'

/** The signed-in person, or null when nobody is signed in. */
export const currentUser = queryOptions({
  queryKey: userKey,
  queryFn: async ({ signal }): Promise<User | null> => {
    if (takeVisitorHint()) return null
    try {
      return await call<User>('/api/user', { signal })
    } catch (error) {
      if (errorStatus(error) === 401) return null
      throw error
    }
  },
})

export function useRequestLink() {
  return useMutation({
    mutationFn: (request: LinkRequest) =>
      call('/api/auth/request-link', { method: 'POST', json: request }),
    onSuccess: (_answer, { email, type }) => {
      writeSessionItem(waitingNote, { email, type, sentAt: Date.now() } satisfies Waiting)
      toast({
        title: 'Magic link sent',
        description: 'Please check your email for the login link',
      })
    },
    onError: (error) => {
      toast({
        title: 'Error',
        description: errorMessage(error, 'Failed to send magic link'),
        variant: 'destructive',
      })
    },
  })
}

/** After these answers a code no longer helps: unknown, used, expired. */
export const needsNewLink = (status: number | undefined) =>
  status === 404 || status === 409 || status === 410

/** Signs in with a link, a code, or both; who was signed in before leaves no data behind. */
export function useVerify() {
  return useMutation({
    mutationFn: (proof: Verification) =>
      call<User>('/api/auth/verify', { method: 'POST', json: proof }),
    onSuccess: (user) => {
      welcome(user)
      postSessionEvent('sign-in')
    },
  })
}

function welcome(user: User) {
  removeSessionItem(waitingNote)
  enableReturnPath()
  dismissToast()
  queryClient.setQueryData(userKey, user)
  clearCachedData()
}

function farewell() {
  disableReturnPath()
  queryClient.setQueryData(userKey, null)
  clearCachedData()
}

/** Asks who is signed in by now; when it is somebody else, the screen and all its data follow. */
export async function refreshUser() {
  const before = queryClient.getQueryData<User | null>(userKey)
  if (before === undefined) return
  try {
    const user = await call<User>('/api/user')
    if (user.id !== before?.id || user.role !== before.role) welcome(user)
  } catch (error) {
    if (errorStatus(error) !== 401 || before === null) return
    queryClient.setQueryData(userKey, null)
    clearCachedData()
  }
}

/** Another tab of this browser signed out, and this one with it. */
export function signOutThisTab() {
  if (queryClient.getQueryData(userKey)) farewell()
}

/** Signs out here. Without an answer nobody is signed out, so the screen stays. */
export function useLogout(side: 'admin' | 'board') {
  return useLeaving('/api/auth/logout', side)
}

/** Ends every session of the person, this one too. */
export function useSignOutEverywhere(side: 'admin' | 'board') {
  return useLeaving('/api/auth/logout-everywhere', side)
}

function useLeaving(path: string, side: 'admin' | 'board') {
  const [, navigate] = useLocation()
  const leave = () => {
    farewell()
    postSessionEvent('sign-out')
    navigate('/login', { replace: true })
  }
  return useMutation({
    mutationFn: async () => {
      try {
        await call(path, { method: 'POST' })
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

/** What a tab remembers while its owner is in the mail program, so that a reload comes back. */
interface Waiting {
  email: string
  type: LinkType
  sentAt: number
}

const waitingNote = 'sign-in-waiting'

/** The address that a still valid link was sent to from this tab, or null. */
export function pendingLink(now = Date.now()): Waiting | null {
  const note = readSessionItem(waitingNote)
  return isWaiting(note) && now - note.sentAt < linkLifetime ? note : null
}

export const clearPendingLink = () => removeSessionItem(waitingNote)

function isWaiting(note: unknown): note is Waiting {
  if (typeof note !== 'object' || note === null) return false
  const { email, type, sentAt } = note as Partial<Record<keyof Waiting, unknown>>
  const known = linkTypes.some((linkType) => linkType === type)
  return known && typeof email === 'string' && typeof sentAt === 'number'
}
