/**
 * Cuts the power of the disk under mixed load: the blocks are copied as they are, mounted elsewhere and
 * opened. Nothing acknowledged may be lost. Needs root on Linux.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from '#test/support/engines.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { counted, type Finding, info } from '#test/support/process/findings.ts'
import { portalSettings } from '#test/support/process/portal-settings.ts'
import { checkIntegrity } from '../support/check-integrity.ts'
import { type LoopDisk, openLoopDisk } from '../support/loop-disk.ts'
import {
  acknowledgedFindings,
  copyOf,
  mixedLoad,
  type People,
  peopleAt,
  signInPeople,
  sizeOf,
} from '../support/mixed-load.ts'
import { startPostgresIn } from '../support/postgres-on-disk.ts'

export async function powerCutDrill(
  env: DrillEnvironment,
  engine: Engine,
  cuts: number,
): Promise<Finding[]> {
  const disk = openLoopDisk(env)
  const mail = await env.mailServer()
  const base = await portalSettings(env, mail)
  const { processes, ...settings } = await settingsOn(env, engine, disk, base)
  const portal = await env.portal(settings)
  const people = await signInPeople(env, portal, mail)
  const load = await mixedLoad()
  const sum = { complete: 0, acknowledged: 0 }
  const unmet: Finding[] = []
  for (let cut = 0; cut < cuts; cut++) {
    const running = load.start(portal, people)
    await running.reached(5)
    await sleep(Math.random() * 400)
    const pids = [portal.pid, ...processes()]
    for (const pid of pids) signal(pid, 'SIGSTOP')
    const acknowledged = copyOf(load.acknowledged)
    const copy = disk.cutPower()
    for (const pid of pids) signal(pid, 'SIGCONT')
    await running.stop()
    const findings = await verify(env, engine, copy, base, people, acknowledged)
    const failed = findings.filter(({ met }) => !met)
    unmet.push(...failed)
    sum.complete += failed.length === 0 ? 1 : 0
    sum.acknowledged = sizeOf(acknowledged)
  }
  return [
    counted(`power cuts without a loss, integrity ok, ${engine}`, sum.complete, cuts),
    info(`acknowledged writes until the last cut, ${engine}`, String(sum.acknowledged)),
    ...unmet,
  ]
}

type Base = Awaited<ReturnType<typeof portalSettings>>

/** The settings of a portal whose data are on the disk, in folders that exist already or not. */
async function settingsOn(env: DrillEnvironment, engine: Engine, disk: LoopDisk, base: Base) {
  const folder = join(disk.folder, 'data')
  mkdirSync(folder, { recursive: true })
  if (engine === 'SQLite')
    return { ...base, DATA_DIR: folder, processes: (): number[] => [], stop: async () => {} }
  const { url, processes, stop } = await startPostgresIn(env, disk.folder)
  return { ...base, DATA_DIR: folder, DATABASE_URL: url, processes, stop }
}

/** Starts a portal on the copy and compares it with what was acknowledged before the cut. */
async function verify(
  env: DrillEnvironment,
  engine: Engine,
  copy: LoopDisk,
  base: Base,
  people: People,
  acknowledged: Parameters<typeof acknowledgedFindings>[2],
): Promise<Finding[]> {
  const { stop, processes: _processes, ...settings } = await settingsOn(env, engine, copy, base)
  const portal = await env.portal({ ...settings, SMTP_URL: 'smtp://127.0.0.1:9' })
  const moved = peopleAt(env, portal, people)
  const findings = await acknowledgedFindings(settings, moved, acknowledged, engine)
  await portal.end('SIGTERM')
  const integrity = await checkIntegrity(settings)
  await stop()
  copy.remove()
  return [...findings, integrity]
}

/** A child of PostgreSQL may have ended since it was listed. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {}
}
