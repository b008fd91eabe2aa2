import { afterAll, beforeAll } from 'vitest'
import { shiftDate } from '#test/setup/shift-date.ts'

/** The tests of this file, their portals and pages start at another moment than the run. */
export function startAt(moment: string): void {
  const before = globalThis.Date
  beforeAll(() => shiftDate(Date.parse(moment) - Date.now()))
  afterAll(() => {
    globalThis.Date = before
  })
}
