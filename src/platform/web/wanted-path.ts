/**
 * Where a person wanted to go who had to sign in first. It is kept for the whole browser, because
 * the link of the mail opens in a tab of its own; and it is only a wish: who reads it decides.
 */
import { minutes } from '#shared/dates.ts'

const name = 'wanted-path'
const life = minutes(30)

let saidGoodbye = false

export function rememberWanted(path: string, now = Date.now()) {
  if (saidGoodbye) return
  try {
    localStorage.setItem(name, JSON.stringify({ path, at: now }))
  } catch {
    // A browser that keeps nothing: signing in leads to the home.
  }
}

/** The path that was wanted within the last half hour, or null. */
export function wantedPath(now = Date.now()): string | null {
  try {
    return freshPath(JSON.parse(localStorage.getItem(name) ?? 'null'), now)
  } catch {
    return null
  }
}

export function forgetWanted() {
  try {
    localStorage.removeItem(name)
  } catch {
    // Nothing was kept, so nothing is to be forgotten.
  }
}

/** Whoever leaves on purpose wants nothing more: until the next sign-in nothing is remembered. */
export function sayGoodbye() {
  saidGoodbye = true
  forgetWanted()
}

export function sayWelcome() {
  saidGoodbye = false
}

function freshPath(note: unknown, now: number): string | null {
  if (typeof note !== 'object' || note === null) return null
  const { path, at } = note as Partial<Record<'path' | 'at', unknown>>
  if (typeof path !== 'string' || typeof at !== 'number') return null
  return now >= at && now - at < life ? path : null
}
