import {
  readSessionItem,
  removeSessionItem,
  writeSessionItem,
} from '#platform/web/state/web-storage.ts'
import { hours } from '#shared/durations.ts'
import { type LinkType, linkLifetime, linkTypes } from '../rules.ts'

/** A requested link, kept in sessionStorage so that reloading the tab returns to the waiting view. */
export interface PendingLink {
  email: string
  type: LinkType
  /** In Unix milliseconds. */
  sentAt: number
  /** The server said that its mails are delayed. */
  isDelayed?: boolean
}

const storageKey = 'sign-in-waiting'

/** How long the waiting view says that the link has expired. */
const expiredNoticeMs = hours(1)

/** The link requested from this tab, or null; until an hour after it has expired. */
export function pendingLink(now = Date.now()): PendingLink | null {
  const note = readSessionItem(storageKey)
  return isPendingLink(note) && now - note.sentAt < linkLifetime + expiredNoticeMs ? note : null
}

export const savePendingLink = (link: PendingLink) => writeSessionItem(storageKey, link)

export const clearPendingLink = () => removeSessionItem(storageKey)

function isPendingLink(note: unknown): note is PendingLink {
  if (typeof note !== 'object' || note === null) return false
  const { email, type, sentAt } = note as Partial<Record<keyof PendingLink, unknown>>
  const isKnownType = linkTypes.some((linkType) => linkType === type)
  return isKnownType && typeof email === 'string' && typeof sentAt === 'number'
}
