/**
 * Random histories of dues: raised, paid in parts and beyond, reversed, waived, cancelled, imported and
 * undone, marked paid and unpaid, reported by members, confirmed from bank statements. After every step the payment fields must agree with the ledger.
 */
import fc from 'fast-check'
import { planRun } from '#features/dues/server/plan.ts'
import { saveRate } from '#features/dues/server/rates.ts'
import { raiseDues, undoRun } from '#features/dues/server/runs.ts'
import { accountOf } from '#features/ledger/account.ts'
import { activeEntries } from '#features/ledger/account-entries.ts'
import { accountAnswerOf } from '#features/ledger/server/accounts.ts'
import { cancelEntry } from '#features/ledger/server/cancel-entry.ts'
import { recordDuesPayment, recordWaiver } from '#features/ledger/server/dues-payments.ts'
import { markPayment } from '#features/ledger/server/ledger.ts'
import { listLedgerRows } from '#features/ledger/server/queries.ts'
import { editMemberData } from '#features/member-data/server/edit-member-data.ts'
import { InvalidRows, importFile } from '#features/member-data/server/import/import.ts'
import { undoImport } from '#features/member-data/server/import/undo.ts'
import { findPerson } from '#features/members/server/queries.ts'
import { addMember } from '#features/members/server/record/enrol.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { lateRenewals } from '#shared/association-details.ts'
import { addDays, isoDay } from '#shared/dates.ts'
import { financialYearFrom } from '#shared/financial-year.ts'
import { Refusal } from '#shared/refusal.ts'
import { decimalRupees } from '#shared/rupees.ts'
import { accountFaults } from './accounts.ts'
import { reportsAndStatements, upload } from './dues-reports.ts'
import { newMemberOf } from './samples.ts'

/** Two members of each type; the third and the fourth join within the year 2024-25. */
const memberCount = 3
const startYears = [2023, 2024, 2025, 2026]

const member = fc.nat({ max: memberCount - 1 })
const year = fc.constantFrom(...startYears)
/** Often the amount of a year, often a part, sometimes more. */
const paise = fc.oneof(
  fc.constantFrom(500_000, 250_000, 750_000, 1_000_000),
  fc.integer({ min: 1, max: 1_200_000 }),
)

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('raise'),
      year,
      members: fc.uniqueArray(member, { minLength: 1 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo run'), which: fc.nat({ max: 9 }) }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('pay'), member, paise }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('waive'), member, paise }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('cancel'), member, which: fc.nat({ max: 9 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('mark paid'), member, paise, year }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('mark unpaid'), member }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('import'),
      member,
      paise,
      year,
      hasDays: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('undo import'), which: fc.nat({ max: 9 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('edit'), member, paise }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rate'), year, paise }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('report'), member, paise }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('decide report'),
      which: fc.nat({ max: 9 }),
      isConfirmed: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('statement'), member, paise }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('bank line'),
      which: fc.nat({ max: 9 }),
      member,
      state: fc.constantFrom('confirmed', 'confirmed', 'open', 'ignored'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait'), days: fc.integer({ min: 1, max: 200 }) }),
  },
)
type Step = ReturnType<typeof step.generate>['value']

export const histories = fc.record({
  steps: fc.array(step as fc.Arbitrary<Step>, { minLength: 4, maxLength: 18 }),
  lateRenewal: fc.constantFrom(...lateRenewals),
})
export type History = typeof histories extends fc.Arbitrary<infer Value> ? Value : never

interface HistoryPortal {
  world: World
  clock: { now: Date }
}

export interface PlayedHistory {
  /** What the ledger says about each member after each step, without ids. */
  record: string[]
  /** Where the payment fields, the sums or the receipts do not agree with the ledger. */
  faults: string[]
}

/** Plays a history with members of its own, from 10 April 2024 on. `name` is different for each. */
export async function playHistory(
  portal: HistoryPortal,
  name: string,
  { steps, lateRenewal }: History,
): Promise<PlayedHistory> {
  const { clock, world } = portal
  clock.now = new Date('2023-04-10T09:00:00.000Z')
  const admin = { id: `admin-${name}`, role: 'admin' } as Caller
  await world.db
    .insertInto('setting')
    .values({ name: 'late_renewal', value: lateRenewal })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: lateRenewal }))
    .execute()
  const ids: string[] = []
  for (let index = 0; index < memberCount; index++) {
    const form = newMemberOf(index % 2 ? 'vendor' : 'oem', `m${index}@${name}.example`)
    ids.push((await addMember(world, admin.id, { ...form, company_name: `${name} ${index}` })).id)
    clock.now = new Date(clock.now.getTime() + 100 * 86_400_000)
  }
  for (const start of startYears) await setRate(world, admin, start, 500_000)
  const matches = reportsAndStatements(world, admin, name)
  const play = player(world, admin, ids, matches)
  const played: PlayedHistory = { record: [], faults: [] }
  for (const [index, one] of steps.entries()) {
    clock.now = new Date(clock.now.getTime() + (one.kind === 'wait' ? one.days * 86_400_000 : 1000))
    const outcome = await play(one)
    played.record.push(`${index} ${one.kind}: ${outcome}`, ...(await summaryOf(world, ids)))
    for (const id of ids)
      for (const fault of await accountFaults(world.db, id))
        played.faults.push(`${index} ${one.kind}, member ${ids.indexOf(id)}: ${fault}`)
    for (const fault of await matches.faults()) played.faults.push(`${index} ${one.kind}: ${fault}`)
  }
  return played
}

