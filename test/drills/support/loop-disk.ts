/** An ext4 file system in a file, whose power can be cut: what was not synced is absent in the copy. */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { DrillEnvironment } from '#test/support/process/environment.ts'

export interface LoopDisk {
  /** Where it is mounted. */
  folder: string
  /** Mounts a copy of its blocks as they are at this moment. Its writers must be suspended. */
  cutPower: () => LoopDisk
  remove: () => void
}

const megabytes = 400

export function openLoopDisk(env: DrillEnvironment): LoopDisk {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Error('This drill mounts file systems: run it as root on Linux.')
  const root = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'portal-disk-'))
  // PostgreSQL runs as another user.
  chmodSync(root, 0o711)
  env.onClose(() => rmSync(root, { recursive: true, force: true }))
  // Otherwise the file systems would stay mounted.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const image = join(root, 'disk')
  execute('truncate', '-s', `${megabytes}M`, image)
  execute('mkfs.ext4', '-q', '-F', image)
  return mount(env, root, image)
}

let copies = 0

function mount(env: DrillEnvironment, root: string, image: string): LoopDisk {
  const folder = join(root, `${basename(image)}-mounted`)
  mkdirSync(folder, { recursive: true })
  execute('mount', '-o', 'loop', image, folder)
  let isMounted = true
  const remove = () => {
    if (!isMounted) return
    isMounted = false
    process.off('exit', remove)
    execute('umount', '--lazy', folder)
    rmSync(image, { force: true })
  }
  env.onClose(remove)
  process.once('exit', remove)
  const device = execute('findmnt', '-n', '-o', 'SOURCE', folder).trim()
  return {
    folder,
    remove,
    cutPower: () => {
      copies += 1
      const copy = join(root, `copy${copies}`)
      for (let tries = 0; tries < 50; tries++) {
        const before = writesOf(device)
        execute('cp', '--sparse=always', image, copy)
        // The kernel may write in the background: such a copy would mix two moments.
        if (writesOf(device) === before) return mount(env, root, copy)
      }
      throw new Error('The disk did not come to rest.')
    },
  }
}

/** How many writes a device has completed (Documentation/block/stat.rst). */
const writesOf = (device: string): string =>
  readFileSync(`/sys/block/${basename(device)}/stat`, 'utf8')
    .trim()
    .split(/\s+/)[4] ?? ''

function execute(command: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (status === 0) return stdout
  throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`)
}
