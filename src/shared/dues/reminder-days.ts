import { countOf, joinWithAnd } from '../sentences.ts'

/** The most reminders of one due date, and how far from it they may be. */
const maxReminders = 8
const maxReminderDays = 180

export const reminderDaysMessage = `Please enter up to ${maxReminders} days from -${maxReminderDays} to ${maxReminderDays}, like -14, 0, 15`

/**
 * The days of a text like '-14, 0, 15' (before and after a due date), ascending and each once; undefined
 * for any other text.
 */
export function parseReminderDays(text: string): number[] | undefined {
  const parts = text
    .replaceAll('−', '-')
    .split(/[\s,;]+/)
    .filter(Boolean)
  const isValid = parts.every((part) => /^[+-]?\d{1,3}$/.test(part))
  const list = [...new Set(parts.map((part) => Number(part) + 0))].sort((a, b) => a - b)
  if (!isValid || list.length > maxReminders) return undefined
  return list.every((day) => Math.abs(day) <= maxReminderDays) ? list : undefined
}

/** '14 days before, on the day and 15 days after' for [-14, 0, 15]. */
export const reminderWords = (list: readonly number[]): string =>
  joinWithAnd(
    list.map((day) =>
      day === 0
        ? 'on the day'
        : `${countOf(Math.abs(day), 'day', 'days')} ${day < 0 ? 'before' : 'after'}`,
    ),
  )
