/** What the steps of one history share: members, the results of earlier steps, and values of steps. */
import { payDues } from '#features/dues/server/pay-dues.ts'
import { accountOf } from '#features/ledger/account.ts'
import { activeEntries } from '#features/ledger/account-entries.ts'
import { listEntriesOf } from '#features/ledger/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { addDays, type Instant, isoDay, startOfDay } from '#shared/dates.ts'
import { financialYearFrom } from '#shared/financial-year.ts'
import type { reportsAndStatements } from './dues-reports.ts'
import type { StepOf } from './history-steps.ts'

export type HistoryState = ReturnType<typeof startHistory>

/** What the steps of one history share: its members, and what earlier steps have made. */
export function startHistory(
  world: World,
  admin: Caller,
  ids: readonly string[],
  matches: ReturnType<typeof reportsAndStatements>,
) {
  const { db } = world
  const idOf = (index: number) => ids[index] ?? ''
  const write = <Result>(change: (tx: Database) => Promise<Result>): Promise<Result> =>
    db.transaction().execute(change)
  return {
    world,
    admin,
    db,
    ids,
    matches,
    /** The ids of dues runs, imports and bulk payments. */
    runs: [] as string[],
    batches: [] as string[],
    bulkPayments: [] as string[],
    idOf,
    write,
    /** One of a member's active entries; of a kind, if given. */
    entryOf: async (index: number, which: number, kind?: string) => {
      const active = activeEntries(await listEntriesOf(db, idOf(index)))
      return pick(
        active.flatMap((entry) => (kind && entry.kind !== kind ? [] : [entry.id])),
        which,
      )
    },
    /** One of a member's open charges. */
    chargeOf: async ({ member, which }: StepOf<'pay for'>) => {
      const { charges } = accountOf(await listEntriesOf(db, idOf(member)))
      const open = charges.filter(({ open_paise }) => open_paise > 0)
      return pick(
        open.map(({ id }) => id),
        which,
      )
    },
    pay: (step: StepOf<'pay' | 'pay for'>, charge_id?: string) => {
      const now = world.now()
      const { member, paise } = step
      const paid_at = paidAtOf(step, now)
      const payment = { amount_paise: paise, mode: 'Cash', reference: '', paid_at } as const
      return write((tx) =>
        payDues(tx, {
          admin,
          personId: idOf(member),
          payment: { ...payment, ...(charge_id !== undefined && { charge_id }) },
          now,
        }),
      )
    },
  }
}

/** Some money is recorded later than its day. */
export const paidAtOf = ({ daysAgo }: { daysAgo: number }, now: Date): Instant =>
  daysAgo === 0 ? now.toISOString() : startOfDay(addDays(isoDay(now), -daysAgo))

/** A tenth of the payment, without a certificate. */
export const taxOfStep = ({ paise }: { paise: number }) => ({
  amount_paise: Math.ceil(paise / 10),
  certificate_number: '',
})

export const pick = (list: readonly string[], index: number) => list[index % list.length] ?? 'none'

export const markOf = ({ year, paise }: { year: number; paise: number }) => {
  const { from, to } = financialYearFrom(year)
  return {
    payment_status: true,
    membership_valid_from: from,
    membership_valid_to: to,
    paymentAmount: paise,
    paymentMode: 'Cheque',
    paymentRef: '',
    email_receipt: false,
  } as const
}
