/** The same member says the same word, amount and years wherever the portal shows their dues. */

import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import type { Notice } from '#features/dues/notices/answers.ts'
import { noticeName } from '#features/dues/notices/rules.ts'
import { type NamedCharge, owedName } from '#features/dues/owed-name.ts'
import { type DuesFilter, duesFilters, duesText } from '#features/members/dues-status.ts'
import { figurePath } from '#features/reports/board-book/links.ts'
import { numericDate } from '#shared/dates.ts'
import { sum } from '#shared/sum.ts'
import { setJoined, setRate } from '#test/support/dues-runs.ts'
import {
  bothYears,
  imported,
  insertLedger,
  ledgerBook,
  named,
  type Story,
} from '#test/support/money/ledger-entries.ts'
import { openPayments } from '#test/support/money/payments.ts'
import { entryOf } from '#test/support/money/renewals.ts'

const raised: Story = ({ raise }) => raise(2026)
const bothRaised: Story = ({ raise }) => [raise(2025), raise(2026)]

const fee: Story = ({ raise }) =>
  raise(2026, { rupees: 500, item: 'other', label: 'Bank fee', due_on: '2026-11-22' })

const stall: Story = ({ raise }) =>
  raise(2026, { rupees: 2000, item: 'other', label: 'Stall', due_on: '2026-12-15' })

const stories: [
  title: string,
  story: Story,
  word: string,
  rupees: number,
  years: readonly string[],
  /** What is owed, in words. */
  name: string,
][] = [
  ['nothing happened', () => undefined, 'Due', 5000, ['2026-27'], 'Dues 2026-27, not raised yet'],
  ['paid for the year', named, 'Paid', 0, [], ''],
  ['raised', raised, 'Lapsed since 31/07/2026', 5000, ['2026-27'], 'Dues 2026-27'],
  [
    'a part was paid',
    (book) => [raised(book), book.pay(2000, '2026-07-10')],
    ...(['Lapsed since 31/07/2026', 3000, ['2026-27'], 'Dues 2026-27'] as const),
  ],
  [
    'two years raised',
    bothRaised,
    ...(['Lapsed since 31/07/2025', 10_000, ['2025-26', '2026-27']] as const),
    'Dues 2025-26 and 2026-27',
  ],
  [
    'the later of two years was paid',
    (book) => [bothRaised(book), named(book)],
    ...(['Lapsed since 31/07/2025', 5000, ['2025-26'], 'Dues 2025-26'] as const),
  ],
  [
    'both years were paid at once',
    (book) => [bothRaised(book), book.name(10_000, '2026-05-10', bothYears)],
    ...(['Paid', 0, [], ''] as const),
  ],
  ['waived', (book) => [raised(book), book.waive(5000, '2026-05-10')], 'Waived', 0, [], ''],
  [
    'paid for the year before',
    imported,
    ...(['Lapsed since 01/04/2026', 5000, ['2026-27'], 'Dues 2026-27, not raised yet'] as const),
  ],
  [
    'the next year is raised ahead',
    (book) => [named(book), book.raise(2027, { on: '2026-11-20' })],
    ...(['Paid', 0, [], ''] as const),
  ],
  [
    'a fee is open, and the year is not raised',
    (book) => [imported(book), fee(book)],
    ...(['Lapsed since 01/04/2026', 5500, ['2026-27']] as const),
    'Dues 2026-27 and Bank fee, not all raised yet',
  ],
  [
    'a stall is open, and nothing was ever paid',
    (book) => stall(book),
    ...(['Due', 7000, ['2026-27']] as const),
    'Dues 2026-27 and Stall, not all raised yet',
  ],
  [
    'the year before is open, and the year is not raised',
    ({ raise }) => raise(2025),
    ...(['Lapsed since 31/07/2025', 10_000, ['2025-26', '2026-27']] as const),
    'Dues 2025-26 and 2026-27, not all raised yet',
  ],
  [
    'credit was paid back, then the payment bounced',
    (book) => {
      raised(book)
      const paid = book.pay(6000, '2026-05-10')
      book.refund(1000, '2026-06-10')
      book.void(paid, '2026-11-20', 'bounced')
    },
    ...(['Lapsed since 31/07/2026', 6000, ['2026-27']] as const),
    'Dues 2026-27 and Refund to return 2026-27',
  ],
  [
    'a bank fee is open beside dues that are paid',
    (book) => [named(book), fee(book)],
    ...(['Lapsed since 23/11/2026', 500, ['2026-27'], 'Bank fee'] as const),
  ],
  [
    'a stall is open beside two years',
    (book) => [bothRaised(book), stall(book)],
    ...(['Lapsed since 31/07/2025', 12_000, ['2025-26', '2026-27']] as const),
    'Dues 2025-26 and 2026-27, and Stall',
  ],
  [
    'two other charges are open beside the dues',
    (book) => [raised(book), fee(book), stall(book)],
    ...(['Lapsed since 31/07/2026', 7500, ['2026-27']] as const),
    'Dues 2026-27 and 2 other charges',
  ],
  [
    'a fee and a stall are open beside dues that are paid',
    (book) => [named(book), fee(book), stall(book)],
    ...(['Lapsed since 23/11/2026', 2500, ['2026-27'], 'Bank fee and Stall'] as const),
  ],
]

