/**
 * Two PostgreSQL servers: a primary, and a synchronous standby that takes over. An operator, or Patroni,
 * does the same steps.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { account, openTemporaryFolder, postgresql } from '#test/setup/postgres.ts'
import { provide } from '#test/setup/programs.ts'
import { queryPostgres } from '#test/support/database/query-database.ts'
import { freePort } from '#test/support/process/free-port.ts'
import { waitUntil } from '#test/support/process/wait-until.ts'

interface Server {
  port: number
  folder: string
  process: ChildProcess
}

export interface PostgresPair {
  /** The port of the server that accepts writes. */
  primaryPort: () => number
  /** A superuser's URL for a database on the present primary. */
  url: (database?: string) => string
  /** SIGKILL for every process of the primary. */
  killPrimary: () => Promise<void>
  /** Makes the standby the primary; it accepts commits without a standby until `addStandby`. */
  promote: () => Promise<void>
  /** Replaces the killed server by a new standby, for which commits then wait. */
  addStandby: () => Promise<void>
  stop: () => Promise<void>
}

const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'wal_level=replica',
  'max_wal_senders=10',
  'hot_standby=on',
  'wal_sender_timeout=5s',
  // In files of its folder: a killed server would leave others in /dev/shm.
  'dynamic_shared_memory_type=mmap',
]

export async function startPostgresPair(): Promise<PostgresPair> {
  const bin = await provide(postgresql)
  const user = account()
  const root = mkdtempSync(join(openTemporaryFolder(user), 'portal-pair-'))
  if (user) chownSync(root, user.uid, user.gid)
  let count = 0
  const newFolder = () => {
    count += 1
    return join(root, `server-${count}`)
  }
  const run = (program: string, ...args: string[]) => {
    const { status, stderr } = spawnSync(join(bin, program), args, {
      ...user,
      cwd: root,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`${program} failed: ${stderr}`)
  }
  const start = (folder: string, port: number): Server => {
    const options = [`port=${port}`, ...settings].flatMap((setting) => ['-c', setting])
    // A process group of its own, so that a kill ends all of its processes, as a power cut does.
    const process = spawn(join(bin, 'postgres'), ['-D', folder, ...options], {
      ...user,
      cwd: root,
      detached: true,
      stdio: 'ignore',
    })
    return { port, folder, process }
  }
  const urlOf = ({ port }: Server, database = 'postgres') =>
    `postgres://postgres@127.0.0.1:${port}/${database}`
  const follow = (leader: Server, folder: string) =>
    run('pg_basebackup', '-D', folder, '-R', '-X', 'stream', '-c', 'fast', '-d', urlOf(leader))

  const firstFolder = newFolder()
  run(
    'initdb',
    '-D',
    firstFolder,
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '-U',
    'postgres',
    '-A',
    'trust',
  )
  let primary = start(firstFolder, await freePort())
  await answers(urlOf(primary))
  const standbyFolder = newFolder()
  follow(primary, standbyFolder)
  let standby: Server | undefined = start(standbyFolder, await freePort())
  await answers(urlOf(standby))

  const waitForStandbys = async (names: string) => {
    await queryPostgres(urlOf(primary), `alter system set synchronous_standby_names = '${names}'`)
    await queryPostgres(urlOf(primary), 'select pg_reload_conf()')
  }
  const standbyState = async () => {
    const rows = await queryPostgres(urlOf(primary), 'select sync_state from pg_stat_replication')
    return rows[0]?.sync_state as string | undefined
  }
  const isSynchronous = async () => {
    if (!(await waitUntil(async () => (await standbyState()) === 'sync', 10_000)))
      throw new Error('The standby does not follow the primary')
  }
  await waitForStandbys('*')
  await isSynchronous()
  let freePortOfKilled = 0

  return {
    primaryPort: () => primary.port,
    url: (database) => urlOf(primary, database),
    killPrimary: async () => {
      freePortOfKilled = primary.port
      await killGroup(primary.process)
    },
    promote: async () => {
      if (!standby) throw new Error('There is no standby')
      run('pg_ctl', 'promote', '-w', '-D', standby.folder)
      primary = standby
      standby = undefined
      await waitForStandbys('')
    },
    addStandby: async () => {
      const folder = newFolder()
      follow(primary, folder)
      standby = start(folder, freePortOfKilled)
      await answers(urlOf(standby))
      await waitForStandbys('*')
      await isSynchronous()
    },
    stop: async () => {
      for (const server of [primary, standby]) if (server) await killGroup(server.process)
      rmSync(root, { recursive: true, force: true })
    },
  }
}

async function answers(url: string): Promise<void> {
  const accepts = () =>
    queryPostgres(url, 'select 1').then(
      () => true,
      () => false,
    )
  if (!(await waitUntil(accepts, 20_000))) throw new Error(`PostgreSQL does not answer at ${url}`)
}

async function killGroup(child: ChildProcess): Promise<void> {
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  process.kill(-child.pid, 'SIGKILL')
  await ended
}
