import { useEffect, useState } from 'react'
import { readSessionItem, writeSessionItem } from './session-notes.ts'

/** Takes the token out of the address bar, so that no screenshot, history or Referer has it. */
function takeToken(): string | undefined {
  const token = new URLSearchParams(window.location.hash.slice(1)).get('token')
  if (window.location.hash !== '')
    window.history.replaceState(null, '', window.location.pathname + window.location.search)
  return token || undefined
}

/**
 * The token of the link that was opened last in this tab, kept under `note` so that a reload works;
 * undefined when there was none, null while the address is being read.
 */
export function useLinkToken(note: string): string | undefined | null {
  const [token, setToken] = useState<string | undefined | null>(null)
  useEffect(() => {
    const read = () => {
      const taken = takeToken()
      if (taken !== undefined) writeSessionItem(note, taken)
      const kept = readSessionItem(note)
      setToken(taken ?? (typeof kept === 'string' ? kept : undefined))
    }
    read()
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [note])
  return token
}