/** As a notice says it: which of it is raised does not matter to the member, and what is raised ahead is asked for. */
const asked = (name: string, ahead: number): string =>
  ahead > 0 ? 'Dues 2027-28' : name.replace(/, not (all )?raised yet$/, '')

/** What is open of what was raised. */
const raisedOf = (charges: readonly (NamedCharge & { open_paise: number })[]): string =>
  owedName(charges.filter(({ open_paise }) => open_paise > 0))

/** What the app of the payer shows. */
const upiNote = ({ upi }: Notice): string | null => upi && new URL(upi.link).searchParams.get('tn')

/** The member of a story on 25 November 2026, and what the story expects. */
async function openStory([, story, word, rupees, years, name]: (typeof stories)[number]) {
  const { portal, admin, id } = await openPayments('SQLite', { startsAt: '2026-11-25T06:00:00Z' })
  await setJoined(portal, [id], '2020-04-01')
  await setRate(admin, '2026-27', { amount: '5000', due_on: '2026-06-30', grace_days: 30 })
  await admin.put('/api/admin/settings', { upi_id: 'fpma@examplebank' })
  const book = ledgerBook()
  story(book)
  const entries = book.entries.map((entry, index) =>
    entryOf(id, index, {
      ...entry,
      reverses_id: entry.reverses_id && `${id}-${entry.reverses_id}`,
    }),
  )
  await insertLedger(portal.db, entries)
  const isOwing = word.startsWith('Due') || word.startsWith('Lapsed')
  const groups: DuesFilter[] = isOwing ? ['owes', word === 'Due' ? 'due' : 'lapsed'] : ['paid']
  const [row] = await admin.get('/api/admin/renewals?role=oem')
  const { dues, charges } = await admin.get(`/api/admin/members/${id}/account`)
  const isRaised = !name.endsWith('raised yet')
  const ahead = dues?.ahead_paise ?? 0
  return {
    ...{ portal, admin, id, word, rupees, years, isRaised, groups, row, dues, charges, ahead },
    paise: rupees * 100,
    shown: { owed_paise: rupees * 100, years, owed_name: name, is_raised: isRaised },
    asked: asked(name, ahead),
  }
}
type OpenStory = Awaited<ReturnType<typeof openStory>>

/** Members, the tabs of types and the count of the dashboard. */
async function expectInMembers({ portal, admin, word, groups }: OpenStory): Promise<void> {
  const [member] = await admin.get('/api/admin/members?role=oem&active=true')
  expect(member && duesText(member, portal.world.now())).toBe(word)
  for (const filter of duesFilters) {
    const { length: members } = await admin.get(`/api/admin/members?role=oem&dues=${filter}`)
    expect({ filter, members }).toEqual({ filter, members: groups.includes(filter) ? 1 : 0 })
  }
  // Certificates are valid while the membership is paid.
  const certificate = await (await portal.as('oem')).get('/api/certificate')
  expect(certificate.valid_until).toBe(
    (member?.paid_until ?? '') >= '2026-11-25' ? member?.paid_until : null,
  )
}

