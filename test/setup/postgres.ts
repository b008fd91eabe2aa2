import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { freePort } from '#test/support/process/free-port.ts'
import { waitUntil } from '#test/support/process/wait-until.ts'
import { onPath, type Program, provide } from './programs.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the superuser in the test run's PostgreSQL. */
    postgresUrl: string
  }
}

export interface Postgres {
  url: string
  /** Restarts the server; 'immediate' without a checkpoint, as after a crash. Resolves when it answers. */
  restart: (mode: 'fast' | 'immediate') => Promise<void>
  /** Stops the server and removes its files. Safe to call twice. */
  stop: () => Promise<void>
}

/**
 * A PostgreSQL server in a temporary folder, on a free port of 127.0.0.1, without a password.
 * It stops when this process ends, even by a crash. `durable: false` trades safety for speed (no fsync).
 */
export async function startPostgres({ durable }: { durable: boolean }): Promise<Postgres> {
  const bin = await provide(postgresql)
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    const keeper = startCluster(bin, port, durable)
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`
    if (await acceptsConnections(url, keeper.hasFailed)) return clusterAt(url, keeper)
    await keeper.stop()
    if (attempt === 3) throw new Error(`The PostgreSQL for the tests failed: ${keeper.errors()}`)
  }
}

const clusterAt = (url: string, keeper: Keeper): Postgres => ({
  url,
  stop: keeper.stop,
  restart: async (mode) => {
    const before = await startTimeOf(url)
    keeper.restart(mode === 'fast' ? 'INT' : 'QUIT')
    if (!(await acceptsConnections(url, keeper.hasEnded, before)))
      throw new Error(`PostgreSQL did not restart: ${keeper.errors()}`)
  },
})

interface Account {
  uid: number
  gid: number
}

/** For root: the system user postgres or nobody, because PostgreSQL refuses to run as root. */
export function account(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const lines = fs.readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('PostgreSQL does not run as root: add a system user named postgres.')
}

/** The temporary folder, or /tmp when the account cannot access it. */
export function openTemporaryFolder(user: Account | undefined): string {
  const isOpen = (folder: string): boolean =>
    (fs.statSync(folder).mode & 0o001) !== 0 && (folder === '/' || isOpen(dirname(folder)))
  return user && !isOpen(tmpdir()) ? '/tmp' : tmpdir()
}

/**
 * A shell that creates the cluster, starts the server and waits on a pipe: a line with the name of a
 * signal stops the server with it and starts it again. When the pipe closes, because `stop` was called
 * or this process was killed, it stops the server and removes the files.
 */
const keeperScript = `
folder=$1 bin=$2; shift 2
make() { "$bin/initdb" -D "$folder/data" --locale=$1 -E UTF8 -U postgres -A trust -N >/dev/null; }
if make C.UTF-8 2>/dev/null || make C; then
  "$bin/postgres" -D "$folder/data" "$@" </dev/null & server=$!
  while read -r signal; do
    kill -$signal $server 2>/dev/null
    wait $server
    "$bin/postgres" -D "$folder/data" "$@" </dev/null & server=$!
  done
  kill -INT $server 2>/dev/null
  wait $server
fi
cd / && rm -rf "$folder"
`

/** Neither crash safety nor background work, which short-lived databases do not need. */
const fast = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  jit: 'off',
  // Emptying a table searches all of the memory. Scans begin at the first row, whatever the size of the memory.
  shared_buffers: '16MB',
  synchronize_seqscans: 'off',
  // Without it, the portal refuses such a server.
  'members_portal.throwaway': 'on',
}

type Keeper = ReturnType<typeof startCluster>

function startCluster(bin: string, port: number, durable: boolean) {
  const user = account()
  const folder = fs.mkdtempSync(join(openTemporaryFolder(user), 'portal-postgres-'))
  if (user) fs.chownSync(folder, user.uid, user.gid)
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    max_connections: 200,
    unix_socket_directories: '',
    // In files of its folder: a killed server would leave others in /dev/shm.
    dynamic_shared_memory_type: 'mmap',
    ...(durable ? {} : fast),
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const keeper = spawn('sh', ['-c', keeperScript, 'keeper', folder, bin, ...options], {
    ...user,
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let errors = ''
  let hasEnded = false
  keeper.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-2000)
  })
  keeper.stdin.on('error', () => {})
  const ended = new Promise<void>((resolve) => {
    keeper.once('close', () => {
      hasEnded = true
      resolve()
    })
  })
  return {
    errors: () => errors.trim(),
    hasEnded: () => hasEnded,
    restart: (signal: 'INT' | 'QUIT') => {
      keeper.stdin.write(`${signal}\n`)
    },
    hasFailed: () => hasEnded || /FATAL:(?!.*is starting up)/.test(errors),
    stop: async () => {
      keeper.stdin.end()
      await ended
    },
  }
}

/** Waits until the server answers; with `before`, until it is another one than the one started then. */
export async function acceptsConnections(
  url: string,
  hasFailed: () => boolean,
  before?: string,
): Promise<boolean> {
  let accepts = false
  const isOver = async () => {
    const startedAt = await startTimeOf(url)
    accepts = startedAt !== undefined && startedAt !== before
    return accepts || hasFailed()
  }
  await waitUntil(isOver, 60_000)
  return accepts
}

/** When the server was started; undefined while it does not answer. */
async function startTimeOf(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  // The server may stop at any moment.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('select pg_postmaster_start_time()::text as at')
    await client.end()
    return rows[0]?.at
  } catch {
    return undefined
  }
}

/** The folder of initdb and postgres. */
export const postgresql: Program<string> = {
  name: 'PostgreSQL',
  packages: ['postgresql'],
  find: findServerPrograms,
  prepareInstallation: withoutCluster,
}

function findServerPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = fs.existsSync(debian) ? fs.readdirSync(debian) : []
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a))
  const configured = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim()
  const folders = [
    process.env.POSTGRES_BIN,
    ...newestFirst.map((version) => join(debian, version, 'bin')),
    configured,
    ...onPath('initdb').map(dirname),
  ]
  return folders.find(
    (folder) => folder && ['initdb', 'postgres'].every((name) => fs.existsSync(join(folder, name))),
  )
}

/** Debian would create and start a cluster with the package. */
function withoutCluster(): () => void {
  const folder = '/etc/postgresql-common/createcluster.d'
  const configFile = join(folder, 'members-portal-tests.conf')
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(configFile, 'create_main_cluster = false\n')
  return () => fs.rmSync(configFile, { force: true })
}
