/** The year of docs/money.md is played on a portal, which must answer what each row of the page says. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { duesText } from '#features/members/dues-status.ts'
import { type Day, numericDate, startOfDay } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import { emailOf } from '#test/support/portal/personas.ts'
import type { TestClient } from '#test/support/portal/test-client.ts'
import { type TestPortal, testPortal } from '#test/support/portal/test-portal.ts'

interface Acting {
  admin: TestClient
  path: `/api/admin/members/${string}`
  day: Day
}

const year = '2026-27'
const rate = { role: 'oem', amount: 5900, joining_fee: 0, proration: 'none', grace_days: 30 }

const raise = async ({ admin }: Acting, name: string) => {
  await admin.put('/api/admin/dues/rates', {
    ...rate,
    year: name,
    due_on: `${name.slice(0, 4)}-06-30`,
  })
  const { token } = await admin.post('/api/admin/dues/runs/preview', { year: name })
  await admin.post('/api/admin/dues/runs', { year: name, token })
}

const pay = ({ admin, path, day }: Acting, amount: number) =>
  admin.post(`${path}/dues-payments`, { amount, mode: 'Bank', paid_at: startOfDay(day) })

const bounce = async ({ admin, path }: Acting) => {
  const entries = await admin.get(`${path}/payments`)
  const returned = entries.find(({ amount_paise }) => amount_paise === 2000_00)
  const reversal = { reason: 'bounced', bank_fee: 250 }
  await admin.post(`${path}/account/${returned?.id}/cancel`, reversal)
}

const markPaid = ({ admin, path }: Acting) =>
  admin.put(`${path}/payment`, {
    payment_status: true,
    membership_valid_from: '2027-04-01',
    membership_valid_to: '2028-03-31',
    paymentAmount: 5900,
    paymentMode: 'Cash',
  })

/** What happens on a day in India, in the words of the page. */
const steps: [day: Day, what: string, act: (acting: Acting) => unknown][] = [
  ['2026-04-10', 'Dues of ₹5,900 are raised, due on 30/06', (acting) => raise(acting, year)],
  ['2026-05-12', 'Payment of ₹2,000', (acting) => pay(acting, 2000)],
  ['2026-08-01', 'Nothing: the days of grace are over', () => undefined],
  [
    '2026-08-05',
    'Waiver of ₹400',
    ({ admin, path }) => admin.post(`${path}/waivers`, { amount: 400, reason: 'Flood' }),
  ],
  ['2026-08-20', 'Payment of ₹5,000', (acting) => pay(acting, 5000)],
  [
    '2026-09-01',
    'A stall of ₹1,000 is charged, due on 15/09',
    ({ admin, path }) =>
      admin.post(`${path}/charges`, { label: 'Stall', amount: 1000, due_on: '2026-09-15' }),
  ],
  ['2026-09-16', 'The bank returns the ₹2,000; its fee is ₹250', bounce],
  ['2026-09-20', 'Payment of ₹1,750', (acting) => pay(acting, 1750)],
  ['2026-10-01', 'Payment of ₹300', (acting) => pay(acting, 300)],
  [
    '2026-10-05',
    'Refund of ₹300',
    ({ admin, path }) => admin.post(`${path}/refunds`, { amount: 300, mode: 'Cash' }),
  ],
  ['2027-01-10', 'Mark Paid with ₹5,900 for 2027-28', markPaid],
  [
    '2027-04-02',
    'Raising the dues of 2027-28 finds nobody to charge',
    (acting) => expect(raise(acting, '2027-28')).rejects.toThrow('409: No member owes'),
  ],
]

/** What the portal answers about the member. */
async function stateOf({ admin, path, day }: Acting) {
  const account = await admin.get(`${path}/account`)
  const entries = await admin.get(`${path}/payments`)
  const open = new Map<string, [label: string, paise: number]>(
    account.charges.map(({ id, label, year, open_paise }) => [
      id,
      [label || `Dues ${year}`, open_paise],
    ]),
  )
  const dues = duesText(await admin.get(path), new Date(startOfDay(day)))
  return { account, entries, open, dues }
}

type State = Awaited<ReturnType<typeof stateOf>>

/** The changes of what is open, by charge. */
function changesBetween(before: State | undefined, after: State): string {
  const paid = newEntries(before, after).some(({ kind }) => kind === 'waiver') ? 'waived' : 'paid'
  const changes = [...after.open].flatMap(([id, [label, paise]]) => {
    const known = before?.open.get(id)?.[1]
    const rupees = formatRupees(Math.abs((known ?? 0) - paise))
    if (known === undefined) return paise > 0 ? [`${label}: ${rupees} open`] : [`${label}: paid`]
    if (known > paise) return [`${label}: ${rupees} ${paid}`]
    return known < paise ? [`${label}: ${rupees} open again`] : []
  })
  return changes.join(', ')
}

const papersBetween = (before: State | undefined, after: State): string =>
  newEntries(before, after)
    .flatMap(({ receipt_number }) => receipt_number ?? [])
    .toReversed()
    .join(', ')

const newEntries = (before: State | undefined, after: State): State['entries'] =>
  after.entries.filter(({ id }) => !before?.entries.some((entry) => entry.id === id))

async function playedRows(portal: TestPortal): Promise<string[]> {
  await portal.as('admin')
  await portal.as('oem')
  const rows: string[] = []
  let before: State | undefined
  for (const [day, what, act] of steps) {
    portal.clock.now = new Date(Date.parse(startOfDay(day)) + 36_000_000)
    // Sessions end between the days.
    const admin = await portal.signIn(emailOf('admin'))
    const [member] = await admin.get('/api/admin/members?role=oem')
    const acting: Acting = { admin, path: `/api/admin/members/${member?.id}`, day }
    before ??= await stateOf(acting)
    await act(acting)
    const after = await stateOf(acting)
    const { credit_paise, owed_paise } = after.account
    const cells = [
      numericDate(day),
      what,
      changesBetween(before, after),
      credit_paise > 0 ? formatRupees(credit_paise) : '',
      papersBetween(before, after),
      owed_paise > 0 ? `${after.dues}, owes ${formatRupees(owed_paise)}` : after.dues,
    ]
    rows.push(`| ${cells.join(' | ')} |`.replace(/ {2,}/g, ' '))
    before = after
  }
  return rows
}

test('the year of docs/money.md is what a portal answers', async () => {
  const portal = await testPortal('SQLite', { startsAt: '2026-04-02T04:30:00.000Z' })
  const page = readFileSync(`${import.meta.dirname}/../../../../docs/money.md`, 'utf8')
  const written = page.split('\n').filter((line) => /^\| \d\d\/\d\d\/\d{4} /.test(line))
  expect(written).toEqual(await playedRows(portal))
})
