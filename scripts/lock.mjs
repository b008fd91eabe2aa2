// A lock on the checkout, so that only one command at a time installs or builds.
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root, UserError } from './run.mjs'

const file = join(root, '.cache', 'prepare.lock')
/** Milliseconds between heartbeats of the holder. */
const heartbeat = 1000
/** Milliseconds without a heartbeat after which a holder counts as dead; longer while its child processes run. */
const deadAfter = 20_000
const deadAfterWithChildren = 600_000

/**
 * Runs `work` while it holds the lock. A dead holder is replaced, but not before the process group that
 * it started (`holder.child(pid)`) has ended too.
 */
export async function withLock(announce, work) {
  const holder = await acquire(announce)
  try {
    return await work(holder)
  } finally {
    holder.release()
  }
}

async function acquire(announce) {
  const own = { token: randomUUID(), host: hostname(), pid: process.pid, child: 0 }
  let isAnnounced = false
  let last = { beat: '', at: 0 }
  for (;;) {
    if (write(own)) return hold(own)
    const other = read()
    const beat = `${other?.token} ${other?.beat}`
    if (beat !== last.beat) last = { beat, at: performance.now() }
    const silence = performance.now() - last.at
    if (other && (hasEnded(other, own) || silence > timeoutOf(other, own))) evict(other)
    else {
      if (!isAnnounced) announce('Another command is preparing this checkout; waiting for it.')
      isAnnounced = true
      await sleep(250)
    }
  }
}

function write(own) {
  try {
    const draft = `${file}.${own.token}`
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
    return { ...JSON.parse(fs.readFileSync(path, 'utf8')), beat: fs.statSync(path).mtimeMs }
  } catch {
    return undefined
  }
}

const hasEnded = (other, own) =>
  other.host === own.host && (other.pid === own.pid || !isAlive(other.pid)) && !hasChildren(other)

const timeoutOf = (other, own) =>
  other.host === own.host && hasChildren(other) ? deadAfterWithChildren : deadAfter

const hasChildren = ({ child }) => child > 0 && (isAlive(child) || isAlive(-child))

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Removes the lock file of a dead holder; restores it when it belongs to another holder by now. */
function evict(other) {
  const renamed = `${file}.${randomUUID()}`
  try {
    fs.renameSync(file, renamed)
    if (read(renamed)?.token !== other.token) fs.linkSync(renamed, file)
  } catch {
    // Another process has removed it; the next attempt reads it again.
  }
  fs.rmSync(renamed, { force: true })
}

function hold(own) {
  const isOwn = () => read()?.token === own.token
  const beat = setInterval(() => {
    try {
      if (isOwn()) fs.utimesSync(file, new Date(), new Date())
    } catch {
      // It has been released.
    }
  }, heartbeat)
  beat.unref()
  const release = () => {
    clearInterval(beat)
    process.off('exit', release)
    if (isOwn()) fs.rmSync(file, { force: true })
  }
  process.on('exit', release)
  const child = (pid) => {
    const draft = `${file}.${own.token}`
    fs.writeFileSync(draft, JSON.stringify({ ...own, child: pid }))
    fs.renameSync(draft, file)
  }
  return { release, child }
}