const setRate = async (world: World, admin: Caller, start: number, amount: number) => {
  for (const role of ['oem', 'vendor'] as const)
    await saveRate(world, admin, {
      year: financialYearFrom(start).name,
      role,
      amount,
      joining_fee: 100_000,
      proration: role === 'oem' ? 'quarter' : 'none',
      due_on: `${start}-04-30`,
      grace_days: 60,
      seen: undefined,
    })
}

/** Plays single steps; resolves to 'done', or to why it was refused. */
function player(
  world: World,
  admin: Caller,
  ids: readonly string[],
  matches: ReturnType<typeof reportsAndStatements>,
) {
  const { db } = world
  const runs: string[] = []
  const batches: string[] = []
  const idOf = (index: number) => ids[index] ?? ''
  const pick = (list: readonly string[], index: number) => list[index % list.length] ?? 'none'
  const email = async (index: number) => (await findPerson(db, idOf(index)))?.email ?? ''
  const steps: { [Kind in Step['kind']]: (one: Step) => Promise<unknown> } = {
    raise: async (one) => {
      if (one.kind !== 'raise') return
      const request = {
        year: financialYearFrom(one.year).name,
        selection: { ids: one.members.map(idOf) },
      }
      const { token } = await planRun(db, request, world.now())
      runs.push((await raiseDues(world, admin, { ...request, token })).id)
    },
    'undo run': async (one) =>
      one.kind === 'undo run' && undoRun(world, admin, pick(runs, one.which)),
    pay: async (one) => {
      if (one.kind !== 'pay') return
      const now = world.now()
      const payment = { mode: 'Cash', reference: '', paid_at: now.toISOString() } as const
      await db
        .transaction()
        .execute((tx) =>
          recordDuesPayment(
            tx,
            admin,
            idOf(one.member),
            { ...payment, amount_paise: one.paise },
            now,
          ),
        )
    },
    waive: async (one) => {
      if (one.kind !== 'waive') return
      const { owed_paise } = accountOf(await listLedgerRows(db, idOf(one.member)))
      // Every other waiver is of all that is owed.
      const amount_paise = one.paise % 2 ? one.paise : Math.max(owed_paise, 1)
      await db
        .transaction()
        .execute((tx) =>
          recordWaiver(tx, admin, idOf(one.member), { amount_paise, reason: 'Fire' }, world.now()),
        )
    },
    cancel: async (one) => {
      if (one.kind !== 'cancel') return
      const active = activeEntries(await listLedgerRows(db, idOf(one.member)))
      const entry_id = pick(
        active.map(({ id }) => id),
        one.which,
      )
      await db
        .transaction()
        .execute((tx) => cancelEntry(tx, admin, idOf(one.member), { entry_id }, world.now()))
    },
    'mark paid': async (one) => {
      if (one.kind !== 'mark paid') return
      const { from, to } = financialYearFrom(one.year)
      await markPayment(world, admin, idOf(one.member), {
        payment_status: true,
        membership_valid_from: from,
        membership_valid_to: to,
        paymentAmount: one.paise,
        paymentMode: 'Cheque',
        paymentRef: '',
        email_receipt: false,
      })
    },
    'mark unpaid': async (one) =>
      one.kind === 'mark unpaid' &&
      markPayment(world, admin, idOf(one.member), { payment_status: false }),
    import: async (one) => {
      if (one.kind !== 'import') return
      const { from, to } = financialYearFrom(one.year)
      const headings = 'name,email,company_name,whatsapp_number,payment_amount,payment_date'
      const days = one.hasDays ? ['Valid from', 'Valid to'] : []
      const row = [
        ...['Asha Patil', await email(one.member), 'Ply', '9876543210', decimalRupees(one.paise)],
        ...[addDays(from, one.paise % 300), ...(one.hasDays ? [from, to] : [])],
      ]
      const result = await importFile(
        world,
        upload('members.csv', `${[headings, ...days]}\n${row}\n`),
        {
          admin,
          key: undefined,
          role: undefined,
          mapping: {},
          corrections: {},
          hasValidityOfYear: one.paise % 2 === 0,
          correctsReceipts: false,
          skipsErrors: false,
        },
      )
      if (result.batch) batches.push(result.batch)
    },
    'undo import': async (one) =>
      one.kind === 'undo import' && undoImport(world, admin, pick(batches, one.which), false),
    edit: async (one) =>
      one.kind === 'edit' &&
      editMemberData(world, admin, idOf(one.member), { payment_amount: one.paise }),
    rate: async (one) => one.kind === 'rate' && setRate(world, admin, one.year, one.paise),
    report: async (one) =>
      one.kind === 'report' && matches.report({ id: idOf(one.member), paise: one.paise }, ids),
    'decide report': async (one) =>
      one.kind === 'decide report' && matches.decideReport(one.which, one.isConfirmed),
    statement: async (one) =>
      one.kind === 'statement' &&
      matches.statement({ id: idOf(one.member), paise: one.paise }, ids),
    'bank line': async (one) =>
      one.kind === 'bank line' && matches.changeLine(one.which, idOf(one.member), one.state),
    wait: async () => undefined,
  }
  return async (one: Step): Promise<string> => {
    try {
      await steps[one.kind](one)
      return 'done'
    } catch (error) {
      if (error instanceof Refusal || error instanceof InvalidRows) return error.message
      throw error
    }
  }
}

