import { useEffect, useState } from 'react'
import { tidyAddress, tokenIn } from '#shared/screens/address.ts'
import { readSessionItem, writeSessionItem } from './web-storage.ts'

/** Corrects an address in the address bar that a mail system or a phone has altered. */
export function tidyLocation(): void {
  const { pathname, search, hash } = window.location
  const address = pathname + search + hash
  const tidy = tidyAddress(address)
  if (tidy !== address) window.history.replaceState(null, '', tidy)
}

/** Removes the token from the address bar, so that screenshots, history and Referer do not carry it. */
function takeToken(): string | undefined {
  const token = tokenIn(window.location.hash)
  if (window.location.hash !== '')
    window.history.replaceState(null, '', window.location.pathname + window.location.search)
  return token
}

/**
 * The token of the link that this tab opened last. With a `storageKey` it is stored in the session, so
 * that a reload works; without, it is kept in memory only. Undefined when there is none, null until
 * the address has been read.
 */
export function useLinkToken(storageKey?: string): string | undefined | null {
  const [token, setToken] = useState<string | undefined | null>(null)
  useEffect(() => {
    const read = () => {
      const fromAddress = takeToken()
      if (storageKey === undefined) {
        setToken((current) => fromAddress ?? current ?? undefined)
        return
      }
      if (fromAddress !== undefined) writeSessionItem(storageKey, fromAddress)
      const stored = readSessionItem(storageKey)
      setToken(fromAddress ?? (typeof stored === 'string' ? stored : undefined))
    }
    read()
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [storageKey])
  return token
}
