// One preparation at a time in a checkout, also when two commands start in the same second.
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root, Sentence } from './run.mjs'

const file = join(root, '.cache', 'prepare.lock')
const heartbeat = 1000
const silence = 20_000
const orphanLife = 600_000

/**
 * Runs `work` while no other process of this checkout does. A holder that died is replaced, but not
 * before the process group it had started (`holder.child(pid)`) is gone too.
 */
export async function alone(announce, work) {
  const holder = await acquire(announce)
  try {
    return await work(holder)
  } finally {
    holder.release()
  }
}

async function acquire(announce) {
  const mine = { token: randomUUID(), host: hostname(), pid: process.pid, child: 0 }
  let told = false
  let seen = { mark: '', at: 0 }
  for (;;) {
    if (write(mine)) return hold(mine)
    const other = read()
    const mark = `${other?.token} ${other?.beat}`
    if (mark !== seen.mark) seen = { mark, at: performance.now() }
    const silent = performance.now() - seen.at
    if (other && (isGone(other, mine) || silent > patience(other, mine))) evict(other)
    else {
      if (!told) announce('Another command is preparing this checkout; waiting for it.')
      told = true
      await sleep(250)
    }
  }
}

function write(mine) {
  try {
    const draft = `${file}.${mine.token}`
    fs.mkdirSync(dirname(file), { recursive: true })
    fs.writeFileSync(draft, JSON.stringify(mine))
    try {
      fs.linkSync(draft, file)
    } finally {
      fs.rmSync(draft, { force: true })
    }
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw new Sentence(
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

const isGone = (other, mine) =>
  other.host === mine.host && (other.pid === mine.pid || !isAlive(other.pid)) && !hasOrphans(other)

const patience = (other, mine) =>
  other.host === mine.host && hasOrphans(other) ? orphanLife : silence

const hasOrphans = ({ child }) => child > 0 && (isAlive(child) || isAlive(-child))

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Moves the dead holder's file away; puts it back when somebody else was quicker. */
function evict(other) {
  const away = `${file}.${randomUUID()}`
  try {
    fs.renameSync(file, away)
    if (read(away)?.token !== other.token) fs.linkSync(away, file)
  } catch {
    // Somebody else has moved it; the next round looks again.
  }
  fs.rmSync(away, { force: true })
}

function hold(mine) {
  const isMine = () => read()?.token === mine.token
  const beat = setInterval(() => {
    try {
      if (isMine()) fs.utimesSync(file, new Date(), new Date())
    } catch {
      // Released in the meantime.
    }
  }, heartbeat)
  beat.unref()
  const release = () => {
    clearInterval(beat)
    process.off('exit', release)
    if (isMine()) fs.rmSync(file, { force: true })
  }
  process.on('exit', release)
  const child = (pid) => {
    const draft = `${file}.${mine.token}`
    fs.writeFileSync(draft, JSON.stringify({ ...mine, child: pid }))
    fs.renameSync(draft, file)
  }
  return { release, child }
}
