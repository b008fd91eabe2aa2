import { refreshUser, signOutThisTab } from '#features/sign-in/web/calls.ts'
import { onForbidden } from '#platform/web/api/call.ts'
import { onSessionEvent } from '#platform/web/state/session-channel.ts'
import { minutes } from '#shared/dates.ts'

/** Keeps this tab with the person who is signed in, whatever other tabs and administrators do. */
export function watchSession() {
  const check = () => void refreshUser()
  onSessionEvent((news) => (news === 'sign-out' ? signOutThisTab() : check()))
  onForbidden(check)

  let hiddenAt: number | undefined
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') {
      hiddenAt = Date.now()
      return
    }
    if (hiddenAt !== undefined && Date.now() - hiddenAt > minutes(1)) check()
  })
}
