import { expect, test } from 'vitest'
import * as applications from '#features/applications/server/mails.ts'
import { noticeMail, rejectedReportMail } from '#features/dues/server/notices/mails.ts'
import { reversalMail } from '#features/dues/server/reverse-entry.ts'
import * as jobs from '#features/jobs/server/mails.ts'
import { noTax, splitTax } from '#features/ledger/receipts/tax.ts'
import { receiptMail } from '#features/ledger/server/receipts/send-receipt.ts'
import { findPersonByEmail } from '#features/members/server/queries.ts'
import { queueEmailChangeMails } from '#features/members/server/record/email-change-mails.ts'
import { digestMail, eventMail } from '#features/notifications/server/mails.ts'
import { invitationMail } from '#features/register/server/invitations/mails.ts'
import { mailKindNames } from '#features/settings/mail-kinds.ts'
import { linkLifetime } from '#features/sign-in/rules.ts'
import { linkMail, noLinkMail, type RequestOrigin } from '#features/sign-in/server/mails.ts'
import { queueSecurityMail } from '#features/sign-in/server/second-factor/mails.ts'
import { type Mail, queueMail } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { duration } from '#shared/sentences.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'
import { memberForm } from '#test/support/samples.ts'

const token = 't'.repeat(43)
const person = { email: 'ramesh@teak.example', name: 'रमेश पटेल' }
const stranger = { email: 'new@teak.example', name: '' }
const origin: RequestOrigin = {
  device: 'Chrome on Linux',
  client: { kind: 'single', address: '203.0.113.9' },
}
const job = { id: '0190', title: 'Press operator' }
const invitee = {
  ...person,
  id: '1',
  company_name: 'Teak & Co',
  role: 'oem' as const,
  is_active: true,
  membership_number: 'OEM2025001',
  last_sign_in_at: null,
  invited_at: null,
}
const receipt = {
  id: '1',
  person_name: person.name,
  member_name: person.name,
  company_name: 'Teak & Co',
  receipt_number: 'R2024-25/0001',
  amount_paise: 500_000,
}
const receiptContent = {
  layout: 2 as const,
  language: 'en' as const,
  number: 'R2024-25/0001',
  issued_on: '2025-01-05' as const,
  cancels: null,
  cancels_on: null,
  owed_paise: 0,
  association: { name: '', website: '', address: '', email: '', pan: '', gstin: '' },
  member: { name: '', company_name: '', membership_number: '', address: '', gstin: '' },
  amount_paise: 500_000,
  mode: null,
  reference: '',
  paid_on: '2025-01-05' as const,
  valid_from: null,
  valid_to: null,
  lines: [],
  tax: { ...noTax, place_of_supply: '', ...splitTax(500_000, 0, false) },
}
const notice = {
  id: '1',
  reference: 'DN2425K7Q4XMWP',
  person_id: '1',
  year: '2024-25',
  amount_paise: 500_000,
  made_at: '2025-01-05T09:00:00.000Z' as const,
  made_by: null,
}
const report = { amount_paise: 500_000, reference: 'UTR 1' }
const account = {
  balance_paise: -500_000,
  credit_paise: 0,
  owed_paise: 500_000,
  charges: [
    {
      id: '1',
      year: '2024-25',
      item: 'dues' as const,
      label: '',
      amount_paise: 500_000,
      open_paise: 500_000,
      due_on: '2025-01-31' as const,
      grace_until: '2025-02-28' as const,
      valid_from: '2024-04-01' as const,
      valid_to: '2025-03-31' as const,
    },
  ],
  status: 'due' as const,
}
const items = { lines: ['Teak & Co'], total: 1 }

/** One mail of each kind but the welcome mail and those about a changed email, which are queued. */
const mailsOf = (world: World): Mail[] => [
  linkMail(world, person, { token, code: '482913' }, origin),
  noLinkMail(world, stranger, 'member', origin),
  noLinkMail(world, stranger, 'admin', origin),
  noLinkMail(world, person, 'inactive', origin),
  applications.receivedMail(world, person.email, token),
  applications.unconfirmedMail(world, person.email, token),
  applications.deletionMail(world, person.email, token, 'Feb 4, 2025'),
  applications.changesMail(world, person, token, 'Please send page 2.'),
  applications.rejectedMail(world, person, ''),
  jobs.approvedMail(world, person, job, '2025-03-06T00:00:00.000Z'),
  jobs.rejectedMail(world, person, job, 'The location is missing.'),
  invitationMail(world, invitee),
  receiptMail(world, receipt, { to: person.email, content: receiptContent }),
  receiptMail(world, receipt, {
    to: person.email,
    content: { ...receiptContent, cancels: 'R2024-25/0001' },
  }),
  noticeMail(world, { kind: 'notice', notice, member: invitee, account }),
  noticeMail(world, { kind: 'reminder', notice, member: invitee, account }),
  reversed(world),
  rejectedReportMail(world, { member: person, report, notice, reason: 'Not found in the bank.' }),
  eventMail(world, person, 'application', items),
  digestMail(world, person, [{ kind: 'job', items }]),
]

