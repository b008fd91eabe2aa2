// A lock on the checkout, so that only one command at a time installs or builds.
import fs from 'node:fs'
import { hostname, uptime } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root, UserError } from './run.mjs'

const file = join(root, '.cache', 'prepare.lock')
/** Milliseconds after which a lock counts as abandoned: longer than an installation over a slow connection. */
const maxAge = 1_800_000

/**
 * Runs `work` while it holds the lock. A dead holder is replaced, but not before the process group that
 * it started (`holder.child(pid)`) has ended too.
 */
export async function withLock(announce, work) {
  const own = { host: hostname(), pid: process.pid, child: 0, at: Date.now() }
  let isAnnounced = false
  while (!write(own)) {
    const other = read()
    if (other && hasEnded(other, own)) evict(other)
    else {
      if (!isAnnounced) announce('Another command is preparing this checkout; waiting for it.')
      isAnnounced = true
      await sleep(250)
    }
  }
  const release = () => {
    process.off('exit', release)
    if (isSame(read(), own)) fs.rmSync(file, { force: true })
  }
  process.on('exit', release)
  const child = (pid) => {
    const draft = draftOf(own)
    fs.writeFileSync(draft, JSON.stringify({ ...own, child: pid }))
    fs.renameSync(draft, file)
  }
  try {
    return await work({ child })
  } finally {
    release()
  }
}

const draftOf = ({ host, pid }) => `${file}.${host}.${pid}`

function write(own) {
  try {
    const draft = draftOf(own)
    fs.mkdirSync(dirname(file), { recursive: true })
    fs.writeFileSync(draft, JSON.stringify(own))
    try {
      fs.linkSync(draft, file)
    } finally {
      fs.rmSync(draft, { force: true })
    }
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw new UserError(
      `Something has to be installed or built first, but ${dirname(file)} cannot be written (${error.code}): run this command once as the owner of the checkout.`,
    )
  }
}

function read(path = file) {
  try {
    return JSON.parse(fs.readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

const isSame = (one, other) =>
  one?.host === other.host && one.pid === other.pid && one.at === other.at

/** For a holder on another machine or container that shares the folder, only the age of the lock is known. */
function hasEnded(other, own) {
  const age = Date.now() - other.at
  if (age > maxAge) return true
  if (other.host !== own.host) return false
  const isBeforeBoot = age > uptime() * 1000
  return isBeforeBoot || ((other.pid === own.pid || !isAlive(other.pid)) && !hasChildren(other))
}

const hasChildren = ({ child }) => child > 0 && (isAlive(child) || isAlive(-child))

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Removes the lock file of a dead holder; restores it if another process has taken the lock in between. */
function evict(other) {
  const renamed = `${file}.${hostname()}.${process.pid}`
  try {
    fs.renameSync(file, renamed)
    if (!isSame(read(renamed), other)) fs.linkSync(renamed, file)
  } catch {
    // Another process has removed it; the next attempt reads it again.
  }
  fs.rmSync(renamed, { force: true })
}
