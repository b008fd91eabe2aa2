/** Programs other than Node that tests and drills use: found, or installed where that needs no confirmation. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { waitUntil } from '#test/support/process/wait-until.ts'

export interface Program<Found> {
  /** As people call it. */
  name: string
  /** Debian packages. Of names with a `|` between them, the first that this release has. */
  packages: readonly string[]
  /** Where it is; undefined where it is missing. */
  find: () => Found | undefined
  /** Runs before its packages are installed; the returned function after that. */
  prepareInstallation?: () => () => void
}

/** Its message is a sentence for a person: what is missing, and how to get it. */
class MissingProgram extends Error {}

/** Where programs with these names may be, in the order of the names; the files may not exist. */
export function onPath(...names: string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}

/** Where the program is. Installs it as `providePrograms` does. */
export async function provide<Found>(program: Program<Found>): Promise<Found> {
  const found = program.find()
  if (found !== undefined) return found
  await providePrograms([program])
  return provide(program)
}

/**
 * Makes sure of all these programs: those that are missing are installed together, by root on Debian. Throws
 * a MissingProgram when one is missing then.
 */
async function providePrograms(programs: readonly Program<unknown>[]): Promise<void> {
  const missing = missingOf(programs)
  if (missing.length === 0) return
  if (canInstall()) await install(missing)
  const still = missingOf(missing)
  if (still.length > 0) throw new MissingProgram(sentenceAbout(still))
}

/** For a command: ends it with that sentence when one is missing. */
export async function requirePrograms(programs: readonly Program<unknown>[]): Promise<void> {
  try {
    await providePrograms([...new Set(programs)])
  } catch (error) {
    if (!(error instanceof MissingProgram)) throw error
    console.log(error.message)
    process.exit(1)
  }
}

const missingOf = (programs: readonly Program<unknown>[]) =>
  programs.filter(({ find }) => find() === undefined)

function sentenceAbout(programs: readonly Program<unknown>[]): string {
  const names = programs.map(({ name }) => name)
  const packages = programs.flatMap((program) => program.packages.map((name) => name.split('|')[0]))
  const all = new Intl.ListFormat('en').format(names)
  return `${all} ${names.length === 1 ? 'is' : 'are'} missing: run "apt-get install ${packages.join(' ')}" as root, or see "Programs for the tests" in CONTRIBUTING.md.`
}

/** True for root on Debian or a child of it. */
const canInstall = () => process.getuid?.() === 0 && onPath('apt-get').some(existsSync)

async function install(programs: readonly Program<unknown>[]): Promise<void> {
  const names = programs.map(({ name }) => name)
  console.log(`Installing ${new Intl.ListFormat('en').format(names)} for the tests ...`)
  const finish = programs.map(({ prepareInstallation }) => prepareInstallation?.())
  try {
    // Without the lists of packages, apt-get knows none; they may be there when it fails.
    await apt('update')
    const packages = programs.flatMap((program) => program.packages.map(firstKnown))
    await apt('install', '-y', '--no-install-recommends', ...packages)
  } finally {
    for (const end of finish) end?.()
  }
}

const firstKnown = (names: string): string => {
  const all = names.split('|')
  return all.find((name) => all.length === 1 || isKnown(name)) ?? names
}

/** A name may be known without a version to install. */
const isKnown = (name: string): boolean =>
  /Candidate: \d/.test(
    spawnSync('apt-cache', ['policy', name], { encoding: 'utf8', env: plainEnvironment() }).stdout,
  )

const plainEnvironment = () => ({
  ...process.env,
  LC_ALL: 'C',
  DEBIAN_FRONTEND: 'noninteractive',
})

/** Milliseconds to wait for another program that installs packages. */
const maxWait = 180_000

/** Tries again while another program has the lock: the option is about that of dpkg, not that of the lists. */
async function apt(...args: string[]): Promise<void> {
  const lock = ['-o', `DPkg::Lock::Timeout=${maxWait / 1000}`]
  let error = ''
  await waitUntil(
    () => {
      const { status, stderr } = spawnSync('apt-get', ['-qq', ...lock, ...args], {
        env: plainEnvironment(),
        stdio: ['ignore', 'ignore', 'pipe'],
        encoding: 'utf8',
      })
      error = status === 0 ? '' : stderr.trim().split('\n').slice(-3).join('\n')
      return !/Could not get lock|Unable to lock/.test(error)
    },
    maxWait,
    1000,
  )
  if (error) console.error(error)
}

/** A program that is one file. */
const fileProgram = (name: string, packages: string[], file: string): Program<string> => ({
  name,
  packages,
  // The path of a plain user does not have the folder of servers.
  find: () => [...onPath(file), join('/usr/sbin', file)].find(existsSync),
})

export const caddy = fileProgram('Caddy', ['caddy'], 'caddy')
export const debootstrap = fileProgram('debootstrap', ['debootstrap'], 'debootstrap')
export const ext4 = fileProgram('mkfs.ext4', ['e2fsprogs', 'mount'], 'mkfs.ext4')
export const git = fileProgram('git', ['git'], 'git')
export const pgbouncer = fileProgram('pgbouncer', ['pgbouncer'], 'pgbouncer')
