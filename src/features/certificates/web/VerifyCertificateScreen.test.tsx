// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { renderPage, startApi } from '#test/support/page.tsx'
import type { Verification } from '../answers.ts'
import { VerifyCertificateScreen } from './VerifyCertificateScreen.tsx'

let api: Awaited<ReturnType<typeof startApi>>
afterEach(() => api.close())

const certificate = {
  name: 'Asha Patil',
  company_name: 'Teak & Co',
  membership_number: 'OEM2024001',
}

test('shows what the certificate is worth, and asks again', async () => {
  const statuses: Verification['status'][] = ['valid', 'revoked']
  api = await startApi(() => ({ body: { status: statuses.shift(), ...certificate } }))
  renderPage(<VerifyCertificateScreen code="K7F2X" />)
  expect(await screen.findByText('Valid')).toBeTruthy()
  for (const value of Object.values(certificate)) expect(screen.getByText(value)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
  expect(await screen.findByText('Revoked')).toBeTruthy()
})

test('shows the same for an unknown code and a malformed one', async () => {
  api = await startApi(({ url }) =>
    url?.endsWith('%3A')
      ? { status: 404, body: 'Nothing was found at this address' }
      : { body: { status: 'unknown', name: '', company_name: '', membership_number: '' } },
  )
  const view = renderPage(<VerifyCertificateScreen code="K7F2X" />)
  expect(await screen.findByText('Unknown')).toBeTruthy()
  expect(screen.queryByText('Membership No.')).toBeNull()
  view.unmount()
  renderPage(<VerifyCertificateScreen code=":" />)
  expect(await screen.findByText('Unknown')).toBeTruthy()
})
