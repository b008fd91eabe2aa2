/** Names of nightly backups, and which of them are no longer kept. */
import { isoDay } from '#shared/dates.ts'
import { days } from '#shared/durations.ts'
import type { BackupSettings } from './backup-settings.ts'

/** 'portal-2025-01-05T203000Z.tar'; archives that are encrypted end in '.age'. */
export const nightlyName = (now: Date, isEncrypted: boolean): string =>
  `portal-${now.toISOString().replace(/\.\d+/, '').replaceAll(':', '')}.tar${isEncrypted ? '.age' : ''}`

const pattern = /^portal-(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})Z\.tar(\.age)?$/

/** The time in the name of a nightly backup; undefined for any other file. */
function timeOf(name: string): Date | undefined {
  const [, day, hour, minute, second] = name.match(pattern) ?? []
  return day === undefined ? undefined : new Date(`${day}T${hour}:${minute}:${second}Z`)
}

/** The nightly backups among these files, oldest first. */
export const nightlyBackups = (names: readonly string[]): string[] =>
  names.filter((name) => timeOf(name) !== undefined).toSorted()

/** Whether a file was left by an interrupted backup. */
export const isLeftover = (name: string): boolean => {
  const archive = name.match(/^(portal-.+)\.partial$|^\.(portal-.+)\.work$/)
  return archive !== null && timeOf(archive[1] ?? archive[2] ?? '') !== undefined
}

/** The week of a day: the number of Mondays since 1970. */
const weekOf = (day: string): string =>
  String(Math.floor((Date.parse(`${day}T00:00:00.000Z`) + days(3)) / days(7)))

/**
 * The backups to delete: all but the newest of each of the last days, weeks and months that have one.
 * Days without a backup do not count, so that a portal that was switched off keeps its old backups.
 */
export function obsoleteBackups(names: readonly string[], keep: BackupSettings['keep']): string[] {
  const backups = names
    .flatMap((name) => {
      const time = timeOf(name)
      return time ? [{ name, day: isoDay(time), at: time.getTime() }] : []
    })
    .toSorted((a, b) => b.at - a.at)
  const kept = new Set<string>()
  const keepNewest = (count: number, periodOf: (day: string) => string) => {
    const periods = new Set<string>()
    for (const { name, day } of backups) {
      if (periods.has(periodOf(day))) continue
      periods.add(periodOf(day))
      if (periods.size > count) return
      kept.add(name)
    }
  }
  keepNewest(keep.daily, (day) => day)
  keepNewest(keep.weekly, weekOf)
  keepNewest(keep.monthly, (day) => day.slice(0, 7))
  return backups.map(({ name }) => name).filter((name) => !kept.has(name))
}
