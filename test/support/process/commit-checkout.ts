/** The code of another commit from the history, with installed packages, to start its portal. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../../..')

/** Why the code is not available, in one sentence. */
export class NoSuchCommit extends Error {}

/** Creates the folder once. Throws NoSuchCommit when the history does not have the commit. */
export function checkoutOf(commit: string, folder: string): string {
  if (existsSync(folder)) return folder
  commitNamed(commit)
  const partial = `${folder}.partial`
  const archive = `${partial}.tar`
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial, { recursive: true })
  run('git', ['-C', root, 'archive', '--format=tar', `--output=${archive}`, commit])
  run('tar', ['-xf', archive, '-C', partial])
  rmSync(archive)
  installPackages(partial)
  buildServer(partial)
  renameSync(partial, folder)
  return folder
}

const git = (...args: string[]) => spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' })

/** The full name of a commit. Throws NoSuchCommit. */
export function commitNamed(name: string): string {
  const { status, stdout } = git('rev-parse', '--verify', '--quiet', `${name}^{commit}`)
  if (status === 0) return stdout.trim()
  const isShallow = git('rev-parse', '--is-shallow-repository').stdout?.trim() === 'true'
  throw new NoSuchCommit(
    isShallow
      ? `This clone is shallow and has no commit ${name}, which is compared with: run git fetch --unshallow.`
      : `The history has no commit ${name}, which is compared with: use a clone of the repository that has it.`,
  )
}

/** Both commits share the installed packages while these are the same. */
function installPackages(folder: string): void {
  const locked = (place: string) => readFileSync(join(place, 'package-lock.json'), 'utf8')
  if (locked(folder) === locked(root))
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  else run('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], folder)
}

/** Older portals have no bundle. */
function buildServer(folder: string): void {
  const script = join(folder, 'scripts/server-bundle.mjs')
  if (existsSync(script)) run(process.execPath, [script, join(folder, 'dist/server')], folder)
}

export function run(program: string, args: readonly string[], cwd = root): string {
  const { status, stderr, stdout, error } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  if (status !== 0)
    throw new Error(`${program} ${args[0]} failed: ${error?.message ?? stderr.slice(-2000)}`)
  return stdout
}
