import { expect, test } from 'vitest'
import { days, hours } from '#shared/durations.ts'
import { isLeftover, nightlyName, obsoleteBackups } from './retention.ts'

const keep = { daily: 7, weekly: 4, monthly: 6 }
/** 02:00 in India on 1 January 2025. */
const first = Date.parse('2024-12-31T20:30:00.000Z')

/** The names left after a backup every night, each followed by the deletion of obsolete ones. */
function nightly(nights: number): string[] {
  let names: string[] = []
  for (let night = 0; night < nights; night++) {
    names.push(nightlyName(new Date(first + days(night)), false))
    const obsolete = new Set(obsoleteBackups(names, keep))
    names = names.filter((name) => !obsolete.has(name))
  }
  return names
}

const daysOf = (names: string[]) => names.map((name) => name.slice(7, 17))

test('keeps 7 daily, 4 weekly and 6 monthly backups', () => {
  expect(daysOf(nightly(365))).toEqual([
    '2025-07-30',
    '2025-08-30',
    '2025-09-29',
    '2025-10-30',
    '2025-11-29',
    '2025-12-13',
    '2025-12-20',
    '2025-12-24',
    '2025-12-25',
    '2025-12-26',
    '2025-12-27',
    '2025-12-28',
    '2025-12-29',
    '2025-12-30',
  ])
})

test('keeps the newest backup of a day, and old ones after a long pause', () => {
  const twice = [first, first + hours(3)].map((at) => nightlyName(new Date(at), true))
  expect(obsoleteBackups(twice, keep)).toEqual([twice[0]])
  const old = nightly(7)
  const later = nightlyName(new Date(first + days(900)), false)
  expect(obsoleteBackups([...old, later], keep)).not.toContain(old.at(-1))
})

test('other files are never deleted', () => {
  const others = ['before-upgrade-0012.sqlite', 'portal-mine.tar', 'portal.backup', 'notes.txt']
  expect(obsoleteBackups([...nightly(3), ...others], { daily: 1, weekly: 0, monthly: 0 })).toEqual(
    nightly(3).slice(0, 2).toReversed(),
  )
  const name = nightlyName(new Date(first), false)
  expect([`${name}.partial`, `.${name}.work`, name, 'x.partial'].map(isLeftover)).toEqual([
    true,
    true,
    false,
    false,
  ])
})
