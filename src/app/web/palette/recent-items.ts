import type { PaletteItem } from './palette-items.ts'

const maxItems = 5

/**
 * What each user opened last, newest first. Only in memory: names of members are not stored on the
 * device.
 */
const itemsByUser = new Map<string, PaletteItem[]>()

export const recentItems = (userId: string): PaletteItem[] => itemsByUser.get(userId) ?? []

/** Remembers an item that leads to a screen or record. */
export function rememberItem(userId: string, item: PaletteItem) {
  if (typeof item.target === 'string' || !('href' in item.target)) return
  const others = recentItems(userId).filter(({ key }) => key !== item.key)
  itemsByUser.set(userId, [{ ...item, group: 'Recent' as const }, ...others].slice(0, maxItems))
}
