/** Free space on the disk of a folder, and the errors of a disk that is full or cannot be written. */
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Refusal } from '#shared/refusal.ts'

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
 * Refuses an upload of `bytes` (when they are known) that would leave less free space than the floor.
 * `folder` is where the file is received first.
 */
export async function assertRoomForUploads(folder: string, bytes = 0): Promise<void> {
  const space = await freeSpace(folder)
  if (space.free - bytes >= uploadFloor(space)) return
  throw new Refusal('unavailable', 'The portal is out of storage space; please try again later', {
    retryAfter: 3600,
  })
}