/** The account, the payment fields and the newest entries of each member. */
async function summaryOf({ db, now }: World, ids: readonly string[]): Promise<string[]> {
  return Promise.all(
    ids.map(async (id) => {
      const rows = await listLedgerRows(db, id)
      const { balance_paise, status } = accountAnswerOf(rows, isoDay(now()))
      const person = await findPerson(db, id)
      const { kind, amount_paise, year: dues, valid_to } = rows.at(-1) ?? {}
      return JSON.stringify([
        [balance_paise, status, rows.length],
        [person?.payment_amount, person?.membership_valid_to, person?.paid_until],
        [kind, amount_paise, dues, valid_to],
      ])
    }),
  )
}

/** Which numbers of the receipts and their cancellations are missing or used twice. */
export async function receiptFaults({ db }: World): Promise<string[]> {
  const rows = await db
    .selectFrom('ledger_entry')
    .select('receipt_number')
    .where('receipt_number', 'is not', null)
    .execute()
  const series = Map.groupBy(
    rows.map(({ receipt_number: number }) => number ?? ''),
    (number) => number.replace(/\d+$/, ''),
  )
  return [...series].flatMap(([prefix, numbers]) => {
    const serials = numbers.map((number) => Number(number.slice(prefix.length)))
    const hasNoGap = serials.toSorted((a, b) => a - b).every((serial, i) => serial === i + 1)
    return hasNoGap ? [] : [`${prefix} has gaps or duplicates`]
  })
}
