// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { monthsOf } from '#shared/financial-year.ts'
import { renderPage } from '#test/support/page/page.tsx'
import type { DuesYear } from '../../figures/answers.ts'
import { DuesPanel } from './DuesPanel.tsx'

const duesOf = (year: number): DuesYear => ({
  year,
  years: [year],
  months: monthsOf(year).map((month) => ({
    month,
    modes: [{ mode: 'Bank', paise: 5000_00, payments: 1 }],
  })),
  before: Array<number>(12).fill(0),
  received: 60_000_00,
  taken_back: 0,
})

afterEach(() => {
  vi.useRealTimers()
})

test('reversed payments are named beside the dues, as payments of any charge', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T06:00:00.000Z') })
  const dues = { ...duesOf(2026), taken_back: 22_500_00 }
  renderPage(<DuesPanel dues={dues} view="tables" onYear={() => undefined} />)
  const note =
    /for dues of any year\. Not counted: ₹22,500 of reversed payments, for dues or other charges/
  expect(screen.getByText(note)).toBeDefined()
})

test('the sum of a year that is over says that advances are added to it later', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T06:00:00.000Z') })
  const current = 2026
  const page = renderPage(
    <DuesPanel dues={duesOf(current - 1)} view="tables" onYear={() => undefined} />,
  )
  const note =
    /₹60,000 by month of payment, for dues of any year\. An advance is added to the month in which it came when dues take it/
  expect(screen.getByText(note)).toBeDefined()
  page.rerender(<DuesPanel dues={duesOf(current)} view="tables" onYear={() => undefined} />)
  expect(screen.queryByText(note)).toBeNull()
})
