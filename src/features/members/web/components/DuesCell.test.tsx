// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { addDays, isoDay } from '#shared/dates.ts'
import type { Member } from '../../answers.ts'
import { DuesCell } from './DuesCell.tsx'

const today = isoDay(new Date())
const arrears = {
  ...{ id: 'm', role: 'oem', name: 'Asha', company_name: 'Teak & Co', payment_status: true },
  ...{ counts_from: addDays(today, -200), due_on: addDays(today, -100) },
  grace_until: addDays(today, -70),
}

test.each([
  ['who has paid the dues of today owes something else', addDays(today, 30), 'Record payment'],
  ['who has not paid the dues of today can renew', addDays(today, -300), 'Renew'],
])('a lapsed member %s', (_title, paid_until, label) => {
  render(<DuesCell member={{ ...arrears, paid_until } as Member} onAction={() => {}} />)
  expect(screen.getByText(/^Lapsed since/)).toBeDefined()
  expect(screen.getByRole('button', { name: new RegExp(`^${label}`) })).toBeDefined()
})
