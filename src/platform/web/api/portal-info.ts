import { useSyncExternalStore } from 'react'
import type { PortalInfo } from '#shared/portal-info.ts'

const defaults: PortalInfo = {
  product_name: 'Members',
  association_name: 'the Association',
  association_short_name: 'Association',
  association_website: '',
  association_logo: '',
  sample: false,
}

/** Reads what the server wrote into the page; its defaults while nothing was written. */
export function readPortal(content: string | null | undefined): PortalInfo {
  if (!content?.startsWith('{')) return defaults
  try {
    // The border: the server writes a PortalInfo there.
    return { ...defaults, ...(JSON.parse(content) as Partial<PortalInfo>) }
  } catch {
    return defaults
  }
}

/** The names of this portal and its association. */
export const portal = readPortal(
  document.querySelector<HTMLMetaElement>('meta[name="portal"]')?.content,
)

const listeners = new Set<() => void>()
let shown = { ...portal }

/** An administrator has changed the settings: what stands on the screen follows. */
export function updatePortal(info: Partial<PortalInfo>): void {
  Object.assign(portal, info)
  shown = { ...portal }
  for (const listener of listeners) listener()
}

/** The same names, for what stands there while they change. */
export const usePortal = (): PortalInfo =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
  )

/**
 * True once, at the first question, when the server wrote into the page that the browser came
 * without a session: then nobody is signed in, and nobody needs to be asked for.
 */
export function takeVisitorHint(): boolean {
  const note = document.querySelector<HTMLMetaElement>('meta[name="visitor"]')
  note?.remove()
  return note?.content === 'yes'
}