/** Renewals: the row, the filters and the sums; and the account of the member. */
async function expectInRenewals({ admin, word, groups, row, dues, shown, paise }: OpenStory) {
  expect(row?.dues).toMatchObject(shown)
  expect(dues).toMatchObject(shown)
  expect(sum(row?.dues.parts ?? [], (part) => part.paise)).toBe(paise)
  const since = row?.dues.since
  expect(since ? `Lapsed since ${numericDate(since)}` : row?.dues.status).toMatch(
    new RegExp(word, 'i'),
  )
  const summary = await admin.get('/api/admin/renewals/summary')
  for (const { filter, owed_paise } of summary.dues)
    if (filter !== 'grace' && filter !== 'not due')
      expect({ filter, owed_paise }).toEqual({
        filter,
        owed_paise: groups.includes(filter) ? paise : 0,
      })
}

/** The board book with the list that its number opens, and the sums of the dashboard, of the year's dues alone. */
async function expectInReports({ admin, word, row, paise }: OpenStory): Promise<void> {
  const numbers = await admin.get('/api/admin/board-book?year=2026-27')
  const since = row?.dues.since ?? ''
  const hasLapsed = word.startsWith('Lapsed') && since >= '2026-04-01' ? 1 : 0
  expect(numbers.types.oem.lapsed).toBe(hasLapsed)
  const lapsed = figurePath(numbers, 'lapsed', {}).split('?')[1]
  expect(await admin.get(`/api/admin/members?role=oem&${lapsed}`)).toHaveLength(hasLapsed)

  const { oem: book } = numbers.types
  const { dues } = await admin.get('/api/admin/stats/month')
  const notRaised = row?.dues.not_raised_paise ?? 0
  expect(dues).toMatchObject({
    owed_paise: paise,
    collected_paise: book.collected,
    to_collect_paise: book.raised + book.unraised + notRaised - book.waived,
  })
  // Each story has the dues of the year once, whatever else is owed.
  expect(dues.to_collect_paise).toBe(word === 'Waived' ? 0 : 5000_00)
}

/** The exported list of members, and that of debtors. */
async function expectInExports({ admin, word, rupees }: OpenStory): Promise<void> {
  const exported = async (columns: readonly string[]) => {
    const selection = { query: { role: 'oem' }, count: 1 }
    const body = { selection, columns, format: 'csv' }
    return (await admin.request('POST', '/api/admin/export', body)).text()
  }
  expect(await exported(['name', 'dues'])).toContain(word)
  const [heads, debtor] = parse(await exported(['debt']), { bom: true }) as string[][]
  expect(Number(debtor?.[heads?.indexOf('Owed (Rs.)') ?? 0])).toBe(rupees)
}

/** The member's own page, and the private link. */
async function expectInOwnNotice({ portal, years, paise, ahead, asked: name }: OpenStory) {
  const own: { token: string; notice: Notice } | null = await (await portal.as('oem')).get(
    '/api/dues/mine',
  )
  expect(own?.notice.owed_paise ?? 0).toBe(paise + ahead)
  const chargedYears = own?.notice.charges.map(({ year }) => year) ?? []
  expect([...new Set(chargedYears)]).toEqual([...years, ...(ahead > 0 ? ['2027-28'] : [])])
  if (!own) return
  expect(noticeName(own.notice)).toBe(name)
  expect(upiNote(own.notice)).toBe(
    `${own.notice.reference} ${name.replaceAll(',', '')}`.slice(0, 50),
  )
}

/** Notices by email and WhatsApp ask for what was raised, and say dues only when dues are owed. */
async function expectInNotices({ admin, id, paise, ahead, dues, ...story }: OpenStory) {
  const selection = { ids: [id] }
  const preview = await admin.post('/api/admin/dues/notices/preview', { selection })
  expect(preview.owed_paise).toBe(paise + ahead - (dues?.not_raised_paise ?? 0))
  const raisedName = story.isRaised ? story.asked : raisedOf(story.charges)
  const texts = preview.mail ? [preview.mail.subject, preview.mail.text] : []
  const links = await admin.post('/api/admin/dues/notices/links', { selection })
  texts.push(...links.members.map(({ message }) => message))
  expect(texts).toHaveLength(preview.owed_paise > 0 ? 3 : 0)
  for (const text of texts) expect(text).toContain(raisedName)
  if (!raisedName.includes('Dues')) expect(texts.join('\n')).not.toMatch(/dues /i)
}

test.each(stories)('%s', async (...story) => {
  const opened = await openStory(story)
  await expectInMembers(opened)
  await expectInRenewals(opened)
  await expectInReports(opened)
  await expectInExports(opened)
  await expectInOwnNotice(opened)
  await expectInNotices(opened)
})
