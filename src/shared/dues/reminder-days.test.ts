import { describe, expect, test } from 'vitest'
import { parseReminderDays } from './reminder-days.ts'

describe('the days of reminders', () => {
  test('are read with spaces, commas, any minus sign and each once', () => {
    expect(parseReminderDays('15, -14,0 15;+3 −7')).toEqual([-14, -7, 0, 3, 15])
    expect(parseReminderDays('')).toEqual([])
    expect(parseReminderDays('-0')).toEqual([0])
  })

  test.each(['soon', '1.5', '181', '-181', '1 2 3 4 5 6 7 8 9', '--1'])('%s is refused', (text) =>
    expect(parseReminderDays(text)).toBeUndefined(),
  )
})
