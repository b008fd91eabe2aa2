import { describe, expect, test } from 'vitest'
import { days, hours } from '#shared/durations.ts'
import { reasonForNoInvitation } from './rules.ts'

const now = new Date('2025-01-05T09:00:00.000Z')
const ago = (ms: number) => new Date(now.getTime() - ms).toISOString()
const invitee = {
  email: 'asha@teak.example',
  role: 'oem',
  is_active: true,
  last_sign_in_at: null,
  invited_at: null,
} as const

describe('who is invited', () => {
  test.each([
    ['a member who never signed in', {}, false, undefined],
    ['an administrator', { role: 'admin' }, false, 'not_a_member'],
    ['an inactive member', { is_active: false }, false, 'inactive'],
    ['a member without an email', { email: '' }, false, 'no_email'],
    ['a member who has signed in', { last_sign_in_at: ago(days(90)) }, true, 'signed_in'],
    ['one invited this week', { invited_at: ago(days(6)) }, false, 'invited_recently'],
    ['one invited this week, included', { invited_at: ago(days(6)) }, true, undefined],
    ['one invited today, included', { invited_at: ago(hours(23)) }, true, 'invited_today'],
    ['one invited a week ago', { invited_at: ago(days(7)) }, false, undefined],
  ] as const)('%s', (_who, changes, includesRecent, expected) => {
    expect(reasonForNoInvitation({ ...invitee, ...changes }, includesRecent, now)).toBe(expected)
  })
})
