// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { updatePortal } from '#platform/web/api/portal-info.ts'
import { defaultAssociationName } from '#shared/portal-info.ts'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import type { InvitationPreview } from '../../invitations/answers.ts'
import { InviteDialog } from './InviteDialog.tsx'

const person = (index: number) => ({
  id: `p${index}`,
  name: `Member ${index}`,
  company_name: 'Teak & Co',
  email: `m${index}@teak.example`,
})
const mail = { subject: 'Your members portal', text: 'Dear Member 1,' }

let previews: unknown[]
let sent: unknown[]
let progress: { total: number; sent: number; failed: number; waiting: number }

beforeEach(async () => {
  previews = []
  sent = []
  progress = { total: 2, sent: 1, failed: 1, waiting: 0 }
  await startApi(({ method, url }, body) => {
    if (method === 'GET') return { body: { id: 'b1', ...progress } }
    const request = JSON.parse(body)
    if (!url?.endsWith('/preview')) {
      sent.push(request)
      return { status: 201, body: { id: 'b1', total: 2, sent: 0, failed: 0, waiting: 2 } }
    }
    previews.push(request)
    const preview: InvitationPreview = request.include_recent
      ? { count: 2, people: [person(1), person(2)], left_out: [], mail }
      : {
          count: 1,
          people: [person(1)],
          left_out: [{ reason: 'invited_recently', count: 1, people: [person(2)] }],
          mail,
        }
    return { body: preview }
  })
})

const button = (name: RegExp | string) => screen.findByRole('button', { name })

describe('the dialog of invitations', () => {
  test('shows who gets the mail, who is left out and why, and the mail', async () => {
    renderPage(<InviteDialog audience={{ ids: ['p1', 'p2'] }} onClose={() => {}} />)
    await screen.findByText('1 member gets it')
    screen.getByText('Member 1 · Teak & Co · m1@teak.example')
    screen.getByText('1 invited in the last 7 days')
    screen.getByText('Your members portal')
    expect(previews).toEqual([{ audience: { ids: ['p1', 'p2'] }, include_recent: false }])
  })

  test('includes recently invited members on request, and shows the progress', async () => {
    const onClose = vi.fn()
    renderPage(<InviteDialog audience={{ ids: ['p1', 'p2'] }} onClose={onClose} />)
    await userEvent.click(await screen.findByLabelText(/Also invite/))
    await userEvent.click(await button('Send 2 invitations'))
    await screen.findByText('1 invitation sent')
    await screen.findByText('1 email could not be delivered')
    expect(sent).toEqual([{ audience: { ids: ['p1', 'p2'] }, include_recent: true, count: 2 }])
    await userEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
    expect(onClose).toHaveBeenCalledWith(true)
  })

  test('without a mail server says that emails are written to files, before and after', async () => {
    updatePortal({ writes_mails_to_files: true })
    progress = { total: 1, sent: 1, failed: 0, waiting: 0 }
    renderPage(<InviteDialog audience={{ ids: ['p1', 'p2'] }} onClose={() => {}} />)
    await screen.findByText('No mail server is set')
    expect(screen.getByRole('link', { name: 'Open System' }).getAttribute('href')).toBe(
      '/admin/system',
    )
    await userEvent.click(await button('Write 1 email to files'))
    await screen.findByText('1 email written to files')
    expect(screen.queryByText(/sent/)).toBeNull()
  })

  test('warns of links that open on this computer only', async () => {
    updatePortal({ links_are_local: true })
    renderPage(<InviteDialog audience={{ ids: ['p1', 'p2'] }} onClose={() => {}} />)
    await screen.findByText("Links in these emails won't work for members")
  })

  test('warns while the association has no name of its own, with the way to its setting', async () => {
    updatePortal({ association_name: defaultAssociationName })
    const show = () =>
      renderPage(<InviteDialog audience={{ ids: ['p1', 'p2'] }} onClose={() => {}} />)
    const page = show()
    await screen.findByText("Your association's name is not set")
    const link = screen.getByRole('link', { name: 'Enter the name' })
    expect(link.getAttribute('href')).toBe('/admin/settings')
    page.unmount()
    updatePortal({ sample: true })
    show()
    await screen.findByText('1 member gets it')
    expect(screen.queryByText("Your association's name is not set")).toBeNull()
  })
})
