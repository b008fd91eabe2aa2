import { describe, expect, test } from 'vitest'
import { days } from '#shared/dates.ts'
import { searchTerms } from '#shared/search.ts'
import { posting } from '#test/samples.ts'
import type { JobStatus } from './contract.ts'
import {
  boardEnd,
  jobVisibleTo,
  linkify,
  postingStatus,
  type StoredJob,
  searchText,
  statusAfterEdit,
  statusAfterRenewal,
} from './rules.ts'

const approved = new Date('2025-01-05T09:00:00.000Z')
const later = (milliseconds: number) => new Date(approved.getTime() + milliseconds)

describe('a job on the board', () => {
  test.each([
    ['at once', 0, 'on-board'],
    ['a millisecond before sixty days are over', days(60) - 1, 'on-board'],
    ['when sixty days are over', days(60), 'expired'],
    ['a year later', days(365), 'expired'],
  ])('stands, %s', (_when, passed, expected) => {
    const job = { status: 'approved' as const, expires_at: boardEnd(approved) }
    expect(postingStatus(job, later(passed))).toBe(expected)
  })

  test.each(['pending', 'rejected', 'withdrawn', 'filled'] as const)(
    'is no job that is %s, whatever its dates',
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
] as const)('an edit of a job that is %s leaves it %s', (before, after) => {
  expect(statusAfterEdit(before)).toBe(after)
})

test('a renewal puts approved words back on the board and sends others to review', () => {
  expect(statusAfterRenewal({ approved_at: approved.toISOString() })).toBe('approved')
  expect(statusAfterRenewal({ approved_at: null })).toBe('pending')
})

describe('what somebody sees of a job', () => {
  const kept = (status: JobStatus, more: Partial<StoredJob> = {}): StoredJob => ({
    ...posting,
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
    'is nothing when it is %s and not theirs',
    (status) => expect(jobVisibleTo(stranger, kept(status), approved)).toBeUndefined(),
  )

  test('is all of it on the board, but the reason of a decision', () => {
    const job = jobVisibleTo(stranger, kept('approved'), approved)
    expect(job).toMatchObject({ title: posting.title, saved: false })
    expect(job).not.toHaveProperty('decision_reason')
    expect(job).not.toHaveProperty('poster_id')
  })

  test.each([{ id: 'asha', role: 'oem' } as const, { id: 'boss', role: 'admin' } as const])(
    'is everything, with the reason, for $role',
    (viewer) => {
      expect(jobVisibleTo(viewer, kept('rejected'), approved)).toMatchObject({
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
  ] as const)('is, saved and now %s, the words they saved, as %s', (status, told, more) => {
    expect(jobVisibleTo(stranger, kept(status, { ...saved, ...more }), approved)).toMatchObject({
      status: told,
      title: 'Old title',
      description: '',
      how_to_apply: '',
      saved: true,
    })
  })

  test('is, saved and expired, approved with an end in the past', () => {
    const job = jobVisibleTo(stranger, kept('approved', saved), later(days(60)))
    expect(job).toMatchObject({ status: 'approved', title: 'Old title' })
  })
})

describe('searching', () => {
  test.each([
    ['PRESS', 'press'],
    ['  hot   press ', 'hot|press'],
    ['press Press', 'press'],
    ['ＣＮＣ', 'cnc'],
    ['प्रेस ऑपरेटर', 'प्रेस|ऑपरेटर'],
    ['100%_\\', '100%_\\'],
    ['a\u0000b', 'a|b'],
    ['   ', ''],
  ])('reads %j as %j', (typed, words) => {
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
  ])('takes no notice of the nukta, %s', (_how, withIt, without) => {
    expect(searchTerms(withIt)).toEqual([without])
    expect(searchTerms(without)).toEqual([without])
    expect(searchText({ ...posting, company_name: '', title: withIt })).toContain(without)
  })

  test('finds two spellings of one letter, and words across lines', () => {
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

describe('a link in how to apply', () => {
  const links = (text: string) =>
    linkify(text).flatMap(({ text: words, href }) => (href ? [`${words} > ${href}`] : []))

  test.each([
    ['See https://teak.example/jobs.', 'https://teak.example/jobs > https://teak.example/jobs'],
    ['(http://a.example/x_(y))', 'http://a.example/x_(y) > http://a.example/x_(y)'],
    ['www.teak.example, please', 'www.teak.example > https://www.teak.example'],
    ['Write to HR@teak.co.in!', 'HR@teak.co.in > mailto:HR@teak.co.in'],
    ['mailto:hr@teak.example', 'mailto:hr@teak.example > mailto:hr@teak.example'],
    ['Call 98765 43210', '98765 43210 > tel:+919876543210'],
    ['Call +91-98765-43210.', '+91-98765-43210 > tel:+919876543210'],
    ['Call 022 2345 6789', '022 2345 6789 > tel:+912223456789'],
    ['From abroad +44 20 7946 0958', '+44 20 7946 0958 > tel:+442079460958'],
  ])('stands in %j', (text, expected) => expect(links(text)).toEqual([expected]))

  test.each([
    'Salary 25000-30000 a month',
    'PIN 411001, batch 2024-2025',
    'javascript:alert(1)',
    'data:text/html,<b>',
    'GST 27AAPFU0939F1ZV',
    'Order 123456789012345678',
    'Ten bare digits 1234567890',
    'https://',
  ])('does not stand in %j', (text) => expect(links(text)).toEqual([]))

  test('keeps every character of the text', () => {
    const text = 'Mail hr@a.example or ring 98765 43210 (ask for Asha), see https://a.example/?q=1.'
    expect(
      linkify(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
    expect(linkify(text).find((part) => part.whatsapp)?.whatsapp).toBe('919876543210')
  })
})
