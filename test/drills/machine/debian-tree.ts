/**
 * A minimal Debian with Node 20 and npm in a folder: a machine that has nothing else. Commands run there
 * with their own processes and mounts, which end with the command, and on this machine's network.
 */
import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { debootstrap, provide } from '#test/setup/programs.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'

const root = join(import.meta.dirname, '../../..')
/** The oldest that package.json allows, and the npm that it comes with. */
const nodeVersion = '20.19.0'
const npmVersion = '10.8.2'
/** The tree is packed here once; delete the file to begin with newer packages of Debian. */
const packedTree = join(root, '.cache', `debian-bookworm-node-${nodeVersion}.tar`)

/** The certificates that Node trusts on this machine besides its own: those of an office's proxy. */
const trusted = process.env.NODE_EXTRA_CA_CERTS
const certificates = '/etc/extra-certificates.pem'

export type TreeUser = 'root' | 'member'

const accounts = {
  root: { ids: '0:0', home: '/root' },
  member: { ids: '1000:1000', home: '/home/member' },
}

export interface Run {
  /** The exit code; 137 when it was killed. */
  code: number
  /** What it wrote to both outputs. */
  output: string
  seconds: number
}

interface RunOptions {
  user: TreeUser
  /** A folder in the user's home. */
  folder?: string
  variables?: Record<string, string>
  /** The control group that limits its memory (memory-limit.ts). */
  group?: string
}

export interface DebianTree {
  folder: string
  /** Copies this commit to ~/portal of the user; changes that are not committed are left out. */
  addProject: (user: TreeUser) => void
  /** Runs a script of sh in the tree. */
  run: (script: string, options: RunOptions) => Promise<Run>
  /** Starts a script without waiting for its end; the process is killed when the environment closes. */
  start: (script: string, options: RunOptions) => { exited: Promise<Run>; output: () => string }
}

/** A new tree in a temporary folder, which is removed when the environment closes. */
export async function openDebianTree(env: DrillEnvironment): Promise<DebianTree> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Error('This drill makes a Debian tree: run it as root on Linux.')
  if (!existsSync(packedTree)) await packTree()
  const folder = env.folder()
  execute('tar', '-xpf', packedTree, '-C', folder)
  // The archive has the mode of the folder in which it was made: others could not enter it.
  chmodSync(folder, 0o755)
  // Names are resolved, and certificates trusted, as on this machine.
  execute('cp', '/etc/resolv.conf', join(folder, 'etc/resolv.conf'))
  if (trusted) execute('cp', trusted, join(folder, certificates))
  const start: DebianTree['start'] = (script, options) => {
    const running = startIn(folder, script, options)
    env.onClose(running.end)
    return running
  }
  return {
    folder,
    start,
    run: (script, options) => start(script, options).exited,
    addProject: (user) => {
      const { home, ids } = accounts[user]
      const target = join(folder, home, 'portal')
      execute('git', 'clone', '--quiet', '--depth=1', `file://${root}`, target)
      execute('chown', '-R', ids, target)
    },
  }
}

function startIn(
  tree: string,
  script: string,
  { user, folder = '.', variables = {}, group }: RunOptions,
) {
  const { ids, home } = accounts[user]
  const environment = Object.entries({
    HOME: home,
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    // npm would end its output with a notice.
    NPM_CONFIG_UPDATE_NOTIFIER: 'false',
    ...(trusted && { NODE_EXTRA_CA_CERTS: certificates }),
    ...variables,
  }).map(([name, value]) => `${name}=${value}`)
  // The mounts are in a namespace of their own, which ends with its last process. /dev/shm is as large as in Docker.
  // The shell stays: the kernel no longer ends a process with its parent once that process has changed its user.
  const enter = `
    mount -t proc proc "$1/proc" &&
    mount -t tmpfs -o size=64m,mode=1777 tmpfs "$1/dev/shm" &&
    mount -t devpts -o newinstance,ptmxmode=666 devpts "$1/dev/pts" || exit 1
    tree=$1 ids=$2 folder=$3 script=$4
    shift 4
    chroot --userspec="$ids" "$tree" env -i "$@" sh -c 'cd "$1" && eval "$2"' sh "$folder" "$script"
    exit $?`
  const enterGroup = group ? `echo $$ > '${group}/cgroup.procs' || exit 1;` : ''
  const isolated = ['--mount', '--pid', '--fork', '--kill-child']
  const startedAt = performance.now()
  const child = spawn(
    'sh',
    [
      '-c',
      `${enterGroup} exec unshare ${isolated.join(' ')} sh -c "$0" sh "$@"`,
      enter,
      tree,
      ids,
      join(home, folder),
      script,
      ...environment,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const exited = new Promise<Run>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      resolve({ code: code ?? 137, output, seconds: (performance.now() - startedAt) / 1000 }),
    )
  })
  const end = async () => {
    child.kill('SIGKILL')
    await exited
  }
  return { exited, output: () => output, end }
}

/** Makes the tree with debootstrap and packs it, so that the next one takes seconds. */
async function packTree(): Promise<void> {
  const program = await provide(debootstrap)
  console.log('Making a minimal Debian ...')
  const folder = mkdtempSync(join(tmpdir(), 'portal-debian-'))
  try {
    execute(program, '--variant=minbase', 'bookworm', folder)
    addNode(folder)
    execute('chroot', folder, 'useradd', '--create-home', '--uid=1000', '--user-group', 'member')
    writeFileSync(join(folder, 'etc/hosts'), '127.0.0.1 localhost\n::1 localhost\n')
    for (const name of ['dev/shm', 'dev/pts']) mkdirSync(join(folder, name), { recursive: true })
    mkdirSync(join(root, '.cache'), { recursive: true })
    const unfinished = `${packedTree}.${process.pid}`
    execute('tar', '-cpf', unfinished, '-C', folder, '.')
    renameSync(unfinished, packedTree)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Node and npm as their own installer puts them: programs in /usr/local/bin. */
function addNode(tree: string): void {
  const downloads = mkdtempSync(join(tmpdir(), 'portal-node-'))
  try {
    const names = { node: `node-linux-${process.arch}@${nodeVersion}`, npm: `npm@${npmVersion}` }
    for (const [name, version] of Object.entries(names)) {
      const file = execute('npm', 'pack', '--silent', '--pack-destination', downloads, version)
      const target = join(tree, 'usr/local/lib/node_modules', name)
      mkdirSync(target, { recursive: true })
      execute(
        'tar',
        '-xf',
        join(downloads, file.trim()),
        '-C',
        target,
        '--strip-components=1',
        '--no-same-owner',
      )
    }
    const bin = join(tree, 'usr/local/bin')
    execute('ln', '-s', '../lib/node_modules/node/bin/node', join(bin, 'node'))
    for (const name of ['npm', 'npx'])
      execute('ln', '-s', `../lib/node_modules/npm/bin/${name}-cli.js`, join(bin, name))
    execute(
      'chmod',
      '+x',
      ...['npm', 'npx'].map((name) =>
        join(tree, `usr/local/lib/node_modules/npm/bin/${name}-cli.js`),
      ),
    )
  } finally {
    rmSync(downloads, { recursive: true, force: true })
  }
}

function execute(command: string, ...args: string[]): string {
  return execFileSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
  })
}
