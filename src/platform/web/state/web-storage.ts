/**
 * JSON values in the browser's Web Storage. A value that is missing or cannot be parsed reads as null.
 * A browser may refuse storage: then session items are not stored at all, and local items last until
 * the page is left.
 */

/** Stores a value for as long as this browser tab exists; false when it could not be stored. */
export function writeSessionItem(name: string, value: unknown): boolean {
  try {
    sessionStorage.setItem(name, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

export function readSessionItem(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}

export function removeSessionItem(name: string): void {
  try {
    sessionStorage.removeItem(name)
  } catch {
    // Storage is not available, so there is nothing to remove.
  }
}

/** Local items that localStorage refused to store. */
const memory = new Map<string, string>()

/** Stores a value on this device; false when it will be lost with the page. */
export function writeLocalItem(name: string, value: unknown): boolean {
  const json = JSON.stringify(value)
  try {
    localStorage.setItem(name, json)
    memory.delete(name)
    return true
  } catch {
    memory.set(name, json)
    return false
  }
}

export function readLocalItem(name: string): unknown {
  try {
    return JSON.parse(memory.get(name) ?? localStorage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}

export function removeLocalItem(name: string): void {
  memory.delete(name)
  try {
    localStorage.removeItem(name)
  } catch {
    // Storage is not available, so there is nothing to remove.
  }
}
