/** Keeps temporary files of a test run in memory, because tests create and drop databases of some 300 files. */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const prefix = 'portal-tests-'
const gigabyte = 1024 ** 3

/**
 * Points TMPDIR of this process and its children to a folder in memory, where the machine has one with
 * 1 GB to spare. The folder is removed when the process exits; the next run removes that of a killed run.
 */
export function keepTempFilesInMemory(): void {
  if (process.env.TMPDIR?.startsWith(join(memory, prefix)) || !hasRoom()) return
  for (const name of readdirSync(memory)) if (isLeftOver(name)) remove(join(memory, name))
  const folder = mkdtempSync(join(memory, `${prefix}${process.pid}-`))
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

function isLeftOver(name: string): boolean {
  const pid = Number(name.match(/^portal-tests-(\d+)-/)?.[1] ?? process.pid)
  return pid !== process.pid && !existsSync(`/proc/${pid}`)
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // Belongs to another user.
  }
}
