/** Runs pg_dump and pg_restore, and finds the version that fits the server. */
import { spawn } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { StartupError } from '../core/startup-error.ts'
import type { Database } from '../database/database.ts'
import { isPoolerAddress } from '../database/postgres-pool.ts'

interface Program {
  path: string
  major: number
}

/** The major version of the server. */
export async function serverMajor(db: Database): Promise<number> {
  const { rows } = await sql<{ version: string }>`
    select current_setting('server_version_num') as version`.execute(db)
  return Math.floor(Number(rows[0]?.version) / 10_000)
}

/**
 * The program that fits: the same major version, or the next newer one. StartupError that says what to
 * install when there is none.
 */
export async function findProgram(name: 'pg_dump' | 'pg_restore', major: number): Promise<Program> {
  const programs = await installedPrograms(name)
  const fitting = programs.filter((program) => program.major >= major)
  const [best] = fitting.toSorted((a, b) => a.major - b.major)
  if (best) return best
  const newest = Math.max(...programs.map((program) => program.major))
  const state = programs.length === 0 ? 'not installed' : `of version ${newest}, which is older`
  throw new StartupError(
    `The server is PostgreSQL ${major}, but ${name} is ${state}: install PostgreSQL's client programs ${major} (on Debian: apt install postgresql-client-${major}).`,
  )
}

async function installedPrograms(name: string): Promise<Program[]> {
  const paths = [name, ...debianFolders().map((folder) => join(folder, name))]
  const programs: Program[] = []
  for (const path of paths) {
    const version = await run(path, ['--version'], {}).catch(() => '')
    const major = version.match(/\) (\d+)/)?.[1]
    if (major) programs.push({ path, major: Number(major) })
  }
  return programs
}

/** Debian installs each version into a folder of its own. */
function debianFolders(): string[] {
  const root = '/usr/lib/postgresql'
  try {
    return readdirSync(root).map((version) => join(root, version, 'bin'))
  } catch {
    return []
  }
}

interface DumpOptions {
  url: string
  file: string
  /** The name of an exported snapshot; by default pg_dump takes its own. */
  snapshot?: string
  signal?: AbortSignal | undefined
}

/** Dumps the database in one snapshot. */
export async function dumpPostgres(
  program: Program,
  { url, snapshot, file, signal }: DumpOptions,
): Promise<void> {
  const { target, environment } = await connectionOf(url)
  const options = ['--format=custom', '--no-owner', '--no-privileges', `--file=${file}`]
  if (snapshot !== undefined) options.push(`--snapshot=${snapshot}`)
  await run(program.path, [...options, `--dbname=${target}`], environment, signal)
}

/** Restores a dump into an empty database, in one transaction: all of it, or nothing. */
export async function restorePostgres(program: Program, url: string, file: string): Promise<void> {
  const { target, environment } = await connectionOf(url)
  const list = `${file}.list`
  const contents = await run(program.path, ['--list', file], {})
  writeFileSync(list, contents.split('\n').filter(isRestored).join('\n'), { mode: 0o600 })
  const options = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction']
  await run(
    program.path,
    [...options, `--use-list=${list}`, `--dbname=${target}`, file],
    environment,
  )
}

/** Excludes extensions, which an administrator of the server may have added, except the portal's own pg_trgm. */
const isRestored = (line: string): boolean =>
  !/ (COMMENT - EXTENSION|SCHEMA -|COMMENT - SCHEMA) /.test(line) &&
  (!/ EXTENSION - /.test(line) || / EXTENSION - pg_trgm/.test(line))

/** libpq refuses parameters that only the portal's own driver knows. */
const libpqParameters = new Set([
  'sslmode',
  'sslcert',
  'sslkey',
  'sslrootcert',
  'host',
  'port',
  'connect_timeout',
])

/**
 * The password goes through the environment: arguments are shown to every user of the machine. StartupError
 * for a pooler: the programs change settings of their session, which the portal's next transaction would get.
 */
async function connectionOf(address: string) {
  if (await isPoolerAddress(address))
    throw new StartupError(
      'Backups cannot go through a pooler such as pgbouncer: set DATABASE_DIRECT_URL to the address of PostgreSQL itself.',
    )
  const url = new URL(address)
  const environment = url.password ? { PGPASSWORD: decodeURIComponent(url.password) } : {}
  url.password = ''
  for (const name of [...url.searchParams.keys()])
    if (!libpqParameters.has(name)) url.searchParams.delete(name)
  return { target: url.href, environment }
}

/** The standard output; StartupError with the first line of an error. */
function run(
  path: string,
  options: string[],
  environment: Record<string, string>,
  signal?: AbortSignal,
) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const child = spawn(path, options, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, LC_ALL: 'C', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  })
  const output = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.err = (output.err + text).slice(-4000)
  })
  child.once('error', reject)
  child.once('close', (code) => {
    if (code === 0) resolve(output.out)
    else reject(new StartupError(`${path} failed: ${output.err.trim().split('\n')[0]}.`))
  })
  return promise
}
