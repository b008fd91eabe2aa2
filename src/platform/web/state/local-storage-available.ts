/**
 * True when items of web-storage.ts survive a reload of the page. A separate file: the first screen does not load it.
 */
export function isLocalStorageAvailable(): boolean {
  const name = 'memory-is-open'
  try {
    localStorage.setItem(name, 'yes')
    localStorage.removeItem(name)
    return true
  } catch {
    return false
  }
}
