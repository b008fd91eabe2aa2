/** The progress of running imports, in the memory of this process. */
import type { ImportProgress } from '../../answers.ts'

export interface Progress {
  report: (doing: ImportProgress['doing'], rows: number, of?: number | null) => void
  end: () => void
}

interface RunningImport {
  adminId: string
  key: string
  progress: ImportProgress
}

/** The running imports, oldest first. A key that is sent again while its import runs has two entries. */
const running = new Set<RunningImport>()
const maxEntries = 100

/** Registers an import under the administrator and the key; without a key nothing is recorded. */
export function startProgress(adminId: string, key: string | undefined): Progress {
  if (key === undefined || running.size >= maxEntries) return { report: () => {}, end: () => {} }
  const entry: RunningImport = {
    adminId,
    key,
    progress: { doing: 'waiting', rows: 0, of: null },
  }
  running.add(entry)
  return {
    report: (doing, rows, of = null) => {
      entry.progress = { doing, rows, of }
    },
    end: () => running.delete(entry),
  }
}

/** The first of these imports; null when none runs in this process. */
export const currentProgress = (adminId: string, key: string): ImportProgress | null =>
  [...running].find((entry) => entry.adminId === adminId && entry.key === key)?.progress ?? null
