import { describe, expect, test } from 'vitest'
import { days } from '#shared/durations.ts'
import { searchTerms } from '#shared/search.ts'
import { posting } from '#test/support/samples.ts'
import type { JobStatus } from './contract.ts'
import {
  boardEnd,
  jobVisibleTo,
  payAndOpenings,
  postingStatus,
  type StoredJob,
  searchText,
  statusAfterEdit,
  statusAfterRenewal,
} from './rules.ts'

const approved = new Date('2025-01-05T09:00:00.000Z')
const later = (milliseconds: number) => new Date(approved.getTime() + milliseconds)

describe('postingStatus', () => {
  test.each([
    ['at once', 0, 'on-board'],
    ['a millisecond before sixty days are over', days(60) - 1, 'on-board'],
    ['when sixty days are over', days(60), 'expired'],
    ['a year later', days(365), 'expired'],
  ])('of an approved job %s', (_when, passed, expected) => {
    const job = { status: 'approved' as const, expires_at: boardEnd(approved) }
    expect(postingStatus(job, later(passed))).toBe(expected)
  })

  test.each(['pending', 'rejected', 'withdrawn', 'filled'] as const)(
    'is %s whatever the dates are',
    (status) => {
      expect(postingStatus({ status, expires_at: boardEnd(approved) }, approved)).toBe(status)
    },
  )
})

test.each([
  ['pending', 'pending'],
  ['approved', 'pending'],
  ['rejected', 'pending'],
  ['withdrawn', 'withdrawn'],
  ['filled', 'filled'],
] as const)('editing a job that is %s makes it %s', (before, after) => {
  expect(statusAfterEdit(before)).toBe(after)
})

test('renewing puts approved text back on the board and other text into review', () => {
  expect(statusAfterRenewal({ approved_at: approved.toISOString() })).toBe('approved')
  expect(statusAfterRenewal({ approved_at: null })).toBe('pending')
})

const pay = { pay_min: 15000, pay_max: 20000, pay_period: 'day' as const, openings: 3 }

describe('payAndOpenings', () => {
  const before = payAndOpenings({ ...posting, ...pay })
  test.each([
    ['keeps what is not sent', {}, pay],
    [
      'replaces the pay as one value',
      { pay_max: 9000 },
      { ...pay, pay_min: null, pay_max: 9000, pay_period: 'month' },
    ],
    [
      'removes the pay with its period',
      { pay_min: null, pay_max: null, pay_period: 'hour' },
      { pay_min: null, pay_max: null, pay_period: null, openings: 3 },
    ],
    ['removes the openings', { openings: null }, { ...pay, openings: null }],
  ] as const)('%s', (_what, sent, expected) => {
    expect(payAndOpenings({ ...posting, ...sent }, before)).toEqual(expected)
  })
})

describe('jobVisibleTo', () => {
  const stored = (status: JobStatus, more: Partial<StoredJob> = {}): StoredJob => ({
    ...posting,
    ...payAndOpenings({ ...posting, ...pay }),
    id: 'job-1',
    company_name: 'Teak & Co',
    status,
    created_at: approved.toISOString(),
    updated_at: approved.toISOString(),
    expires_at: status === 'approved' ? boardEnd(approved) : null,
    decision_reason: 'Too short',
    poster_id: 'asha',
    poster_is_active: true,
    saved_at: null,
    saved_title: null,
    saved_company_name: null,
    saved_location: null,
    ...more,
  })
  const saved = {
    saved_at: approved.toISOString(),
    saved_title: 'Old title',
    saved_company_name: 'Teak & Co',
    saved_location: 'Pune',
  }
  const stranger = { id: 'ravi', role: null }

  test.each(['pending', 'rejected', 'withdrawn', 'filled'] as const)(
    'hides a job that is %s from others',
    (status) => expect(jobVisibleTo(stranger, stored(status), approved)).toBeUndefined(),
  )

  test('shows a job on the board without the decision reason', () => {
    const job = jobVisibleTo(stranger, stored('approved'), approved)
    expect(job).toMatchObject({ title: posting.title, saved: false })
    expect(job).not.toHaveProperty('decision_reason')
    expect(job).not.toHaveProperty('poster_id')
  })

  test.each([{ id: 'asha', role: 'oem' } as const, { id: 'boss', role: 'admin' } as const])(
    'shows everything, with the decision reason, to $role',
    (viewer) => {
      expect(jobVisibleTo(viewer, stored('rejected'), approved)).toMatchObject({
        title: posting.title,
        decision_reason: 'Too short',
      })
    },
  )

  test.each([
    ['filled', 'filled', {}],
    ['withdrawn', 'withdrawn', {}],
    ['pending', 'pending', {}],
    ['rejected', 'withdrawn', {}],
    ['approved', 'withdrawn', { poster_is_active: false }],
  ] as const)(
    'shows a saved job that is now %s with the saved text, as %s',
    (status, shownAs, more) => {
      expect(jobVisibleTo(stranger, stored(status, { ...saved, ...more }), approved)).toMatchObject(
        {
          status: shownAs,
          title: 'Old title',
          description: '',
          how_to_apply: '',
          pay_min: null,
          pay_max: null,
          pay_period: null,
          openings: null,
          saved: true,
        },
      )
    },
  )

  test('shows a saved and expired job as approved with a past expiry', () => {
    const job = jobVisibleTo(stranger, stored('approved', saved), later(days(60)))
    expect(job).toMatchObject({ status: 'approved', title: 'Old title' })
  })
})

describe('search terms', () => {
  test.each([
    ['PRESS', 'press'],
    ['  hot   press ', 'hot|press'],
    ['press Press', 'press'],
    ['ＣＮＣ', 'cnc'],
    ['प्रेस ऑपरेटर', 'प्रेस|ऑपरेटर'],
    ['100%_\\', '100%_\\'],
    ['a\u0000b', 'a|b'],
    ['   ', ''],
  ])('of %j are %j', (typed, words) => {
    expect(searchTerms(typed).join('|')).toBe(words)
  })

  test.each([
    ['taken apart', 'बढ\u093cई', 'बढई'],
    ['as one sign', 'ब\u095dई', 'बढई'],
    ['as one sign that Unicode composes', 'क\u0931\u0929\u0934', 'करनळ'],
    ['before a vowel sign', 'फ\u093cर्नीचर', 'फर्नीचर'],
    [
      'in every letter that has one',
      '\u0958\u0959\u095a\u095b\u095c\u095d\u095e\u095f',
      'कखगजडढफय',
    ],
  ])('ignore the nukta %s', (_how, withIt, without) => {
    expect(searchTerms(withIt)).toEqual([without])
    expect(searchTerms(without)).toEqual([without])
    expect(searchText({ ...posting, company_name: '', title: withIt })).toContain(without)
  })

  test('match composed and decomposed letters, and phrases across lines', () => {
    const text = searchText({
      ...posting,
      title: 'Tisch\u006c\u0065\u0301r',
      description: 'one\ntwo',
      company_name: 'क़लम',
    })
    for (const word of [...searchTerms('\u00e9r'), ...searchTerms('क\u093cलम'), 'one two'])
      expect(text).toContain(word)
  })
})
