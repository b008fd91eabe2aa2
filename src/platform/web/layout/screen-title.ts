import { type RefObject, useEffect } from 'react'
import { useLocation } from 'wouter'
import { portal } from '../api/portal-info.ts'

let currentScreen: string | undefined

/**
 * Sets the title of the browser tab. After a change of screen, but not on the first screen, it moves the
 * focus to the heading, so that keyboard and screen reader start there, unless an input has the focus.
 * `view` distinguishes screens that share a path.
 */
export function useScreenTitle(
  title: string,
  heading: RefObject<HTMLElement | null>,
  view: string = '',
) {
  const [path] = useLocation()
  const screen = `${path} ${view}`

  useEffect(() => {
    document.title = `${title} · ${portal.product_name}`
  }, [title])

  useEffect(() => {
    const hasChanged = currentScreen !== undefined && currentScreen !== screen
    currentScreen = screen
    if (!hasChanged || document.activeElement instanceof HTMLInputElement) return
    heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [screen, heading])
}
