/** Kills the portal (SIGKILL) while it starts on the data of the old one for the first time: nothing may be lost. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Installation, launch, type Setting } from './installations.ts'
import { progress } from './progress.ts'

/** On a busy machine a start may take a minute. */
const longestMs = 10_000

/** How long the first start on the old data takes, in milliseconds. */
export async function timeOfStart(setting: Setting, installation: Installation): Promise<number> {
  const portal = await start(setting, installation)
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
  installation: Installation,
  { kills, startMs }: { kills: number; startMs: number },
): Promise<void> {
  progress(`${kills} starts that are killed within ${startMs.toFixed(0)} ms`)
  for (let kill = 1; kill <= kills; kill++) {
    const portal = await start(setting, installation)
    await sleep((Math.min(startMs, longestMs) * kill) / (kills + 1))
    await portal.end('SIGKILL')
  }
  await timeOfStart(setting, installation)
}

/** Starts the portal as associations do: with a copy of the database before the upgrade. */
const start = (setting: Setting, installation: Installation) =>
  launch(setting, installation, { BACKUP_DIR: `${installation.DATA_DIR}-backups` })
