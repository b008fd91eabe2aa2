import { type RefObject, useEffect } from 'react'
import { useLocation } from 'wouter'
import { portal } from '../api/portal-info.ts'

let shownPlace: string | undefined

/**
 * Names the browser tab after the screen. After a change of screen (not on the first one) the focus
 * goes to its heading, so that keyboard and screen reader begin there, unless a field has taken it. `view` tells views apart
 * that share one address.
 */
export function useScreenTitle(
  title: string,
  heading: RefObject<HTMLElement | null>,
  view: string = '',
) {
  const [path] = useLocation()
  const place = `${path} ${view}`

  useEffect(() => {
    document.title = `${title} · ${portal.product_name}`
  }, [title])

  useEffect(() => {
    const moved = shownPlace !== undefined && shownPlace !== place
    shownPlace = place
    if (!moved || document.activeElement instanceof HTMLInputElement) return
    heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [place, heading])
}
