/** Keeps temporary files of a test run in memory, because tests create and drop databases of some 300 files. */
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { freemem } from 'node:os'
import { join } from 'node:path'
import { minutes } from '#shared/durations.ts'

const memory = '/dev/shm'
const prefix = 'portal-test-run-'
/** In the folder of a run: a socket on which the run listens until it ends, seen from other containers too. */
const ownerSocket = 'owner'
const gigabyte = 1024 ** 3

/**
 * Points TMPDIR of this process and its children to a folder in memory, where the machine has one with
 * 1 GB to spare. The folder is removed when the process exits; the next run removes that of a killed run.
 */
export async function keepTempFilesInMemory(): Promise<void> {
  if (process.env.TMPDIR?.startsWith(join(memory, prefix)) || !hasRoom()) return
  const folder = mkdtempSync(join(memory, prefix))
  createServer((connection) => connection.destroy())
    .listen(join(folder, ownerSocket))
    .unref()
  const { mtimeMs } = statSync(folder)
  for (const name of readdirSync(memory)) {
    const other = join(memory, name)
    if (name.startsWith(prefix) && other !== folder && (await isLeftOver(other, mtimeMs)))
      remove(other)
  }
  // PostgreSQL runs as another user when the tests run as root.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  process.on('exit', () => remove(folder))
}

function hasRoom(): boolean {
  if (process.platform !== 'linux' || !existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= gigabyte && freemem() >= 2 * gigabyte
}

/** True when nobody listens on its socket, or it has had a minute to make one. */
async function isLeftOver(folder: string, now: number): Promise<boolean> {
  const code = await new Promise<string | undefined>((resolve) => {
    const socket = createConnection(join(folder, ownerSocket))
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
    socket.once('connect', () => {
      socket.destroy()
      resolve(undefined)
    })
  })
  if (code === 'ECONNREFUSED') return true
  const modifiedAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? now
  return code === 'ENOENT' && modifiedAt < now - minutes(1)
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // Belongs to another user.
  }
}
