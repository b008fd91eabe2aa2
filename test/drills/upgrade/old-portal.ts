/** The portal before the changes that the drill compares with, from the history. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

/** All steps are compared with this commit. */
const baseCommit = 'bc7975eb01ff49b2cdcd0c42dd09e6e90e31f477'

export const root = join(import.meta.dirname, '../../..')
export const cacheFolder = join(root, '.cache/upgrade')
/** The code of the commit; beside it what its portal made. */
const codeFolder = join(cacheFolder, baseCommit.slice(0, 12), 'portal')
/** Where the data and the answers of the old portal are stored when nobody names another folder. */
export const storedHere = join(cacheFolder, baseCommit.slice(0, 12))

/** Why there is no old portal, in one sentence. */
export class NoOldPortal extends Error {}

/** The folder of its code, with installed packages; made once. Throws NoOldPortal without the commit. */
export function oldPortal(): string {
  if (existsSync(codeFolder)) return codeFolder
  assertInHistory()
  const partial = `${codeFolder}.partial`
  const archive = `${partial}.tar`
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial, { recursive: true })
  run('git', ['-C', root, 'archive', '--format=tar', `--output=${archive}`, baseCommit])
  run('tar', ['-xf', archive, '-C', partial])
  rmSync(archive)
  installPackages(partial)
  renameSync(partial, codeFolder)
  return codeFolder
}

function assertInHistory(): void {
  const git = (...args: string[]) => spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' })
  if (git('cat-file', '-e', `${baseCommit}^{commit}`).status === 0) return
  const name = baseCommit.slice(0, 12)
  const isShallow = git('rev-parse', '--is-shallow-repository').stdout?.trim() === 'true'
  throw new NoOldPortal(
    isShallow
      ? `This clone is shallow and has no commit ${name}, which upgrades are compared with: run git fetch --unshallow.`
      : `The history has no commit ${name}, which upgrades are compared with: run the drill in a clone of the repository.`,
  )
}

/** The installed packages serve both while they are the same. */
function installPackages(folder: string): void {
  const locked = (place: string) => readFileSync(join(place, 'package-lock.json'), 'utf8')
  if (locked(folder) === locked(root))
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  else run('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], folder)
}

function run(program: string, args: readonly string[], cwd = root): void {
  const { status, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  if (status !== 0)
    throw new Error(`${program} ${args[0]} failed: ${error?.message ?? stderr.slice(-2000)}`)
}
