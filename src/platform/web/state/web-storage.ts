/**
 * JSON values in the browser's Web Storage. A value that is missing or cannot be parsed reads as null.
 * A browser may refuse storage, as with cookies blocked: then items last until the page is left.
 */

const session = itemsOf(() => sessionStorage)
const local = itemsOf(() => localStorage)

/** Stores a value for as long as this browser tab exists; false when it will be lost with the page. */
export const writeSessionItem = session.write
export const readSessionItem = session.read
export const removeSessionItem = session.remove

/** Stores a value on this device; false when it will be lost with the page. */
export const writeLocalItem = local.write
export const readLocalItem = local.read
export const removeLocalItem = local.remove

/** The storage is a function because reading `window.localStorage` throws where it is refused. */
function itemsOf(storage: () => Storage) {
  /** Items that the browser refused to store. */
  const memory = new Map<string, string>()
  return {
    write(name: string, value: unknown): boolean {
      const json = JSON.stringify(value)
      try {
        storage().setItem(name, json)
        memory.delete(name)
        return true
      } catch {
        memory.set(name, json)
        return false
      }
    },
    read(name: string): unknown {
      try {
        return JSON.parse(memory.get(name) ?? storage().getItem(name) ?? 'null')
      } catch {
        return null
      }
    },
    remove(name: string): void {
      memory.delete(name)
      try {
        storage().removeItem(name)
      } catch {
        // Storage is not available, so there is nothing to remove.
      }
    },
  }
}
