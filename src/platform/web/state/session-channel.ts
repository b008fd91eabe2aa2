/** Tells the other tabs of this browser that the user signed in or out. */
type SessionEvent = 'sign-in' | 'sign-out'

const channel = openChannel()

/** Null where the browser refuses it, as Firefox does with its cookies blocked. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel('sign-in')
  } catch {
    return null
  }
}

export const postSessionEvent = (event: SessionEvent) => channel?.postMessage(event)

/** Calls the listener for each event that another tab posts, for as long as the page lives. */
export function onSessionEvent(listener: (event: SessionEvent) => void): void {
  channel?.addEventListener('message', ({ data }) => {
    if (data === 'sign-in' || data === 'sign-out') listener(data)
  })
}
