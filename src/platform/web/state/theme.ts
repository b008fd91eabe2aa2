import { type RefObject, useEffect, useSyncExternalStore } from 'react'
import { type Theme, themeCookie, themeCookieLifetime, themeOf } from '#shared/theme.ts'

/** The theme is the attribute `data-theme` of the page; theme.css has the rest. */
const page = document.documentElement
const systemDark = window.matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

const currentTheme = (): Theme => themeOf(`theme=${page.dataset.theme}`)

function applyTheme(theme: Theme) {
  if (theme === currentTheme()) return
  page.dataset.theme = theme
  for (const listener of listeners) listener()
}

/** Changes the theme and stores it on this device. */
export function selectTheme(theme: Theme) {
  const lifetime = theme === 'system' ? 0 : themeCookieLifetime
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: not all supported browsers have the Cookie Store API
    document.cookie = `${themeCookie}=${theme}; Path=/; Max-Age=${lifetime}; SameSite=Lax${secure}`
  } catch {
    // Where the browser refuses cookies the theme lasts as long as the page.
  }
  applyTheme(theme)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The selected theme; renders again when it changes. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, currentTheme)

/**
 * Applies a theme that was selected in another tab when this tab is shown again, until the returned function is called.
 */
export function watchTheme(): () => void {
  const sync = () => {
    try {
      applyTheme(themeOf(document.cookie))
    } catch {
      // Where the browser refuses cookies no other tab can have stored a theme.
    }
  }
  sync()
  document.addEventListener('visibilitychange', sync)
  return () => document.removeEventListener('visibilitychange', sync)
}

/** Gives the browser's own bar the background of `ref`, the top of the screen. */
export function useBrowserBarColour(ref: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const meta = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')
    const paint = () => {
      if (meta && ref.current) meta.content = getComputedStyle(ref.current).backgroundColor
    }
    paint()
    const unsubscribe = subscribe(paint)
    systemDark.addEventListener('change', paint)
    return () => {
      unsubscribe()
      systemDark.removeEventListener('change', paint)
    }
  }, [ref])
}
