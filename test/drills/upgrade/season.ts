/** A season in the sample association, so that its ledger has entries of every kind. */

import { addDays, type Day, isoDay } from '#shared/dates.ts'
import { type FinancialYear, financialYear, nextFinancialYear } from '#shared/financial-year.ts'
import { isRecord } from '#shared/records.ts'
import type { ApiClient } from '#test/support/process/api-client.ts'
import { spreadsheet } from '#test/support/process/member-sheets.ts'
import { waitUntil } from '#test/support/process/wait-until.ts'
import type { FrozenClock } from './frozen-clock.ts'

/** Makes a call and returns its answer; an empty record when it is refused. */
type Call = (method: string, path: string, payload?: object) => Promise<Record<string, unknown>>

interface Story {
  call: Call
  /** The path of the member. */
  path: string
  /** Differs from that of all other members. */
  serial: number
  today: Day
  year: FinancialYear
}

/** Plays the season; returns what was refused. */
export async function playSeason(client: ApiClient, clock: FrozenClock): Promise<string[]> {
  const refused: string[] = []
  let calls = 0
  const call: Call = async (method, path, payload) => {
    clock.advance(20)
    calls += 1
    const { status, text } = await client.request(method, path, payload)
    if (status >= 300) refused.push(`${method} ${path.replace(/[\da-f-]{36}/, '…')}: ${text}`)
    const body: unknown = status < 300 && text !== '' ? JSON.parse(text) : {}
    return isRecord(body) ? body : {}
  }
  const rows = async (path: string) => (await client.call('GET', path)) as Record<string, string>[]
  const members = await rows('/api/admin/members?role=member&active=true&sort=membership_number')
  const year = financialYear(clock.now())
  for (const [index, { id }] of members.entries()) {
    const story = { call, path: `/api/admin/members/${id}`, serial: index, year }
    await stories[index % stories.length]?.({ ...story, today: isoDay(clock.now()) })
  }
  const ids = members.map(({ id }) => id ?? '')
  const [statement] = await rows('/api/admin/bank-statements')
  await confirmStatement(call, `/api/admin/bank-statements/${statement?.id}`)
  await importSheet(call)
  await raiseNextYear(call, year)
  await sendNotices(call, ids)
  await markPaid(call, ids.slice(0, 10), nextFinancialYear(year.to))
  await call('POST', '/api/admin/certificates', { selection: { ids: ids.slice(0, 20) } })
  await allMailsSent(client, clock)
  return calls > members.length ? refused : ['no member has a story']
}

const pay = ({ call, path, serial }: Story, amount: number, others: object = {}) =>
  call('POST', `${path}/dues-payments`, {
    amount,
    mode: 'GPay',
    reference: String(700_000_000_000 + serial),
    ...others,
  })

const cancel = ({ call, path }: Story, { entry }: Record<string, unknown>, others: object = {}) =>
  call('POST', `${path}/account/${isRecord(entry) && entry.id}/cancel`, others)

const mark = ({ year: { from, to } }: Pick<Story, 'year'>, paymentAmount: number) => ({
  payment_status: true,
  membership_valid_from: from,
  membership_valid_to: to,
  paymentAmount,
  paymentMode: 'Cash',
})

const holdCheque = async (story: Story) => {
  const { call, path, serial, today } = story
  const cheque = { number: String(100_000 + serial), bank: 'Canara Bank', amount: 7500 }
  const { id } = await call('POST', `${path}/cheques`, { ...cheque, received_on: today })
  return `${path}/cheques/${id}`
}

/** What is recorded for members, who take them in turns. */
const stories: readonly ((story: Story) => Promise<unknown>)[] = [
  (story) => pay(story, 2500),
  async (story) => {
    await pay(story, 30_000)
    await story.call('POST', `${story.path}/refunds`, { amount: 1000, mode: 'Bank' })
  },
  async (story) => {
    await pay(story, 7500)
    await story.call('PUT', `${story.path}/payment`, mark(story, 10_000))
  },
  async (story) => {
    await story.call('PUT', `${story.path}/payment`, mark(story, 7500))
    await story.call('PUT', `${story.path}/payment`, { payment_status: false })
  },
  async (story) => cancel(story, await pay(story, 10_000), { reason: 'bounced', bank_fee: 250 }),
  ({ call, path }) => call('POST', `${path}/waivers`, { amount: 1000, reason: 'Flood' }),
  (story) => pay(story, 9000, { tds: 1000, email_receipt: true }),
  async (story) => {
    const stall = { label: 'Stall', amount: 5000, due_on: addDays(story.today, 10) }
    const { entry } = await story.call('POST', `${story.path}/charges`, stall)
    await pay(story, 3000, { charge_id: isRecord(entry) ? entry.id : null })
  },
  async (story) => {
    const cheque = await holdCheque(story)
    await story.call('POST', `${cheque}/clear`, { cleared_on: story.today })
  },
  async (story) => {
    const cheque = await holdCheque(story)
    await story.call('POST', `${cheque}/return`, { reason: 'Funds insufficient', bank_fee: 200 })
  },
  ({ call, path, year }) =>
    call('POST', `${path}/own-fee`, { amount: 4000, from_year: year.name, reason: 'Small firm' }),
  (story) => story.call('POST', `${story.path}/instalments`, mark(story, 3000)),
]

async function confirmStatement(call: Call, path: string): Promise<void> {
  const { sure } = await call('GET', path)
  await call('POST', `${path}/confirm-sure`, { token: isRecord(sure) ? sure.token : '' })
}

async function importSheet(call: Call): Promise<void> {
  const form = new FormData()
  form.set('file', new File([spreadsheet(6)], 'members.csv'))
  await call('POST', '/api/members/import', form)
}

async function raiseNextYear(call: Call, { to }: FinancialYear): Promise<void> {
  const { name, from } = nextFinancialYear(to)
  for (const role of ['oem', 'vendor'])
    await call('PUT', '/api/admin/dues/rates', {
      year: name,
      role,
      amount: 11_000,
      joining_fee: 1000,
      proration: 'quarter',
      due_on: addDays(from, 60),
      grace_days: 30,
    })
  const { token } = await call('POST', '/api/admin/dues/runs/preview', { year: name })
  await call('POST', '/api/admin/dues/runs', { year: name, token })
}

async function sendNotices(call: Call, ids: readonly string[]): Promise<void> {
  const request = { selection: { ids }, include_recent: true }
  const { count } = await call('POST', '/api/admin/dues/notices/preview', request)
  await call('POST', '/api/admin/dues/notices', { ...request, count })
}

const markPaid = (call: Call, ids: readonly string[], year: FinancialYear) =>
  call('POST', '/api/admin/bulk/payments', { selection: { ids }, mark: mark({ year }, 11_000) })

/** Mails that wait would be sent while the portals are read; one that failed is sent again when its time has come. */
async function allMailsSent(client: ApiClient, clock: FrozenClock): Promise<void> {
  const areSent = async () => {
    clock.advance(1)
    const system = JSON.stringify(await client.call('GET', '/api/admin/system'))
    return /"name":"Waiting","value":"0"/.test(system)
  }
  if (!(await waitUntil(areSent, 120_000))) throw new Error('There are mails that are not sent')
}
