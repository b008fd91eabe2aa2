/** A member with dues, and what the ledger can do with them, without routes. */

import { previewDuesPayment } from '#features/dues/server/pay-dues.ts'
import { accountOf } from '#features/ledger/account.ts'
import type { PlannedCharge } from '#features/ledger/account-entries.ts'
import { readAccounts } from '#features/ledger/server/accounts/accounts.ts'
import { findStaleAccounts } from '#features/ledger/server/accounts/rebuild.ts'
import { cancelCharges, raiseCharges } from '#features/ledger/server/charges/charges.ts'
import { recordWaiver } from '#features/ledger/server/charges/waivers.ts'
import { lockForPayment } from '#features/ledger/server/lock-for-payment.ts'
import {
  type DuesPayment,
  writeDuesPayment,
} from '#features/ledger/server/payments/dues-payments.ts'
import { listEntriesOf } from '#features/ledger/server/queries.ts'
import { cancelEntry } from '#features/ledger/server/voids/cancel-entry.ts'
import { findPerson, type PersonRow } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { sum } from '#shared/sum.ts'
import type { TestPortal } from '../portal/test-portal.ts'

/** The dues of a financial year. */
export const chargeOf = (
  start: number,
  amount_paise: number,
  changes: Partial<PlannedCharge> = {},
): PlannedCharge => ({
  year: `${start}-${String((start + 1) % 100).padStart(2, '0')}`,
  item: 'dues',
  amount_paise,
  due_on: `${start}-04-30`,
  grace_until: `${start}-06-30`,
  valid_from: `${start}-04-01`,
  valid_to: `${start + 1}-03-31`,
  ...changes,
})

/** What differs from a payment without a reference, and the version of the member that was read. */
type PaymentChanges = Partial<DuesPayment> & { updated_at?: string }

export function accountCalls(portal: TestPortal, adminId: string) {
  const { db } = portal
  const admin = { id: adminId } as Caller
  const now = () => portal.world.now()
  const write = <Result>(change: (db: Database) => Promise<Result>): Promise<Result> => {
    portal.advanceClock(1000)
    return db.transaction().execute(change)
  }
  return {
    raise: async (runId: string, id: string, ...charges: PlannedCharge[]) => {
      const member = (await findPerson(db, id)) as PersonRow
      await write((tx) =>
        raiseCharges(tx, { admin, runId, charged: [{ member, charges }], now: now() }),
      )
    },
    cancelRun: (runId: string) => write((tx) => cancelCharges(tx, admin, runId, now())),
    pay: (id: string, amount_paise: number, { updated_at, ...changes }: PaymentChanges = {}) =>
      write(async (tx) => {
        const member = await lockForPayment(tx, id, updated_at)
        const entries = await listEntriesOf(tx, id)
        const payment = { mode: 'Bank', reference: '', paid_at: now().toISOString() } as const
        const paid = { ...payment, amount_paise, planned_charges: null, ...changes }
        return writeDuesPayment(tx, { admin, member, entries, payment: paid, now: now() })
      }),
    preview: async (id: string, amount_paise: number) => {
      const member = (await findPerson(db, id)) as PersonRow
      const payment = { mode: null, reference: '', amount_paise, paid_at: now().toISOString() }
      return previewDuesPayment(db, member, await listEntriesOf(db, id), { payment, now: now() })
    },
    waive: (id: string, amount_paise: number) =>
      write((tx) =>
        recordWaiver(tx, {
          admin,
          personId: id,
          waiver: { amount_paise, reason: 'Flood at the factory' },
          now: now(),
        }),
      ),
    cancel: (id: string, entry_id: string) =>
      write((tx) => cancelEntry(tx, { admin, personId: id, entry_id, now: now() })),
    account: async (id: string) => (await readAccounts(db, [id], now())).get(id),
    rows: (id: string) => listEntriesOf(db, id),
  }
}

/** What is wrong with the account of a member: what is saved and the sums must follow from the ledger. */
export async function accountFaults(db: Database, id: string): Promise<string[]> {
  const entries = await listEntriesOf(db, id)
  const person = await findPerson(db, id)
  if (!person) return []
  const account = accountOf(entries)
  const active = entries.filter(
    ({ id: entry, reverses_id }) =>
      reverses_id === null && !entries.some((row) => row.reverses_id === entry),
  )
  const charged = -sumOf(active.filter(({ kind }) => kind === 'charge'))
  const brought = account.charges.filter(({ implied_by }) => implied_by !== null)
  const chargedInAll = charged + sum(brought, (one) => one.amount_paise)
  const money = sumOf(active.filter(({ kind }) => kind !== 'charge'))
  const balance = account.credit_paise - account.open_paise
  const current = entries.find(({ id: entry }) => entry === account.current?.id)
  const checks: [string, boolean][] = [
    ['the balance is not the sum', balance === money - chargedInAll],
    [
      'what is saved is not what the ledger says',
      !(await findStaleAccounts(db, [id])).includes(id),
    ],
    ['the current entry is another', person.ledger_entry_id === (account.current?.id ?? null)],
    [
      'the payment fields are not those of the current entry',
      person.membership_valid_to === (account.current?.valid_to ?? null) &&
        person.payment_amount === (current?.kind === 'payment' ? current.amount_paise : null),
    ],
    ['the ledger is not in its order', isOrdered(entries.map(({ recorded_at }) => recorded_at))],
  ]
  return checks.flatMap(([fault, isRight]) => (isRight ? [] : [fault]))
}

const sumOf = (entries: readonly { amount_paise: number }[]): number =>
  sum(entries, ({ amount_paise }) => amount_paise)

const isOrdered = (times: readonly string[]): boolean =>
  times.every((time, index) => index === 0 || time >= (times[index - 1] ?? ''))
