/** A note that lives as long as the browser tab and survives its reload; nothing where that is shut. */
export function writeSessionItem(name: string, note: unknown) {
  try {
    sessionStorage.setItem(name, JSON.stringify(note))
  } catch {
    // A browser that keeps nothing: the screen works without.
  }
}

export function readSessionItem(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}

export function removeSessionItem(name: string) {
  try {
    sessionStorage.removeItem(name)
  } catch {
    // Nothing was kept, so nothing is to be forgotten.
  }
}
