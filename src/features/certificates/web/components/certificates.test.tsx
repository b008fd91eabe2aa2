// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import type { Certificate } from '../../answers.ts'
import { MemberCertificates } from './MemberCertificates.tsx'
import { OwnCertificateCard } from './OwnCertificateCard.tsx'
import { PrintCertificatesDialog } from './PrintCertificatesDialog.tsx'

test('a member downloads certificate and card only while the membership is valid', async () => {
  const answers = [
    { status: 'ready', number: null, issued_at: null, valid_until: '2027-03-31' },
    { status: 'not-valid', number: 'C2026-27/0001', issued_at: null, valid_until: null },
  ]
  await startApi(() => ({ body: answers.shift() }))
  const view = renderPage(<OwnCertificateCard />)
  expect(await screen.findByRole('button', { name: 'Download certificate' })).toBeTruthy()
  expect(screen.getByText('31/03/2027')).toBeTruthy()
  view.unmount()
  renderPage(<OwnCertificateCard />)
  expect(await screen.findByText(/while your membership is valid/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a print lists the members that it leaves out, and issues certificates before it downloads them', async () => {
  const bodies: unknown[] = []
  await startApi(({ url, method }, body) => {
    if (method === 'POST') bodies.push([url, JSON.parse(body)])
    if (url?.endsWith('/preview'))
      return {
        body: {
          token: 't',
          count: 3,
          affected: 2,
          missing: 1,
          members: [],
          left_out: [{ reason: 'Membership is not valid today', count: 1, members: [] }],
        },
      }
    return url?.endsWith('/print')
      ? { status: 409, body: 'There is nothing to print for the selected members' }
      : { body: method === 'GET' ? null : { changed: 1, failures: [] } }
  })
  renderPage(<PrintCertificatesDialog selection={{ ids: ['a', 'b', 'c'] }} onClose={() => {}} />)
  expect(await screen.findByText('1 new certificate will be issued.')).toBeTruthy()
  expect(screen.getByText(/Membership is not valid today/)).toBeTruthy()
  await userEvent.click(screen.getByLabelText('Reissue existing certificates'))
  await userEvent.click(screen.getByRole('button', { name: 'Print 2' }))
  await waitFor(() => expect(bodies.length).toBeGreaterThan(2))
  const selection = { ids: ['a', 'b', 'c'], token: 't' }
  expect(bodies[1]).toEqual([
    '/api/admin/certificates',
    { selection, reissue: true, key: expect.any(String) },
  ])
  expect(bodies[2]).toEqual([
    '/api/admin/certificates/print',
    { selection, document: 'certificate', key: expect.any(String) },
  ])
})

test('an administrator revokes a certificate with a reason', async () => {
  const certificate: Certificate = {
    id: 'c1',
    number: 'C2026-27/0001',
    code: 'X',
    status: 'valid',
    name: 'Asha',
    company_name: '',
    membership_number: 'OEM2026001',
    issued_at: '2026-11-22T09:00:00.000Z',
    issued_by: null,
    revoked_at: null,
    revoked_by: null,
    revoked_reason: null,
  }
  const sent: unknown[] = []
  await startApi(({ method, url }, body) => {
    if (method === 'GET') return { body: [certificate] }
    sent.push([url, JSON.parse(body)])
    return { body: { id: 'c1' } }
  })
  renderPage(<MemberCertificates member={{ id: 'm1' }} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke C2026-27/0001' }))
  const confirm = screen.getByRole<HTMLButtonElement>('button', { name: 'Revoke certificate' })
  expect(confirm.disabled).toBe(true)
  await userEvent.type(screen.getByLabelText('Reason'), 'Sold the firm')
  await userEvent.click(confirm)
  await waitFor(() =>
    expect(sent).toEqual([['/api/admin/certificates/c1/revoke', { reason: 'Sold the firm' }]]),
  )
})
