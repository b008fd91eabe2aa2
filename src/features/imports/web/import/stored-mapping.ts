import { type Column, importColumns } from '#features/members/columns/spreadsheet-columns.ts'
import { readLocalItem, removeLocalItem, writeLocalItem } from '#platform/web/state/web-storage.ts'

/** The column of each heading that was matched by hand; '' skips it. */
export type Mapping = Record<string, Column | ''>

const storageKey = 'import-columns'
const maxHeadings = 500

/** The mapping stored on this device. */
export function readStoredMapping(): Mapping {
  const stored = Object.entries(Object(readLocalItem(storageKey)))
  return Object.fromEntries(
    stored.flatMap(([heading, column]): [string, Column | ''][] => {
      if (heading.length > 200) return []
      if (column === '') return [[heading, '']]
      const name = importColumns.find((known) => known === column)
      return name ? [[heading, name]] : []
    }),
  )
}

export function storeMapping(mapping: Mapping): void {
  if (Object.keys(mapping).length > maxHeadings) removeLocalItem(storageKey)
  else writeLocalItem(storageKey, mapping)
}
