/** What the tabs of one browser tell each other: that somebody signed in or out. */
export type SessionEvent = 'sign-in' | 'sign-out'

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('sign-in')

export const postSessionEvent = (news: SessionEvent) => channel?.postMessage(news)

export function onSessionEvent(listener: (news: SessionEvent) => void) {
  channel?.addEventListener('message', ({ data }) => {
    if (data === 'sign-in' || data === 'sign-out') listener(data)
  })
}
