/**
 * What this device keeps for a person who is not done yet: words in localStorage, files in
 * IndexedDB. Where a browser keeps nothing everything lasts as long as the page.
 */
import { createStore, delMany, entries, set, type UseStore } from 'idb-keyval'

const meanwhile = new Map<string, string>()

/** Keeps a note; false when it will not outlive the page. */
export function writeLocalItem(name: string, note: unknown): boolean {
  const words = JSON.stringify(note)
  try {
    localStorage.setItem(name, words)
    meanwhile.delete(name)
    return true
  } catch {
    meanwhile.set(name, words)
    return false
  }
}

export function readLocalItem(name: string): unknown {
  try {
    return JSON.parse(meanwhile.get(name) ?? localStorage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}

export function removeLocalItem(name: string) {
  meanwhile.delete(name)
  try {
    localStorage.removeItem(name)
  } catch {
    // Nothing was kept, so nothing is to be dropped.
  }
}

/** True when a reload will find again what is kept. */
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

let store: UseStore | undefined

function files(): UseStore {
  store ??= createStore('portal', 'kept-files')
  return store
}

/** Keeps a record, which may hold blobs; false when it will not outlive the page. */
export async function keepFile(key: string, record: unknown): Promise<boolean> {
  try {
    await set(key, record, files())
    return true
  } catch {
    return false
  }
}

/** Every kept record with its key; nothing where the browser keeps none or does not answer. */
export function keptFiles(): Promise<[string, unknown][]> {
  const silent = new Promise<[string, unknown][]>((resolve) => setTimeout(resolve, 4000, []))
  return Promise.race([allFiles(), silent])
}

async function allFiles(): Promise<[string, unknown][]> {
  try {
    return await entries<string, unknown>(files())
  } catch {
    return []
  }
}

export async function dropFiles(keys: readonly string[]): Promise<void> {
  try {
    await delMany([...keys], files())
  } catch {
    // Nothing was kept, so nothing is to be dropped.
  }
}
