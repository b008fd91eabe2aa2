/** What the tabs of one browser tell each other: that somebody signed in or out. */
export type TabNews = 'sign-in' | 'sign-out'

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('sign-in')

export const tellOtherTabs = (news: TabNews) => channel?.postMessage(news)

export function hearOtherTabs(listener: (news: TabNews) => void) {
  channel?.addEventListener('message', ({ data }) => {
    if (data === 'sign-in' || data === 'sign-out') listener(data)
  })
}
