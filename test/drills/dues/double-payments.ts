/**
 * Attacks on the rule that a payment counts once: the same money is reported, matched and typed at the same moment in
 * two processes. One payment is recorded, and the second caller gets a sentence with the reason.
 */
import type { BankLine as Line, StatementReview } from '#features/bank-statements/answers.ts'
import type { LedgerEntry } from '#features/ledger/answers.ts'
import { csvRow } from '#shared/csv.ts'
import { isoDay, numericDate } from '#shared/dates.ts'
import { startOfRun } from '#test/setup/clock.ts'
import type { Engine } from '#test/support/engines.ts'
import type { Answer, ApiClient } from '#test/support/process/api-client.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import type { Finding } from '#test/support/process/findings.ts'
import { openSeason, previewDues, year } from './season.ts'

const statements = '/api/admin/bank-statements'
const dues = 12_000
const membersPerAttack = 2

interface Attacked {
  /** Two processes on PostgreSQL; on SQLite, where one process serves, two connections to it. */
  here: ApiClient
  there: ApiClient
  visitor: ApiClient
  /** Members whom only this attack uses. */
  members: [Firm, Firm]
  /** A number that no other attack has. */
  utr: string
}

interface Firm {
  id: string
  name: string
  company_name: string
}

/** Throws where the attack succeeds. */
type Attack = (attacked: Attacked) => Promise<void>

/**
 * An administrator imports at most 60 statements an hour, and a round has 11: more
 * rounds are played in portals of their own.
 */
const roundsPerPortal = 5

export async function doublePaymentsDrill(
  env: DrillEnvironment,
  engine: Engine,
  rounds: number,
): Promise<Finding[]> {
  const failures = new Map(Object.keys(attacks).map((name) => [name, [] as string[]]))
  for (let played = 0; played < rounds; played += roundsPerPortal)
    await attackPortals(env, engine, Math.min(roundsPerPortal, rounds - played), failures)
  return [...failures].map(([name, failed]) => ({
    what: `${name}, ${engine}`,
    value: failed.length === 0 ? 'one payment' : `${failed.length} of ${rounds}: ${failed[0]}`,
    goal: 'one payment',
    met: failed.length === 0,
  }))
}

async function attackPortals(
  env: DrillEnvironment,
  engine: Engine,
  rounds: number,
  failures: ReadonlyMap<string, string[]>,
): Promise<void> {
  const { portals, admin, clients } = await openSeason(env, engine, {
    members: rounds * failures.size * membersPerAttack,
    portals: engine === 'PostgreSQL' ? 2 : 1,
  })
  const { token } = await previewDues(admin)
  await admin.call('POST', '/api/admin/dues/runs', { year, token })
  const members = (await admin.call('GET', '/api/admin/members?role=oem&sort=name')) as Firm[]
  const here = clients[0] as ApiClient
  const there = clients[1] ?? here
  const visitor = env.client(portals[0] as { url: string })
  let serial = 0
  for (const [name, failed] of failures) {
    const attack = attacks[name] as Attack
    for (let round = 0; round < rounds; round++) {
      const pair = members.splice(0, membersPerAttack) as [Firm, Firm]
      serial += 1
      const utr = String(700_000_000_000 + serial * 7919)
      await attack({ here, there, visitor, members: pair, utr }).catch((error: unknown) => {
        failed.push(error instanceof Error ? error.message : String(error))
      })
    }
  }
  for (const portal of portals) await portal.end('SIGTERM')
}

