/** What members owe at a moment (dues.ts). */

import { type Account, accountOf, duesDaysOf } from '#features/ledger/account.ts'
import type { PlannedCharge } from '#features/ledger/account-entries.ts'
import type { AccountAnswer } from '#features/ledger/answers.ts'
import { listOpenCharges } from '#features/ledger/server/accounts/account-queries.ts'
import { readAccounts } from '#features/ledger/server/accounts/accounts.ts'
import { readOwnFees } from '#features/ledger/server/charges/own-fee-queries.ts'
import type { LedgerRow } from '#features/ledger/server/queries.ts'
import {
  chargesFor,
  hasJoiningFee,
  unsetRate,
  withOwnFee,
  type YearRate,
} from '#features/ledger/year-charges.ts'
import type { PersonRow } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { readSettings } from '#platform/server/database/stored-settings.ts'
import { compare } from '#shared/compare.ts'
import { isoDay } from '#shared/dates.ts'
import { type FinancialYear, financialYear } from '#shared/financial-year.ts'
import { isMemberRole, type MemberRole } from '#shared/roles.ts'
import { readPaise } from '#shared/values/amount.ts'
import { type Dues, duesOf } from '../dues.ts'
import { plannedCharges, type YearRates } from '../rules.ts'
import { listDuesMembers, listRates } from './queries.ts'

/** Reads what members owe, by their ids; `charges` are their open charges, where the caller has read them. */
export async function readDues(
  db: Database,
  personIds: readonly string[],
  now: Date,
  charges?: Awaited<ReturnType<typeof listOpenCharges>>,
): Promise<Map<string, Dues>> {
  const rates = await readYearRates(db, now)
  const members = await listDuesMembers(db, personIds, financialYear(now).name)
  const open = Map.groupBy(
    charges ?? (await listOpenCharges(db, personIds)),
    ({ person_id }) => person_id,
  )
  return new Map(
    members.flatMap((member) => {
      const { id, role } = member
      if (!isMemberRole(role)) return []
      const rate = withOwnFee(rates[role], member.own_fee_paise)
      return [[id, duesOf(member, open.get(id) ?? [], rate, now)]]
    }),
  )
}

/** What a member owes by this account, possibly of a preview. `rate` is for the financial year of `now`. */
export function duesOfAccount(
  member: PersonRow,
  account: Account,
  rate: YearRate,
  now: Date,
): Dues {
  const open = account.charges.filter(({ open_paise }) => open_paise > 0)
  const days = { ...duesDaysOf(account), has_joining_fee: hasJoiningFee(account) }
  return duesOf({ ...member, ...days, credit_paise: account.credit_paise }, open, rate, now)
}

/**
 * The account of a member with everything that can be paid. When the dues of the year are not raised yet, it has the
 * charges that raising them would create, less the credit; the ledger does not have these charges.
 */
export async function readAccountToPay(
  db: Database,
  personId: string,
  now: Date,
): Promise<AccountAnswer | undefined> {
  const year = financialYear(now)
  const account = (await readAccounts(db, [personId], now)).get(personId)
  const [member] = await listDuesMembers(db, [personId], year.name)
  const dues = (await readDues(db, [personId], now)).get(personId)
  if (!account || !member || !dues?.not_raised_paise) return account
  const rate = await readRateOf(db, member, year.name)
  if (!rate) return account
  let credit = member.credit_paise
  const charges = chargesFor(member, year, rate, isoDay(now)).flatMap((charge) => {
    const open_paise = Math.max(0, charge.amount_paise - credit)
    credit -= charge.amount_paise - open_paise
    const id = `not raised ${charge.item} ${year.name}`
    return open_paise > 0
      ? [{ ...charge, id, label: '', amount_paise: open_paise, open_paise }]
      : []
  })
  return {
    ...account,
    charges: [...charges, ...account.charges].sort((a, b) => compare(a.due_on, b.due_on)),
    owed_paise: account.owed_paise + dues.not_raised_paise,
    balance_paise: account.balance_paise - dues.not_raised_paise,
  }
}

/** The rate of a financial year for a member, or their own fee; undefined for a person who is no longer a member. */
export async function readRateOf(
  db: Database,
  { id, role }: Pick<PersonRow, 'id' | 'role'>,
  year: string,
): Promise<YearRate | undefined> {
  if (!isMemberRole(role)) return undefined
  const own = (await readOwnFees(db, [id], year)).get(id)
  return withOwnFee((await readRatesOf(db, year))[role], own?.amount_paise)
}

/**
 * The charges that raising the dues of a financial year now would create for a member, regardless of their status; null
 * if no dues are set for the year or the member joined after it. `entries` are all of the member's entries.
 */
export async function readPlannedCharges(
  db: Database,
  member: PersonRow,
  { entries, year, now }: { entries: readonly LedgerRow[]; year: FinancialYear; now: Date },
): Promise<PlannedCharge[] | null> {
  const rate = await readRateOf(db, member, year.name)
  if (!rate || rate.due_on === null || isoDay(member.created_at) > year.to) return null
  return plannedCharges(member, { account: accountOf(entries), year, rate, today: isoDay(now) })
}

/** The dues of a moment's financial year. */
export const readYearRates = (db: Database, now: Date): Promise<YearRates> =>
  readRatesOf(db, financialYear(now).name)

/** The dues of a financial year: the rate that was set for it, else the annual dues of the settings. */
async function readRatesOf(db: Database, year: string): Promise<YearRates> {
  const rates = await listRates(db, year)
  const settings = await readSettings(db, ['dues_oem', 'dues_vendor'])
  const rateOf = (role: MemberRole): YearRate =>
    rates.find((rate) => rate.role === role) ??
    unsetRate(readPaise(settings.get(`dues_${role}`) ?? '') ?? 0)
  return { oem: rateOf('oem'), vendor: rateOf('vendor') }
}
