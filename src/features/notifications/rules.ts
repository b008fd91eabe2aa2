import { addDays, type Day, type Instant, isoDay, startOfDay } from '#shared/dates.ts'
import { hours, minutes } from '#shared/durations.ts'

/** Mails about one kind of event are at least this far apart, in milliseconds; later events share a mail. */
export const bundleInterval = minutes(10)

const digestTime = hours(8)

/** The last time before `now` at which a digest was due: 8:00 in India, ISO UTC. */
export function lastDigestTime(now: Date): Instant {
  const at = (day: Day) => new Date(Date.parse(startOfDay(day)) + digestTime).toISOString()
  const today = isoDay(now)
  return at(today) <= now.toISOString() ? at(today) : at(addDays(today, -1))
}
