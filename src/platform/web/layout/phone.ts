import { useSyncExternalStore } from 'react'

// Paper is narrower than a desk, and the rows that print must stay those of the screen.
const phoneWidth = window.matchMedia('screen and (width < 48rem)')

function subscribe(listener: () => void): () => void {
  phoneWidth.addEventListener('change', listener)
  return () => phoneWidth.removeEventListener('change', listener)
}

export const isPhone = (): boolean => phoneWidth.matches

/** Whether the main input is touch, as for the variant `touch:` of the styles. */
export const isTouch = (): boolean =>
  window.matchMedia('(pointer: coarse), (width < 48rem)').matches

/** Whether the main input is a finger, for which the focus in a field opens a keyboard. */
export const isTouchScreen = (): boolean => window.matchMedia('(pointer: coarse)').matches

/** Whether the window is so narrow that a wide table has room for only one button in its rows. */
export const isTablet = (): boolean => window.matchMedia('(width < 64rem)').matches

/** Whether a tablet is held upright and is not one of the smallest. */
export const isWideTablet = (): boolean => window.matchMedia('(50rem <= width < 64rem)').matches

/** True below 48rem, where tables are shown as cards; renders again when that changes. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, isPhone)
