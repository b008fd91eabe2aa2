/** Free space on the disk of a folder, and the errors of a disk that is full or cannot be written. */
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCodes } from '../database/database-errors.ts'

export interface DiskSpace {
  /** Bytes that an ordinary user can still write. */
  free: number
  /** Bytes of the whole file system. */
  total: number
}

const megabytes = (count: number): number => count * 1024 ** 2

/** Free space on the disk of a folder. The folder may be missing; then the nearest parent counts. */
export async function freeSpace(folder: string): Promise<DiskSpace> {
  try {
    const { bsize, bavail, blocks } = await statfs(folder)
    return { free: bsize * bavail, total: bsize * blocks }
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (!isMissing || dirname(folder) === folder) throw error
    return freeSpace(dirname(folder))
  }
}

/** Below this, uploads are refused, so that the database keeps room: 512 MB, or a tenth of a small disk. */
export const uploadFloor = ({ total }: DiskSpace): number => Math.min(megabytes(512), total / 10)

/** Below this, only signing in and out is saved: 32 MB, or a fiftieth of a small disk. */
export const saveFloor = ({ total }: DiskSpace): number => Math.min(megabytes(32), total / 50)

/**
 * Whether an error of the database or a file means that the disk is 'full', or 'failing' because it cannot be written
 * at all (read-only, broken); undefined for any other error.
 */
export function diskProblem(error: unknown): 'full' | 'failing' | undefined {
  const { code, errcode } = errorCodes(error)
  // SQLite's extended codes have the primary one in their last byte: IOERR 10, READONLY 8, CANTOPEN 14.
  const sqlite = typeof errcode === 'number' ? errcode % 256 : undefined
  if (sqlite === 13 || /^(ENOSPC|EDQUOT|53100)$/.test(String(code))) return 'full'
  if (sqlite === 10 || sqlite === 8 || sqlite === 14) return 'failing'
  return /^(EROFS|EIO|58030)$/.test(String(code)) ? 'failing' : undefined
}

/** The messages to a user whose request could not be saved (contract 18.2). */
export const diskMessages = {
  full: 'The portal cannot save anything at the moment because its disk is full; please try again later',
  failing:
    'The portal cannot save anything at the moment because its disk does not accept data; please try again later',
}
