import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** True where a missing program can be installed without asking: root on Debian or a child of it. */
const canInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Installs Debian packages when this process may; false when it may not or the installation failed. */
export function installFromDebian(packages: readonly string[], announcement: string): boolean {
  if (!canInstall()) return false
  console.log(announcement)
  const lock = ['-o', 'DPkg::Lock::Timeout=180']
  const quiet = ['-qq', '-y', '--no-install-recommends']
  apt([...lock, '-qq', 'update'])
  return apt([...lock, ...quiet, 'install', ...packages])
}

function apt(args: string[]): boolean {
  const { status, stderr } = spawnSync('apt-get', args, {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  })
  if (status !== 0) console.error(stderr.trim().split('\n').slice(-3).join('\n'))
  return status === 0
}
