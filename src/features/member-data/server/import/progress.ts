/** How far imports are, for whoever waits for one; kept in this process only. */
import type { ImportProgress } from '../../contract.ts'

export interface Progress {
  report: (doing: ImportProgress['doing'], rows: number, of?: number) => void
  end: () => void
}

const underWay = new Map<string, ImportProgress>()
const mostKept = 100

/** The progress of an administrator's import under this key; without one nobody can ask for it. */
export function startProgress(adminId: string, key: string | undefined): Progress {
  if (key === undefined || underWay.size >= mostKept) return { report: () => {}, end: () => {} }
  const name = `${adminId} ${key}`
  underWay.set(name, { doing: 'waiting', rows: 0, of: null })
  return {
    report: (doing, rows, of) => underWay.set(name, { doing, rows, of: of ?? null }),
    end: () => underWay.delete(name),
  }
}

/** null when nothing is under way here. */
export const currentProgress = (adminId: string, key: string): ImportProgress | null =>
  underWay.get(`${adminId} ${key}`) ?? null
