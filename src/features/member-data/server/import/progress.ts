/** The progress of running imports, in the memory of this process. */
import type { ImportProgress } from '../../answers.ts'

export interface Progress {
  report: (doing: ImportProgress['doing'], rows: number, of?: number) => void
  end: () => void
}

const running = new Map<string, ImportProgress>()
const maxEntries = 100

/** Registers an import under the administrator and the key; without a key nothing is recorded. */
export function startProgress(adminId: string, key: string | undefined): Progress {
  if (key === undefined || running.size >= maxEntries) return { report: () => {}, end: () => {} }
  const name = `${adminId} ${key}`
  running.set(name, { doing: 'waiting', rows: 0, of: null })
  return {
    report: (doing, rows, of) => running.set(name, { doing, rows, of: of ?? null }),
    end: () => running.delete(name),
  }
}

/** null when no such import runs in this process. */
export const currentProgress = (adminId: string, key: string): ImportProgress | null =>
  running.get(`${adminId} ${key}`) ?? null
