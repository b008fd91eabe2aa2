/** Kills the portal (SIGKILL) while it starts on the data of the old one for the first time: nothing may be lost. */
import { setTimeout as sleep } from 'node:timers/promises'
import { launch, type Place, type Setting } from './places.ts'
import { progress } from './progress.ts'

/** On a busy machine a start may take a minute. */
const longestMs = 10_000

/** How long the first start on the old data takes, in milliseconds. */
export async function timeOfStart(setting: Setting, place: Place): Promise<number> {
  const portal = await start(setting, place)
  const ms = await portal.ready()
  await portal.end('SIGTERM')
  return ms
}

/**
 * Kills it at moments spread evenly over the time of a start, then lets it start. When the upgrade has steps, kill at
 * each of them here: after each line of the output that names one.
 */
export async function killStarts(
  setting: Setting,
  place: Place,
  { kills, startMs }: { kills: number; startMs: number },
): Promise<void> {
  progress(`${kills} starts that are killed within ${startMs.toFixed(0)} ms`)
  for (let kill = 1; kill <= kills; kill++) {
    const portal = await start(setting, place)
    await sleep((Math.min(startMs, longestMs) * kill) / (kills + 1))
    await portal.end('SIGKILL')
  }
  await timeOfStart(setting, place)
}

/** As associations have it: with a copy of the database before the upgrade. */
const start = (setting: Setting, place: Place) =>
  launch(setting, place, { BACKUP_DIR: `${place.DATA_DIR}-backups` })
