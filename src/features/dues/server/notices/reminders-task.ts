/** The background task that sends reminders of dues in the morning in India. */
import { type RepeatedTask, repeat } from '#platform/server/core/repeat.ts'
import type { World } from '#platform/server/world.ts'
import { isoDay, startOfDay } from '#shared/dates.ts'
import { parseReminderDays } from '#shared/dues/reminder-days.ts'
import { hours, minutes } from '#shared/durations.ts'
import { sendReminders } from './reminders.ts'

/** Reminders of a day are sent from 9:00 in India on. */
const firstHour = hours(9)

/** The days of the settings, counted from the due date; empty while reminders are off. */
export const reminderDaysOf = ({ association }: Pick<World, 'association'>): readonly number[] =>
  parseReminderDays(association().dues_reminders) ?? []

/** Sends the reminders of today, from 9:00 on. */
export async function sendDueReminders(world: World): Promise<number> {
  const now = world.now()
  const start = Date.parse(startOfDay(isoDay(now))) + firstHour
  return now.getTime() < start ? 0 : sendReminders(world, reminderDaysOf(world))
}

/** Checks every few minutes, because payments and settings change; `wake` starts the sending of queued mails. */
export const startReminding = (world: World, wake: () => void): RepeatedTask =>
  repeat(
    () =>
      sendDueReminders(world).then(
        (sent) => {
          if (sent > 0) world.log.info({ sent }, 'reminders of dues')
          if (sent > 0) wake()
        },
        (error: unknown) => world.log.error({ err: error }, 'sending reminders of dues failed'),
      ),
    minutes(5),
  )
