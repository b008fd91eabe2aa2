/** A PostgreSQL whose data folder is on a disk of a drill. */
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { acceptsConnections, account, postgresql } from '#test/setup/postgres.ts'
import { provide } from '#test/setup/programs.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { freePort } from '#test/support/process/free-port.ts'

export interface PostgresOnDisk {
  url: string
  /** The process ids of the server and all its children. */
  processes: () => number[]
  stop: () => Promise<void>
}

/** Starts the server on the data in `parent`, which it creates when there is none. */
export async function startPostgresIn(
  env: DrillEnvironment,
  parent: string,
): Promise<PostgresOnDisk> {
  const bin = await provide(postgresql)
  const user = account()
  const folder = join(parent, 'postgres')
  if (!existsSync(folder)) {
    mkdirSync(folder, { mode: 0o700 })
    if (user) chownSync(folder, user.uid, user.gid)
    const options = [
      '-D',
      folder,
      '--locale=C.UTF-8',
      '-E',
      'UTF8',
      '-U',
      'postgres',
      '-A',
      'trust',
    ]
    const { status, stderr } = spawnSync(join(bin, 'initdb'), options, { ...user, cwd: folder })
    if (status !== 0) throw new Error(`initdb: ${stderr}`)
  }
  // The lock file of the server whose power was cut.
  rmSync(join(folder, 'postmaster.pid'), { force: true })
  const port = await freePort()
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=']
  const args = ['-D', folder, ...settings.flatMap((setting) => ['-c', setting])]
  const child = spawn(join(bin, 'postgres'), args, { ...user, cwd: folder, stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const kill = () => child.kill('SIGQUIT')
  process.once('exit', kill)
  const stop = async () => {
    child.kill('SIGINT')
    await ended
    process.off('exit', kill)
  }
  env.onClose(stop)
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  if (!(await acceptsConnections(url, () => child.exitCode !== null)))
    throw new Error('PostgreSQL did not start on the disk of the drill.')
  const { pid = 0 } = child
  return { url, stop, processes: () => [pid, ...childrenOf(pid)] }
}

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
    .map(Number)

/** The fourth field of /proc/PID/stat, after the name in parentheses; processes may end meanwhile. */
function parentOf(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1])
  } catch {
    return 0
  }
}
