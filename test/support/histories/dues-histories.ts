/**
 * Plays random histories of dues: raised, paid in parts and beyond, corrected, reversed, waived, cancelled, imported
 * and undone, marked paid and unpaid, by cheques that are cleared or returned, reported by members, confirmed from bank
 * statements, with years closed and reopened. After every step the payment fields, what is owed and the papers must
 * agree with the ledger; after the last one also the books.
 */

import { accountAnswerOf } from '#features/ledger/server/accounts/accounts.ts'
import { listEntriesOf } from '#features/ledger/server/queries.ts'
import { addTreatment } from '#features/ledger/server/receipts/treatments.ts'
import { findPerson } from '#features/members/server/queries.ts'
import { addMember } from '#features/members/server/record/enrol.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { isoDay } from '#shared/dates.ts'
import { accountFaults } from '../money/accounts.ts'
import { bookFaults } from '../oracles/books.ts'
import { paperFaults } from '../oracles/paper-faults.ts'
import { statusFaults } from '../oracles/status-faults.ts'
import { supplyFaults } from '../oracles/supply-faults.ts'
import { newMemberOf } from '../samples.ts'
import { reportsAndStatements } from './dues-reports.ts'
import { player, setRate } from './history-player.ts'
import { type History, memberCount, startYears } from './history-steps.ts'

interface HistoryPortal {
  world: World
  clock: { now: Date }
}

export interface PlayedHistory {
  /** The state of each member in the ledger after each step, without ids. */
  record: string[]
  /** Payment fields, sums and receipts that do not agree with the ledger. */
  faults: string[]
}

/** Plays a history with members of its own, from 10 April 2023 on. `name` is different for each. */
export async function playHistory(
  portal: HistoryPortal,
  name: string,
  { steps, lateRenewal, tax }: History,
): Promise<PlayedHistory> {
  const { clock, world } = portal
  clock.now = new Date('2023-04-10T09:00:00.000Z')
  const admin = { id: `admin-${name}`, role: 'admin' } as Caller
  await saveSetting(world, 'late_renewal', lateRenewal)
  await saveSetting(world, 'books_closed_to', '')
  await saveSetting(world, 'association_gstin', '27AAATF0000K1Z9')
  await world.db.deleteFrom('tax_treatment').execute()
  const treatment = { rate: 1800, sac: '999599', legend: 'A mutual association' }
  await addTreatment(world, admin, { valid_from: '2020-04-01', kind: tax, ...treatment })
  const ids: string[] = []
  for (let index = 0; index < memberCount; index++) {
    const form = newMemberOf(index % 2 ? 'vendor' : 'oem', `m${index}@${name}.example`)
    const { id } = await addMember(world, admin.id, { ...form, company_name: `${name} ${index}` })
    const places = [{ state: '27' }, { state: '24', gstin: '24AAACC1206D1ZM' }, {}]
    await world.db
      .updateTable('person')
      .set({ state: '', ...places[index] })
      .where('id', '=', id)
      .execute()
    ids.push(id)
    clock.now = new Date(clock.now.getTime() + 100 * 86_400_000)
  }
  for (const start of startYears) await setRate(world, admin, start, 500_000)
  const matches = reportsAndStatements(world, admin, name)
  const play = player(world, admin, ids, matches)
  const played: PlayedHistory = { record: [], faults: [] }
  for (const [index, one] of steps.entries()) {
    clock.now = new Date(clock.now.getTime() + (one.kind === 'wait' ? one.days * 86_400_000 : 1000))
    const { outcome, faults: previewFaults } = await play(one)
    played.record.push(`${index} ${one.kind}: ${outcome}`, ...(await summaryOf(world, ids)))
    for (const id of ids)
      for (const fault of await accountFaults(world.db, id))
        played.faults.push(`${index} ${one.kind}, member ${ids.indexOf(id)}: ${fault}`)
    const faults = [
      ...previewFaults,
      ...(await matches.faults(ids)),
      ...(await paperFaults(world.db, ids)),
      ...(await supplyFaults(world.db, ids)),
      ...(await statusFaults(world.db, world.now(), ids)),
    ]
    for (const fault of faults) played.faults.push(`${index} ${one.kind}: ${fault}`)
  }
  for (const fault of await statusFaults(world.db, world.now())) played.faults.push(`end: ${fault}`)
  for (const fault of await bookFaults(world.db, 2020, 2032)) played.faults.push(`end: ${fault}`)
  return played
}

async function saveSetting({ db }: World, name: string, value: string): Promise<void> {
  await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** The account, the payment fields and the newest entries of each member. */
async function summaryOf({ db, now }: World, ids: readonly string[]): Promise<string[]> {
  return Promise.all(
    ids.map(async (id) => {
      const entries = await listEntriesOf(db, id)
      const { balance_paise, status } = accountAnswerOf(entries, isoDay(now()))
      const person = await findPerson(db, id)
      const { kind, amount_paise, year: dues, valid_to } = entries.at(-1) ?? {}
      return JSON.stringify([
        [balance_paise, status, entries.length],
        [person?.payment_amount, person?.membership_valid_to, person?.paid_until],
        [kind, amount_paise, dues, valid_to],
      ])
    }),
  )
}
