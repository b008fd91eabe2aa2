import { useSyncExternalStore } from 'react'

const phoneWidth = window.matchMedia('(width < 48rem)')

function subscribe(listener: () => void): () => void {
  phoneWidth.addEventListener('change', listener)
  return () => phoneWidth.removeEventListener('change', listener)
}

export const isPhone = (): boolean => phoneWidth.matches

/** True below 48rem, where tables are shown as cards; renders again when that changes. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, isPhone)
