import { useSyncExternalStore } from 'react'

const narrow = window.matchMedia('(width < 40rem)')

function watch(listener: () => void): () => void {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

export const isPhone = (): boolean => narrow.matches

/** True on the width of a phone, where tables become cards. */
export const useIsPhone = (): boolean => useSyncExternalStore(watch, isPhone)
