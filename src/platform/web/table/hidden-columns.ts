import { useState } from 'react'
import { readLocalItem, writeLocalItem } from '../state/web-storage.ts'

/**
 * The keys of a table's hidden columns, stored on this device under its name. The columns of
 * `hiddenAtFirst` are hidden until the user shows them, also on devices that stored other hidden
 * columns before these existed.
 */
export function useHiddenColumns(tableName: string, hiddenAtFirst: readonly string[] = []) {
  const hiddenKey = `hidden-columns ${tableName}`
  const shownKey = `shown-columns ${tableName}`
  const essentialKey = `essential-columns ${tableName}`
  const [hidden, setHidden] = useState<readonly string[]>(() => {
    const shown = stringsIn(readLocalItem(shownKey))
    const stored = stringsIn(readLocalItem(hiddenKey))
    return [...new Set([...stored, ...hiddenAtFirst.filter((key) => !shown.includes(key))])]
  })
  const [isEssential, setEssential] = useState(() => readLocalItem(essentialKey) === true)
  const storeEssential = (next: boolean) => {
    writeLocalItem(essentialKey, next)
    setEssential(next)
  }
  return {
    hidden,
    /** True while the table shows its essential columns only; `hidden` is kept for later. */
    isEssential,
    setEssential: storeEssential,
    hide: (keys: readonly string[]) => {
      writeLocalItem(hiddenKey, keys)
      if (hiddenAtFirst.length > 0)
        writeLocalItem(
          shownKey,
          hiddenAtFirst.filter((key) => !keys.includes(key)),
        )
      setHidden(keys)
      if (isEssential) storeEssential(false)
    },
  }
}

const stringsIn = (stored: unknown): string[] =>
  Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : []
