// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { addDays, type Day } from '#shared/dates.ts'
import type { Member } from '../../answers.ts'
import { DuesCell } from './DuesCell.tsx'

const today = '2026-11-25'
afterEach(() => vi.useRealTimers())

const arrearsOn = (today: Day) => ({
  id: 'm',
  role: 'oem',
  name: 'Asha',
  company_name: 'Teak & Co',
  payment_status: true,
  counts_from: addDays(today, -200),
  due_on: addDays(today, -100),
  grace_until: addDays(today, -70),
})

test.each([
  ['who has paid the dues of today owes something else', 30, 'Record payment'],
  ['who has not paid the dues of today can renew', -300, 'Renew'],
])('a lapsed member %s', (_title, paidFor, label) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T06:00:00.000Z') })
  const member = { ...arrearsOn(today), paid_until: addDays(today, paidFor) }
  render(<DuesCell member={member as Member} onAction={() => {}} />)
  expect(screen.getByText(/^Lapsed since/)).toBeDefined()
  expect(screen.getByRole('button', { name: new RegExp(`^${label}`) })).toBeDefined()
})