function reversed(world: World): Mail {
  const payment = {
    ...receipt,
    kind: 'payment' as const,
    paid_at: '2024-12-05T06:00:00.000Z' as const,
  }
  const mail = reversalMail(world, { member: invitee, payment, dues: null, reason: 'bounced' })
  if (!mail) throw new Error('no mail')
  return mail
}

/** The visible text of an HTML part, and its hidden beginning. */
function readHtml(html: string) {
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
  const decode = (text: string) =>
    text.replace(/&(amp|lt|gt|quot|#39);/g, (_all, name: string) => entities[name] ?? '')
  const [, hidden = ''] = html.match(/<div style="display:none[^>]*>([^<]*)<\/div>/) ?? []
  return {
    preheader: decode(hidden.split('&#847;')[0] ?? ''),
    text: decode(html.replace(/<[^>]*>/g, '\n')),
  }
}

test('every mail has its parts, greeting, sender and preheader', async () => {
  const portal = await testPortal('SQLite')
  const { world, db } = portal
  const admin = await portal.as('admin')
  await admin.put('/api/admin/settings', { office_email: 'office@panel.example' })
  await admin.post('/api/admin/members', memberForm('oem', 'asha@teak.example'))
  const member = await findPersonByEmail(db, 'asha@teak.example')
  if (!member) throw new Error('not added')
  const now = world.now()
  await queueEmailChangeMails(db, world, { oldEmail: 'old@teak.example', person: member }, now)
  await admin.post('/api/admin/settings/mails/test', {
    kind: 'welcome',
    subject: 'Namaste',
    text: '{greeting}\n\nWelcome',
  })
  for (const mail of mailsOf(world)) await queueMail(db, mail, now)
  const change = 'An authenticator app was added to your account.'
  await queueSecurityMail(world, db, person, { change, device: 'Chrome on Linux' })
  const mails = await portal.mails()
  const { kinds } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.count<number>('kind').distinct().as('kinds'))
    .executeTakeFirstOrThrow()
  // Beside those of the templates: two for signing in, two notifications, changed email, test mail.
  expect(Number(kinds)).toBe(mailKindNames.length + 6)
  for (const { subject, from, replyTo, text = '', html = '', envelope } of mails) {
    const page = readHtml(html)
    expect(from, subject).toEqual({
      name: 'Panel Makers Association',
      address: 'portal@panel.example',
    })
    expect(replyTo, subject).toMatchObject([{ address: 'office@panel.example' }])
    expect(envelope.to, subject).toHaveLength(1)
    expect(text, subject).toMatch(/^(Dear [^\n]+|Hello),\n\n/)
    const [greeting = ''] = text.split('\n')
    expect(page.text, subject).toContain(greeting)
    expect(page.preheader.length, subject).toBeGreaterThan(5)
    expect(text.split(page.preheader).length, subject).toBeLessThanOrEqual(2)
    expect(text, subject).toContain('\n\nRegards,\nPanel Makers Association\n')
    expect(html, subject).not.toMatch(/src="(?!cid:)|<script|<link|url\(/)
    expect(html, subject).toContain('prefers-color-scheme')
  }
  expect(mails.find(({ subject }) => subject?.includes('on the job board'))?.text).toMatch(
    /^Dear रमेश पटेल,\n/,
  )
})

test('the sign-in mail says how long its link works', async () => {
  const { world } = await testPortal('SQLite')
  const { text, expiresAt } = linkMail(world, person, { token, code: '482913' }, origin)
  expect(expiresAt).toEqual(new Date(world.now().getTime() + linkLifetime))
  expect(text).toContain(`This link works once, within ${duration(linkLifetime)}.`)
})

test('the application mail does not contain the name that was typed', async () => {
  const { world } = await testPortal('SQLite')
  expect(applications.receivedMail(world, person.email, token).text).toMatch(/^Hello,\n/)
})
