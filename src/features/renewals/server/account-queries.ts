/** What some members owe, in SQL: the same rule as `accountOf` (features/ledger/account.ts). */
import { sql } from 'kysely'
import type { AccountStatus } from '#features/ledger/contract.ts'
import type { Database } from '#platform/server/database/database.ts'
import { isOneOf } from '#platform/server/database/engine-sql.ts'
import type { MemberRole } from '#shared/roles.ts'

export interface RenewalRow {
  id: string
  name: string
  company_name: string
  membership_number: string | null
  role: MemberRole
  email: string
  whatsapp_number: string
  status: AccountStatus
  /** Negative when the member owes. */
  balance: number
  due_on: string | null
  grace_until: string | null
  /** '' for none. */
  paid_until: string
}

/**
 * The charges of the ledger that are not cancelled. Of all entries only charges have a due date and a negative
 * amount; the index ledger_entry_charges has these in the order in which they are settled.
 */
export const isActiveCharge = sql`charge.due_on is not null and charge.amount_paise < 0 and not exists (
  select 1 from ledger_entry cancellation where cancellation.reverses_id = charge.id)`

/**
 * The accounts of those of the members who are active, in the order of the ids. Money settles the charges that
 * are due first, so the last ones are open, as many as the balance is negative.
 */
export async function readRenewals(
  db: Database,
  ids: readonly string[],
  today: string,
): Promise<RenewalRow[]> {
  const { rows } = await sql<RenewalRow>`
    with balance as materialized (
      select person_id, sum(amount_paise) as paise from ledger_entry
      where on_account and ${isOneOf(db, 'person_id', ids)} group by person_id),
    summed_charge as (
      select charge.person_id, charge.due_on, charge.grace_until,
        -charge.amount_paise as paise, -balance.paise as owed,
        sum(-charge.amount_paise) over (
          partition by charge.person_id
          order by charge.due_on desc, charge.year desc, charge.item, charge.id desc
          rows unbounded preceding) as up_to
      from balance cross join ledger_entry charge
      where balance.paise < 0 and charge.person_id = balance.person_id and ${isActiveCharge}),
    first_open as (
      select person_id, due_on, grace_until from summed_charge
      where up_to - paise < owed and up_to >= owed and paise > 0)
    select person.id, coalesce(balance.paise, 0) as balance, due_on, grace_until,
      case
        when due_on is null then case when person.paid_until >= ${today} then 'paid' else 'not due' end
        when due_on >= ${today} then 'due'
        when grace_until >= ${today} then 'grace'
        else 'lapsed'
      end as status,
      person.name, person.company_name, person.membership_number, person.role, person.email,
      person.whatsapp_number, person.paid_until
    from person
    left join balance on balance.person_id = person.id
    left join first_open on first_open.person_id = person.id
    where person.is_active and person.role in ('oem', 'vendor') and ${isOneOf(db, 'person.id', ids)}`.execute(
    db,
  )
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => rowOf.get(id) ?? [])
}
