/** pgbouncer before PostgreSQL and Caddy before the portals, as Debian packages them. */
import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { account, openTemporaryFolder } from '#test/setup/postgres.ts'
import { caddy, pgbouncer, provide } from '#test/setup/programs.ts'
import { freePort } from '#test/support/process/free-port.ts'
import { waitUntil } from '#test/support/process/wait-until.ts'

const root = join(import.meta.dirname, '../../..')

export interface Pooler {
  port: number
  stop: () => Promise<void>
}

/** pgbouncer in transaction mode with the settings of docs/scale.md. */
export async function startPooler(serverPort: number): Promise<Pooler> {
  const program = await provide(pgbouncer)
  const user = account()
  const folder = mkdtempSync(join(openTemporaryFolder(user), 'portal-pooler-'))
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const users = join(folder, 'users.txt')
  const settings = [
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = trust',
    `auth_file = ${users}`,
    ...documentedSettings(),
  ].join('\n')
  const databases = `* = host=127.0.0.1 port=${serverPort} user=postgres`
  writeFileSync(file, `[databases]\n${databases}\n[pgbouncer]\n${settings}\n`)
  writeFileSync(users, '"postgres" ""\n')
  if (user) for (const path of [folder, file, users]) chownSync(path, user.uid, user.gid)
  const child = spawn(program, ['-q', file], { ...user, cwd: folder, stdio: 'ignore' })
  await listens(port, child, 'pgbouncer')
  return {
    port,
    stop: async () => {
      await end(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The lines for pgbouncer.ini in docs/scale.md. */
function documentedSettings(): readonly string[] {
  const lines = readFileSync(join(root, 'docs/scale.md'), 'utf8').match(/^ {4}[a-z_]+ = .*$/gm)
  if (!lines?.some((line) => line.includes('pool_mode'))) throw new Error('There are no settings')
  return lines
}

export interface LoadBalancer {
  port: number
  url: string
  stop: () => Promise<void>
}

/** Caddy with the settings of deploy/Caddyfile before portals on these ports of 127.0.0.1. */
export async function startLoadBalancer(portalPorts: readonly number[]): Promise<LoadBalancer> {
  const program = await provide(caddy)
  const folder = mkdtempSync(join(openTemporaryFolder(undefined), 'portal-caddy-'))
  const port = await freePort()
  const portals = portalPorts.map((portal) => `127.0.0.1:${portal}`).join(' ')
  const file = join(folder, 'Caddyfile')
  writeFileSync(
    file,
    configured(readFileSync(join(root, 'deploy/Caddyfile'), 'utf8'), [
      [/^members\.example\.org /m, `{\n\tadmin off\n}\nhttp://127.0.0.1:${port} `],
      // All requests of the drill come from one address: the portal takes them for a local trial, which
      // has no limits.
      [
        /reverse_proxy 127\.0\.0\.1:3000 {/,
        `reverse_proxy ${portals} {\n\t\theader_up -X-Forwarded-For`,
      ],
      [/\n\tlog {\n(?:\t\t.*\n)*\t}\n/, '\n'],
    ]),
  )
  const child = spawn(program, ['run', '--adapter', 'caddyfile', '--config', file], {
    cwd: folder,
    env: { HOME: folder },
    stdio: 'ignore',
  })
  await listens(port, child, 'Caddy')
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      await end(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The text with other values. A setting that is not there is an error. */
function configured(text: string, changes: readonly [setting: RegExp, value: string][]): string {
  return changes.reduce((changed, [setting, value]) => {
    if (!setting.test(changed)) throw new Error(`The configuration has no ${setting}`)
    return changed.replace(setting, value)
  }, text)
}

async function listens(port: number, child: ChildProcess, name: string): Promise<void> {
  const isListening = () => {
    if (child.exitCode !== null) throw new Error(`${name} exited with ${child.exitCode}`)
    return accepts(port)
  }
  if (!(await waitUntil(isListening, 5000, 25)))
    throw new Error(`${name} does not accept connections`)
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  child.kill('SIGKILL')
  await ended
}