const attacks: Record<string, Attack> = {
  "another member's transfer, typed for two members at once": async (attacked) => {
    const { here, there, members, utr } = attacked
    await oneOf(attacked, already, [pay(here, members[0], utr), pay(there, members[1], utr)])
  },
  'the same number with other words around it': async (attacked) => {
    const { here, there, members, utr } = attacked
    await oneOf(attacked, already, [
      pay(here, members[0], `UPI Ref No. ${utr} (GPay)`),
      pay(there, members[1], `NEFT/UTR${utr}/HDFC`),
    ])
  },
  'a cheque with its bank, written in two ways': async (attacked) => {
    const { here, there, members, utr } = attacked
    const number = utr.slice(-6)
    await oneOf(attacked, already, [
      pay(here, members[0], `${number} HDFC Bank`, 'Cheque'),
      pay(there, members[1], `Chq no. ${number}, HDFC`, 'Cheque'),
    ])
  },
  'a cheque without its bank says nothing of another member': async (attacked) => {
    const { here, there, members, utr } = attacked
    const number = utr.slice(-6)
    const answers = await Promise.all([
      pay(here, members[0], number, 'Cheque'),
      pay(there, members[1], number, 'Cheque'),
    ])
    const active = await activePayments(here, members)
    expected(active === 2, `${active} payments: ${answers.map(({ text }) => text).join(' | ')}`)
  },
  'one reference that two members report': async (attacked) => {
    const { here, there, members, utr } = attacked
    for (const member of members) await report(attacked, member, utr)
    const [line] = await importLines(here, [[`UPI/${utr}/X`, dues]])
    expected(line?.proposal?.confidence !== 'sure', 'the line of two reports is sure')
    const [first, second] = await reportsOf(here, utr)
    await oneOf(attacked, already, [
      confirmReport(here, first, utr),
      confirmReport(there, second, utr),
    ])
  },
  'a report and its bank line, confirmed at once': async (attacked) => {
    const { here, there, members, utr } = attacked
    await report(attacked, members[0], `UTR ${utr}`)
    const [line] = await importLines(here, [[`UPI/${utr}/${members[0].company_name}`, dues]])
    const [first] = await reportsOf(here, utr)
    await oneOf(attacked, /already recorded|has just|decided/, [
      decide(here, line, { state: 'confirmed', person_id: members[0].id }),
      confirmReport(there, first, utr),
    ])
  },
  'one bank line, confirmed for two members at once': async (attacked) => {
    const { here, there, members, utr } = attacked
    const [line] = await importLines(here, [[`UPI/${utr}/X`, dues]])
    await oneOf(attacked, /has just dealt with this line/, [
      decide(here, line, { state: 'confirmed', person_id: members[0].id }),
      decide(there, line, { state: 'confirmed', person_id: members[1].id }),
    ])
  },
  'the line of a payment that was reversed elsewhere, confirmed twice': async (attacked) => {
    const { here, there, members, utr } = attacked
    const [member] = members
    const [line] = await importLines(here, [[`UPI/${utr}/X`, dues]])
    const confirm = { state: 'confirmed', person_id: member.id }
    await decide(here, line, confirm)
    const [payment] = await paymentsOf(here, member)
    await there.call('POST', `/api/admin/members/${member.id}/account/${payment?.id}/cancel`, {
      reason: 'wrong member',
    })
    const [reversed] = await linesNamed(here, utr)
    expected(reversed?.is_reversed === true, 'the line does not say that its payment is reversed')
    const again = await decide(there, reversed, confirm)
    expected(again.status === 409, `the reversed line was confirmed again: ${again.text}`)
    await decide(here, reversed, { state: 'open' })
    await oneOf(attacked, /has just dealt with this line/, [
      decide(here, line, confirm),
      decide(there, line, confirm),
    ])
  },
  "'Confirm all sure ones' while the member pays elsewhere": async (attacked) => {
    const { here, there, members, utr } = attacked
    const [member] = members
    const [line] = await importLines(here, [[`UPI/${utr}/${await numberOf(here, member)}`, dues]])
    expected(line?.proposal?.confidence === 'sure', `not sure: ${line?.proposal?.reason}`)
    const id = await newestStatement(here)
    const { sure } = (await here.call('GET', `${statements}/${id}`)) as StatementReview
    const cash = pay(there, member, '', 'Cash')
    const all = await here.request('POST', `${statements}/${id}/confirm-sure`, {
      token: sure.token,
    })
    const answers = [await cash, all].map(({ text }) => text).join(' | ')
    const active = await activePayments(here, members)
    // An administrator may record more cash than is owed; the portal never does so automatically.
    const [after] = await linesNamed(here, utr)
    const { recorded_at } =
      (await paymentsOf(here, member)).find(({ mode }) => mode === 'Cash') ?? {}
    const wasFirst = after?.state !== 'confirmed' || (after.decided_at ?? '') <= (recorded_at ?? '')
    expected(wasFirst, `${active} payments: ${answers}`)
  },
  'one statement, imported in two processes': async (attacked) => {
    const { here, there, utr } = attacked
    const rows: Row[] = [[`UPI/${utr}/X`, dues]]
    await Promise.all([send(here, csvOf(rows)), send(there, csvOf(rows))])
    const lines = await linesNamed(here, utr)
    expected(lines.length === 1, `the credit is ${lines.length} lines`)
  },
  'one credit in two files with other words, imported at once': async (attacked) => {
    const { here, there, utr } = attacked
    const balance = Number(utr.slice(-6)) + 100_000
    await Promise.all([
      send(here, csvOf([[`UPI/${utr}/X`, dues, balance]])),
      send(there, csvOf([[`BY TRANSFER UPI ${utr}`, dues, balance]])),
    ])
    const lines = await linesNamed(here, utr)
    expected(lines.length === 1, `the credit is ${lines.length} lines`)
  },
  "a refund with a member's name, and the account that has paid for another": async (attacked) => {
    const { here, members, utr } = attacked
    const [one, other] = members
    const upiId = `payer${utr.slice(-5)}@okaxis`
    const [line] = await importLines(here, [[`UPI-${one.company_name}-${upiId}-${utr}`, dues]])
    await decide(here, line, { state: 'confirmed', person_id: one.id })
    const lines = await importLines(here, [
      [`UPI-${upiId}-${Number(utr) + 1}`, dues],
      [`REFUND ${await numberOf(here, other)} ${Number(utr) + 2}`, dues],
    ])
    const wrong = lines.filter(({ proposal }) => proposal?.confidence === 'sure')
    expected(wrong.length === 0, `sure: ${wrong.map(({ proposal }) => proposal?.reason).join()}`)
  },
}

