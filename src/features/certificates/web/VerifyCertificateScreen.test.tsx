// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import type { Verification } from '../answers.ts'
import { VerifyCertificateScreen } from './VerifyCertificateScreen.tsx'

const certificate = {
  name: 'Asha Patil',
  company_name: 'Teak & Co',
  membership_number: 'OEM2024001',
}

test('shows what the certificate is worth, and asks again', async () => {
  const statuses: Verification['status'][] = ['valid', 'revoked']
  await startApi(() => {
    const status = statuses.shift()
    return { body: { status, ...certificate, valid_until: status === 'valid' ? '2027-03-31' : '' } }
  })
  renderPage(<VerifyCertificateScreen code="K7F2X" />)
  expect(await screen.findByText('Valid')).toBeTruthy()
  for (const value of Object.values(certificate)) expect(screen.getByText(value)).toBeTruthy()
  expect(screen.getByText('31 March 2027')).toBeTruthy()
  expect(screen.getByText(/^Checked .* \(India\)$/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
  expect(await screen.findByText('Revoked')).toBeTruthy()
  expect(screen.queryByText('Valid until')).toBeNull()
})

test('shows an unknown code and a malformed one alike', async () => {
  await startApi(({ url }) =>
    url?.endsWith('%3A')
      ? { status: 404, body: 'Nothing was found at this address' }
      : {
          body: {
            status: 'unknown',
            name: '',
            company_name: '',
            membership_number: '',
            valid_until: '',
          },
        },
  )
  const view = renderPage(<VerifyCertificateScreen code="K7F2X" />)
  expect(await screen.findByText('Unknown')).toBeTruthy()
  expect(screen.queryByText('Membership No.')).toBeNull()
  view.unmount()
  renderPage(<VerifyCertificateScreen code=":" />)
  expect(await screen.findByText('Unknown')).toBeTruthy()
})
