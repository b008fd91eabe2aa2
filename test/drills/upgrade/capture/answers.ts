/** The answers of a portal, as sorted JSON under names that do not depend on ids. */
import { isRecord } from '#shared/records.ts'

export interface Answers {
  /** Sorted JSON by call. */
  texts: Map<string, string>
  /** The names that replace ids. */
  names: Map<string, string>
}

export const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_name, inner: unknown) =>
    isRecord(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )

const ids = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g

/** The text with ids replaced by names; an id without a name becomes 'some id'. */
export const withNames = (text: string, names: ReadonlyMap<string, string>): string =>
  text.replace(ids, (id) => names.get(id) ?? 'some id')

/** Gives names to ids: each name once, so that of two equal ones the second has a number. */
export function createNames() {
  const names = new Map<string, string>()
  const used = new Map<string, number>()
  const nameIt = (id: unknown, name: string): void => {
    if (typeof id !== 'string' || names.has(id)) return
    const count = (used.get(name) ?? 0) + 1
    used.set(name, count)
    names.set(id, count === 1 ? name : `${name} #${count}`)
  }
  return { names, nameIt }
}
