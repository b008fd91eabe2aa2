import { useSyncExternalStore } from 'react'
import type { PortalInfo } from '#shared/portal-info.ts'

const defaults: PortalInfo = {
  product_name: 'Members',
  association_name: 'the Association',
  association_short_name: 'Association',
  association_website: '',
  association_logo: '',
  sample: false,
  writes_mails_to_files: false,
  links_are_local: false,
}

/** The JSON that the server wrote into the page; the defaults when there is none. */
function parsePortalInfo(content: string | null | undefined): PortalInfo {
  if (!content?.startsWith('{')) return defaults
  try {
    // Trust boundary: the server writes a PortalInfo there.
    return { ...defaults, ...(JSON.parse(content) as Partial<PortalInfo>) }
  } catch {
    return defaults
  }
}

/** The names of this portal and its association. */
export const portal = parsePortalInfo(
  document.querySelector<HTMLMetaElement>('meta[name="portal"]')?.content,
)

const listeners = new Set<() => void>()
let snapshot = { ...portal }

/** Applies changed settings; components that call `usePortal` render again. */
export function updatePortal(info: Partial<PortalInfo>): void {
  Object.assign(portal, info)
  snapshot = { ...portal }
  for (const listener of listeners) listener()
}

/** Like `portal`, for components that stay on screen while the names change. */
export const usePortal = (): PortalInfo =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => snapshot,
  )

/** Whether a real association has no mail server, so that no email is delivered. */
export function useLacksMailServer(): boolean {
  const { writes_mails_to_files, sample } = usePortal()
  return writes_mails_to_files && !sample
}

const visitorHint = () => document.querySelector<HTMLMetaElement>('meta[name="visitor"]')

/** Whether the server wrote into the page that the request had no session: then there is no user to load. */
export const isVisitorPage = (): boolean => visitorHint()?.content === 'yes'

/** Like `isVisitorPage`, but true on the first call only: later the user may have signed in. */
export function takeVisitorHint(): boolean {
  const isVisitor = isVisitorPage()
  visitorHint()?.remove()
  return isVisitor
}
