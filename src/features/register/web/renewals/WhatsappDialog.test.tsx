// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { updatePortal } from '#platform/web/api/portal-info.ts'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { WhatsappDialog } from './WhatsappDialog.tsx'

let api: Awaited<ReturnType<typeof startApi>>
afterEach(async () => {
  await api.close()
})

test('the messages warn of links that open on no other computer', async () => {
  const member = {
    id: 'm',
    name: 'Asha',
    company_name: 'Teak & Co',
    whatsapp_number: '+91 98250 12345',
    owed_paise: 5000_00,
    whatsapp_at: null,
    message: 'Please pay: http://localhost:3000/notice',
  }
  api = await startApi(() => ({ body: { members: [member], left_out: [] } }))
  const { unmount } = renderPage(<WhatsappDialog ids={['m']} onClose={() => undefined} />)
  expect(await screen.findByText('Open WhatsApp')).toBeDefined()
  const warning = "Links in these messages won't work for members"
  expect(screen.queryByText(warning)).toBeNull()
  unmount()
  updatePortal({ links_are_local: true })
  const { unmount: close } = renderPage(<WhatsappDialog ids={['m']} onClose={() => undefined} />)
  expect(await screen.findByText(warning)).toBeDefined()
  close()
})
