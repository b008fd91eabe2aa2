// Prepares a checkout to run: installs packages and builds both sides. Needs only Node 20.19 or newer.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { join } from 'node:path'
import { build, isBuilt, server, sides } from './builds.mjs'
import { installFailure, wasAbandoned } from './install-failure.mjs'
import { withLock } from './lock.mjs'
import { root, run, systemEnvironment, UserError } from './run.mjs'
import { startScript } from './start-script.mjs'

const print = (line) => console.log(line)
const at = (...parts) => join(root, ...parts)
const stamp = at('node_modules', '.portal-installed')
const log = at('.cache', 'install.log')

/**
 * Installs and builds what is missing or stale, prints one line for each, and returns the path of the
 * Node that runs the portal. Throws a UserError when that fails.
 */
export async function prepare(needed = sides) {
  const stale = needed.filter((side) => !isBuilt(side))
  const node = await install({ dev: needed.length === 0 || stale.length > 0 })
  await buildSides(node, stale)
  if (needed.includes(server)) writeStart(startScript('/..', node))
  return node
}

/** Leaves an equal file as it is: a user who may not write it may start what the owner of the checkout has built. */
function writeStart(text) {
  const file = at('dist', 'start')
  if (readText(file) === text) return
  fs.writeFileSync(file, text, { mode: 0o755 })
}

export async function install({ dev = true } = {}) {
  if (!isInstalled(dev)) {
    await withLock(print, async (holder) => {
      if (!isInstalled(dev)) await installPackages(holder)
    })
  }
  return findNode()
}

export async function buildSides(node, needed) {
  for (const side of needed) {
    if (isBuilt(side)) continue
    await withLock(print, async (holder) => {
      if (isBuilt(side)) return
      print(`Building the ${side.name} ...`)
      await build(side, node, holder)
    })
  }
}

async function installPackages(holder) {
  const isUpdate = fs.existsSync(at('node_modules'))
  print(
    isUpdate
      ? 'Bringing the packages up to date ...'
      : 'Installing the packages (a minute or two) ...',
  )
  fs.rmSync(stamp, { force: true })
  const flags = ['--include=dev', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
  const retries = [
    '--fetch-retries=3',
    '--fetch-retry-mintimeout=2000',
    '--fetch-retry-maxtimeout=8000',
  ]
  // docs/decisions/0076: npm needs a quarter less memory with one connection, but then one that fails ends it.
  const connections = process.availableMemory() < 2e9 ? ['--maxsockets=1'] : []
  const { code, output } = await npm(['ci', ...flags, ...retries, ...connections], holder)
  if (code !== 0 || wasAbandoned(output)) throw new UserError(failureMessage(code, output))
  fs.writeFileSync(stamp, fingerprint())
}

/** Runs npm in this checkout, even if only npm's own script is installed. */
export function npm(args, holder) {
  const cli = process.env.npm_execpath ?? ''
  const hasCli = cli.endsWith('npm-cli.js') && fs.existsSync(cli)
  const options = { env: systemEnvironment(), started: holder?.child, group: true }
  return hasCli ? run(process.execPath, [cli, ...args], options) : run('npm', args, options)
}

function failureMessage(code, output) {
  try {
    fs.mkdirSync(at('.cache'), { recursive: true })
    fs.writeFileSync(log, output)
  } catch {
    // The message is printed without a log file.
  }
  return installFailure(code, output)
}

/** True when node_modules matches package-lock.json, by our stamp or by npm's list of installed packages. */
function isInstalled(dev) {
  try {
    const installed = packagesOf('node_modules/.package-lock.json')
    if (!Object.keys(installed).every((path) => fs.existsSync(at(path, 'package.json'))))
      return false
    if (readText(stamp) === fingerprint()) return true
    if (!Object.values(installed).every(fitsThisMachine)) return false
    return Object.entries(packagesOf('package-lock.json')).every(([path, locked]) => {
      const existing = installed[path]
      if (existing)
        return existing.version === locked.version && existing.integrity === locked.integrity
      return path === '' || locked.optional || (locked.dev && !dev) || locked.devOptional
    })
  } catch {
    return false
  }
}

const packagesOf = (file) => JSON.parse(fs.readFileSync(at(file), 'utf8')).packages

const fitsThisMachine = ({ os, cpu }) =>
  (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch))

function fingerprint() {
  const { dependencies, devDependencies } = JSON.parse(fs.readFileSync(at('package.json'), 'utf8'))
  return createHash('sha256')
    .update(fs.readFileSync(at('package-lock.json')))
    .update(JSON.stringify([dependencies, devDependencies, process.platform, process.arch]))
    .digest('hex')
}

function readText(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** The pinned Node, reinstalled if it does not run; else the Node of this machine if it is new enough. */
async function findNode() {
  const windows = process.platform === 'win32'
  const pinned = windows ? at('node_modules/node/bin/node.exe') : at('node_modules/.bin/node')
  if (runs(pinned)) return pinned
  await withLock(print, async (holder) => {
    if (runs(pinned)) return
    print('Mending the pinned Node ...')
    fs.rmSync(at('node_modules/node/bin'), { recursive: true, force: true })
    await npm(['rebuild', 'node', '--ignore-scripts=false', '--loglevel=error'], holder)
  })
  if (runs(pinned)) return pinned
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major >= 23 || (major === 22 && minor >= 18)) {
    print(`The pinned Node does not run here; using this machine's Node ${process.versions.node}.`)
    return process.execPath
  }
  throw new UserError(
    'The Node that the portal is pinned to (npm package "node") does not run here: delete the folder node_modules and run the same command again, or install Node 24.',
  )
}

const runs = (node) => {
  const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  return status === 0 && /^v\d+\./.test(stdout)
}
