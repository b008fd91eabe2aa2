// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { addDays } from '#shared/dates.ts'
import type { Member } from '../../answers.ts'
import { DuesCell } from './DuesCell.tsx'

const today = '2026-11-25'
afterEach(() => vi.useRealTimers())

const arrearsOn = (today: string) => ({
  ...{ id: 'm', role: 'oem', name: 'Asha', company_name: 'Teak & Co', payment_status: true },
  ...{ counts_from: addDays(today, -200), due_on: addDays(today, -100) },
  grace_until: addDays(today, -70),
})

const openBefore = { dues_open_from: addDays(today, -200), dues_open_to: addDays(today, -1) }

test.each([
  ['owes arrears beside dues that are paid', 30, {}, /^Owes other charges$/, 'Record payment'],
  ['owes the dues of the year before', 30, openBefore, /^Lapsed since/, 'Record payment'],
  ['has not paid the dues of today', -300, {}, /^Lapsed since/, 'Renew'],
])('a member who %s', (_title, paidFor, days, word, label) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T06:00:00.000Z') })
  const member = { ...arrearsOn(today), ...days, paid_until: addDays(today, paidFor) }
  render(<DuesCell member={member as Member} onAction={() => {}} />)
  expect(screen.getByText(word)).toBeDefined()
  expect(screen.getByRole('button', { name: new RegExp(`^${label}`) })).toBeDefined()
})
