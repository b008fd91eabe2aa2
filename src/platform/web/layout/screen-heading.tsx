import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { portal } from '../api/portal-info.ts'

export interface ScreenTitle {
  /** The h1 and the title of the browser tab. */
  title: string
  /** Distinguishes views of one path, so that the focus moves between them. */
  view?: string | undefined
}

/** The h1 of the screen, which takes the focus when the element that had it is gone. */
export const screenHeading = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('main h1[tabindex]')

let currentScreen: string | undefined

/**
 * The h1 of a screen. Sets the title of the browser tab. After a change of screen, but not on the first
 * screen, the heading takes the focus, so that keyboard and screen reader start there, unless an input
 * has the focus.
 */
export function useScreenHeading({ title, view = '' }: ScreenTitle, className: string) {
  const heading = useRef<HTMLHeadingElement>(null)
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
  }, [screen])

  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {title}
    </h1>
  )
}
