// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { minutes } from '#shared/durations.ts'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { isConfirmationDue } from '../../rules.ts'
import { StepUpDialog } from './StepUpDialog.tsx'

test('says after how many minutes the second factor is asked for again', async () => {
  await startApi(() => ({ status: 401 }))
  renderPage(<StepUpDialog onConfirmed={() => {}} onClose={() => {}} />)
  const { textContent } = await screen.findByText(/This needs your second factor/)
  const [, count] = /You won't be asked again for (\d+) minutes\./.exec(textContent) ?? []
  const given = new Date('2026-11-27T09:00:00.000Z')
  const isDueAfter = (passed: number) =>
    isConfirmationDue(
      { role: 'admin', has_second_factor: true, confirmed_at: given.toISOString() },
      new Date(given.getTime() + passed),
    )
  const promised = minutes(Number(count))
  expect([isDueAfter(promised - 1), isDueAfter(promised)]).toEqual([false, true])
})