const already = /^A payment of ₹[\d,]+ with this reference is already recorded for Firm \d+/

function expected(isTrue: boolean, otherwise: string): void {
  if (!isTrue) throw new Error(otherwise)
}

/** Checks that one of these calls writes the payment, and that the others are refused with this sentence. */
async function oneOf(
  { here, members }: Attacked,
  sentence: RegExp,
  calls: readonly Promise<Answer>[],
): Promise<void> {
  const answers = await Promise.all(calls)
  const refused = answers.filter(({ status }) => status !== 200 && status !== 201)
  const active = await activePayments(here, members)
  const told = answers.map(({ status, text }) => `${status} ${text.slice(0, 120)}`).join(' | ')
  expected(active === 1, `${active} payments: ${told}`)
  expected(
    refused.length === answers.length - 1 &&
      refused.every(({ status, text }) => status === 409 && sentence.test(text)),
    told,
  )
}

const pay = (client: ApiClient, { id }: Firm, reference: string, mode = 'GPay') =>
  client.request('POST', `/api/admin/members/${id}/dues-payments`, {
    amount: String(dues),
    mode,
    reference,
  })

async function paymentsOf(client: ApiClient, { id }: Firm): Promise<LedgerEntry[]> {
  const entries = (await client.call('GET', `/api/admin/members/${id}/payments`)) as LedgerEntry[]
  const voided = new Set(entries.map(({ reverses_id }) => reverses_id))
  return entries.filter((entry) => entry.kind === 'payment' && !voided.has(entry.id))
}

async function activePayments(client: ApiClient, members: readonly Firm[]): Promise<number> {
  const all = await Promise.all(members.map((member) => paymentsOf(client, member)))
  return all.flat().length
}

async function numberOf(client: ApiClient, { id }: Firm): Promise<string> {
  const member = await client.call('GET', `/api/admin/members/${id}`)
  return (member as { membership_number: string }).membership_number
}

type Row = [narration: string, rupees: number, balance?: number]

const csvOf = (rows: readonly Row[]): string =>
  [
    ['Date', 'Narration', 'Ref No', 'Debit', 'Credit', 'Balance'],
    ...rows.map(([narration, rupees, balance]) => [
      numericDate(startOfRun()),
      narration,
      '',
      '',
      String(rupees),
      balance === undefined ? '' : String(balance),
    ]),
  ]
    .map(csvRow)
    .join('')

function send(client: ApiClient, text: string): Promise<Answer> {
  const form = new FormData()
  form.set('file', new File([text], 'statement.csv'))
  return client.request('POST', statements, form)
}

async function importLines(client: ApiClient, rows: readonly Row[]): Promise<Line[]> {
  const { status, text } = await send(client, csvOf(rows))
  expected(status === 200, `the import answered ${status} ${text}`)
  const { id } = JSON.parse(text) as { id: string }
  return (await client.call('GET', `${statements}/${id}/lines`)) as Line[]
}

async function newestStatement(client: ApiClient): Promise<string> {
  const [newest] = (await client.call('GET', statements)) as { id: string }[]
  return newest?.id ?? ''
}

/** The lines of all statements whose description has this number. */
async function linesNamed(client: ApiClient, utr: string): Promise<Line[]> {
  const all = (await client.call('GET', statements)) as { id: string }[]
  const lines: Line[] = []
  for (const { id } of all)
    lines.push(...((await client.call('GET', `${statements}/${id}/lines`)) as Line[]))
  return lines.filter(({ narration }) => narration.includes(utr))
}

const decide = (client: ApiClient, line: Line | undefined, body: object): Promise<Answer> =>
  client.request('PUT', `${statements}/lines/${line?.id}`, body)

async function report({ here, visitor }: Attacked, { id }: Firm, reference: string): Promise<void> {
  const links = (await here.call('POST', '/api/admin/dues/notices/links', {
    selection: { ids: [id] },
  })) as { members: { link: string }[] }
  const token = links.members[0]?.link.split('#token=')[1] ?? ''
  const form = new FormData()
  const day = isoDay(startOfRun())
  for (const [name, value] of Object.entries({
    token,
    reference,
    amount: String(dues),
    paid_on: day,
  }))
    form.set(name, value)
  const { status, text } = await visitor.request('POST', '/api/dues/notice/report', form)
  expected(status === 200, `the report answered ${status} ${text}`)
}

async function reportsOf(client: ApiClient, utr: string): Promise<{ id: string }[]> {
  const reports = (await client.call('GET', '/api/admin/dues/reports')) as {
    id: string
    reference: string
  }[]
  return reports.filter(({ reference }) => reference.includes(utr))
}

const confirmReport = (
  client: ApiClient,
  report: { id: string } | undefined,
  reference: string,
): Promise<Answer> =>
  client.request('POST', `/api/admin/dues/reports/${report?.id}/confirm`, {
    amount: String(dues),
    mode: 'GPay',
    reference,
    paid_on: isoDay(startOfRun()),
    email_receipt: false,
  })
