import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import * as applications from '#features/applications/server/mails.ts'
import * as jobs from '#features/jobs/server/mails.ts'
import { digestMail, eventMail } from '#features/notifications/server/mails.ts'
import { invitationMail } from '#features/register/server/invitations/mails.ts'
import { linkMail } from '#features/sign-in/server/mails.ts'
import type { World } from '#platform/server/world.ts'
import { type TestPortal, testPortal } from '#test/support/portal/test-portal.ts'
import { marker, xssStrings } from './xss-strings.ts'

const token = 't'.repeat(43)
const email = 'ramesh@teak.example'

/** The mails that show texts of people, with the same text everywhere. */
function mailsWith(world: World, text: string) {
  const person = { email, name: text }
  const items = { lines: [text, text], total: 2 }
  const invitee = {
    ...{ ...person, id: '1', company_name: text, role: 'oem' as const, is_active: true },
    membership_number: text,
    last_sign_in_at: null,
    invited_at: null,
  }
  return [
    linkMail(
      world,
      person,
      { token, code: '482913' },
      { device: text, client: { kind: 'single', address: text } },
    ),
    applications.changesMail(world, person, token, text),
    applications.rejectedMail(world, person, text),
    jobs.approvedMail(world, person, { id: '0190', title: text }, '2025-03-06T00:00:00.000Z'),
    jobs.rejectedMail(world, person, { id: '0190', title: text }, text),
    invitationMail(world, invitee),
    eventMail(world, person, 'application', items),
    digestMail(world, person, [{ kind: 'job', items }]),
  ]
}

/** The HTML of each mail, the text also being the association's name. */
async function pagesWith(portal: TestPortal, text: string): Promise<Document[]> {
  const admin = await portal.as('admin')
  const names = { association_name: text.slice(0, 120), product_name: text.slice(0, 60) }
  await admin.request('PUT', '/api/admin/settings', names)
  const template = { kind: 'welcome', subject: text.slice(0, 150), text: `{greeting}\n\n${text}` }
  const preview = await admin.request('POST', '/api/admin/settings/mails/preview', template)
  const { html } = preview.ok ? ((await preview.json()) as { html: string }) : { html: '' }
  const mails = mailsWith(portal.world, text).map((mail) => mail.html)
  return [html, ...mails].map((page) => parser.parseFromString(page, 'text/html'))
}

const parser = new new JSDOM().window.DOMParser()

/** The names of the elements and attributes of a page, without the links of a text. */
function shapeOf(document: Document): Set<string> {
  const elements = [...document.querySelectorAll('*')]
  return new Set(
    elements.flatMap(({ tagName, attributes }) =>
      ['', ...[...attributes].map(({ name }) => name)].map((name) => `${tagName} ${name}`),
    ),
  )
}

/** Several texts as one, because parsing a mail takes a while. */
const groupsOf = (size: number, texts: readonly string[]): string[] =>
  texts.flatMap((_text, index) =>
    index % size === 0 ? [texts.slice(index, index + size).join(' ')] : [],
  )

const isSafeAddress = (address: string): boolean =>
  /^(https?:|mailto:|cid:|\/logo\.svg$)/.test(address)

test('no text adds an element, an attribute or an address to a mail', async () => {
  const portal = await testPortal('SQLite')
  const plain = await pagesWith(portal, 'Teak https://teak.example\nmore')
  const allowed = new Set(plain.flatMap((document) => [...shapeOf(document)]))
  const defects: string[] = []
  let pages = 0
  for (const text of groupsOf(4, xssStrings(40)))
    for (const document of await pagesWith(portal, text)) {
      pages += 1
      for (const part of shapeOf(document)) if (!allowed.has(part)) defects.push(`${part}: ${text}`)
      for (const element of document.querySelectorAll('[href], [src]')) {
        const address = element.getAttribute('href') ?? element.getAttribute('src') ?? ''
        if (!isSafeAddress(address)) defects.push(`${address}: ${text}`)
      }
      if (document.querySelector(`[${marker}]`)) defects.push(text)
    }
  expect(pages).toBe(10 * 9)
  expect(defects).toEqual([])
})
