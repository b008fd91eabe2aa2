/**
 * The path that a visitor asked for before signing in. It is stored for the whole browser, because
 * the link in the sign-in email opens in a new tab. The reader decides whether the user may go there.
 */
import { minutes } from '#shared/durations.ts'
import { readLocalItem, removeLocalItem, writeLocalItem } from './web-storage.ts'

const name = 'wanted-path'
const lifetimeMs = minutes(30)
/** Time in which several tabs may take the same path. */
const sharedTakeMs = 10_000

let isDisabled = false

export function saveReturnPath(path: string, now = Date.now()): void {
  if (!isDisabled) writeLocalItem(name, { path, at: now })
}

/**
 * The path saved within the last half hour, or null. Taking it uses it up, except for 10 seconds: the
 * tab that the sign-in link opened and the tab that waited for it redirect at the same time.
 */
export function takeReturnPath(now = Date.now()): string | null {
  const saved = parseReturnPath(readLocalItem(name), now)
  if (saved === null) clearReturnPath()
  else writeLocalItem(name, { ...saved, takenAt: saved.takenAt ?? now })
  return saved?.path ?? null
}

/** The path that signing in leads to, or null; it stays saved. */
export function savedReturnPath(now = Date.now()): string | null {
  return parseReturnPath(readLocalItem(name), now)?.path ?? null
}

export function clearReturnPath(): void {
  removeLocalItem(name)
}

/** After signing out on purpose no path is saved until the next sign-in. */
export function disableReturnPath(): void {
  isDisabled = true
  clearReturnPath()
}

export function enableReturnPath(): void {
  isDisabled = false
}

interface ReturnPath {
  path: string
  at: number
  takenAt?: number
}

/** Null when the stored value is not a return path, has expired or has been used up. */
function parseReturnPath(stored: unknown, now: number): ReturnPath | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { path, at, takenAt } = stored as Partial<Record<keyof ReturnPath, unknown>>
  if (typeof path !== 'string' || typeof at !== 'number') return null
  const isExpired = now < at || now - at >= lifetimeMs
  if (isExpired || (typeof takenAt === 'number' && now - takenAt >= sharedTakeMs)) return null
  return { path, at, ...(typeof takenAt === 'number' && { takenAt }) }
}
