// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { currentToast, dismissToast } from '#platform/web/toast/toast.ts'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { newSettings } from '#test/support/page/settings.ts'
import { mailKinds } from '../mail-kinds.ts'
import { MailsTab } from './MailsTab.tsx'

const settings = { ...newSettings, office_email: 'office@panel.example' }
const own = { kind: 'welcome' as const, subject: 'Namaste', text: 'Dear {name}' }

let refusal: { status: number; headers?: Record<string, string>; body: string } | undefined
let saved: unknown[]

beforeEach(async () => {
  refusal = undefined
  saved = []
  await startApi(({ method, url }, body) => {
    if (method === 'GET') return { body: { ...settings, mails: [own] } }
    const sent = JSON.parse(body)
    if (url?.endsWith('/preview')) {
      const { subject, text } = sent
      return {
        body: {
          subject,
          preheader: 'Preheader',
          text,
          html: `<p style="color:#111111">${text}</p>`,
        },
      }
    }
    if (refusal) return refusal
    saved.push(sent)
    return { body: { ...settings, mails: sent.text === '' ? [] : [sent] } }
  })
})

afterEach(() => {
  dismissToast()
  window.history.replaceState(null, '', '/')
})

const subject = () => screen.getByLabelText<HTMLInputElement>('Subject')
const text = () => screen.getByLabelText<HTMLTextAreaElement>('Text')
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const frame = () => screen.getByTitle<HTMLIFrameElement>('The email as HTML')
/** Opens an email from the list. */
const edit = (label: string = mailKinds.welcome.label) => userEvent.click(button(`Edit: ${label}`))
const previewText = () => frame().contentDocument?.body.textContent

describe('the editor of a mail', () => {
  test('opens with the default text, and a preview that follows the typing', async () => {
    renderPage(<MailsTab settings={settings} />)
    screen.getByText(`Welcome to ${settings.association_name}`)
    await edit()
    expect(subject().value).toBe(mailKinds.welcome.subject)
    expect(text().value).toBe(mailKinds.welcome.text)
    expect(screen.queryByText('Save Changes')).toBeNull()
    await screen.findByTitle('The email as HTML')
    await waitFor(() => expect(previewText()).toContain('You are now a member.'))
    screen.getByText('office@panel.example')
    await userEvent.type(text(), '\n\nSee you soon')
    await waitFor(() => expect(previewText()).toContain('See you soon'))
    expect(frame().contentDocument?.querySelector('p')?.style.color).toBe('rgb(17, 17, 17)')
  })

  test('inserts a placeholder at the cursor of the field last used', async () => {
    renderPage(<MailsTab settings={{ ...settings, mails: [own] }} />)
    await edit()
    await userEvent.click(subject())
    subject().setSelectionRange(0, 0)
    await userEvent.click(button('{membership_number}'))
    expect(subject().value).toBe('{membership_number}Namaste')
    expect(document.activeElement).toBe(subject())
    await userEvent.keyboard(': ')
    expect(subject().value).toBe('{membership_number}: Namaste')
    await userEvent.click(text())
    text().setSelectionRange(5, 11)
    await userEvent.click(button('{company_name}'))
    expect(text().value).toBe('Dear {company_name}')
  })

  test('refuses an unknown placeholder at its field', async () => {
    renderPage(<MailsTab settings={settings} />)
    await edit()
    await userEvent.type(subject(), ' {{nmae}')
    expect(screen.getByRole('alert').textContent).toMatch(
      /^\{nmae\} cannot be used here\. Available: \{greeting\}, \{name\}/,
    )
    expect(subject().getAttribute('aria-invalid')).toBe('true')
    expect(button('Save Changes').disabled).toBe(true)
    await userEvent.clear(subject())
    expect(screen.getByRole('alert').textContent).toBe('Please enter a subject')
  })

  test('keeps what was typed after a failure and while another email is shown', async () => {
    renderPage(<MailsTab settings={settings} />)
    await edit()
    await userEvent.type(subject(), '!')
    refusal = { status: 503, body: 'Please try again in a moment' }
    await userEvent.click(button('Save Changes'))
    await waitFor(() => expect(currentToast()?.description).toBe('Please try again in a moment'))
    await userEvent.click(button('All emails'))
    screen.getByText('Unsaved changes')
    await edit('Job posting approved')
    expect(subject().value).toBe(mailKinds['job-approved'].subject)
    await userEvent.click(button('All emails'))
    await edit()
    expect(subject().value).toBe(`${mailKinds.welcome.subject}!`)
    const leave = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(leave)
    expect(leave.defaultPrevented).toBe(true)
    await userEvent.click(button('Discard'))
    expect(subject().value).toBe(mailKinds.welcome.subject)
  })

  test('saves a changed text, and resets it to the default', async () => {
    const { rerender } = renderPage(<MailsTab settings={settings} />)
    await edit()
    await userEvent.type(subject(), '!')
    await userEvent.click(button('Save Changes'))
    const changed = {
      ...own,
      subject: `${mailKinds.welcome.subject}!`,
      text: mailKinds.welcome.text,
    }
    await waitFor(() => expect(saved).toEqual([{ ...changed, seen: { subject: '', text: '' } }]))
    rerender(<MailsTab settings={{ ...settings, mails: [changed] }} />)
    screen.getByText('Customised')
    await userEvent.click(button('Reset to default'))
    const { kind, ...seen } = changed
    await waitFor(() => expect(saved.at(-1)).toEqual({ kind, subject: '', text: '', seen }))
    await waitFor(() => expect(currentToast()?.description).toBe('Default text restored'))
  })

  test('shows what another administrator has saved, and then replaces it', async () => {
    renderPage(<MailsTab settings={settings} />)
    await edit()
    await userEvent.type(subject(), '!')
    const body = 'Asha has changed the email since you opened the settings.'
    refusal = { status: 409, headers: { 'Error-Code': 'edit-conflict' }, body }
    await userEvent.click(button('Save Changes'))
    await screen.findByText(body)
    screen.getByText('Dear {name}')
    refusal = undefined
    await userEvent.click(button('Save Changes'))
    const { kind: _kind, ...seen } = own
    await waitFor(() => expect(saved).toMatchObject([{ seen }]))
  })
})
