/**
 * Where a person wanted to go who had to sign in first. It is kept for the whole browser, because
 * the link of the mail opens in a tab of its own; and it is only a wish: who reads it decides.
 */
import { minutes } from '#shared/dates.ts'

const name = 'wanted-path'
const life = minutes(30)
const together = 10_000

let saidGoodbye = false

export function saveReturnPath(path: string, now = Date.now()) {
  if (saidGoodbye) return
  try {
    localStorage.setItem(name, JSON.stringify({ path, at: now }))
  } catch {
    // A browser that keeps nothing: signing in leads to the home.
  }
}

/**
 * The path that was wanted within the last half hour, or null. It is used up by that, but for a
 * moment: the tab of the mail's link and the tab that waited for it land together.
 */
export function takeReturnPath(now = Date.now()): string | null {
  try {
    const note = freshNote(JSON.parse(localStorage.getItem(name) ?? 'null'), now)
    if (note === null) clearReturnPath()
    else localStorage.setItem(name, JSON.stringify({ ...note, takenAt: note.takenAt ?? now }))
    return note?.path ?? null
  } catch {
    return null
  }
}

export function clearReturnPath() {
  try {
    localStorage.removeItem(name)
  } catch {
    // Nothing was kept, so nothing is to be forgotten.
  }
}

/** Whoever leaves on purpose wants nothing more: until the next sign-in nothing is remembered. */
export function disableReturnPath() {
  saidGoodbye = true
  clearReturnPath()
}

export function enableReturnPath() {
  saidGoodbye = false
}

interface Note {
  path: string
  at: number
  takenAt?: number
}

function freshNote(kept: unknown, now: number): Note | null {
  if (typeof kept !== 'object' || kept === null) return null
  const { path, at, takenAt } = kept as Partial<Record<keyof Note, unknown>>
  if (typeof path !== 'string' || typeof at !== 'number') return null
  const isOver = now < at || now - at >= life
  if (isOver || (typeof takenAt === 'number' && now - takenAt >= together)) return null
  return { path, at, ...(typeof takenAt === 'number' && { takenAt }) }
}
