import { refreshUser, signOutThisTab } from '#features/sign-in/web/calls.ts'
import { onForbidden } from '#platform/web/api/call.ts'
import { onSessionEvent } from '#platform/web/state/session-channel.ts'
import { minutes } from '#shared/durations.ts'

/**
 * Loads the user again when another tab signs in or out, when a call is forbidden, and when this tab is
 * shown after more than a minute.
 */
export function watchSession() {
  const check = () => void refreshUser()
  onSessionEvent((event) => (event === 'sign-out' ? signOutThisTab() : check()))
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
