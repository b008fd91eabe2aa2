/** The fees of the bank that are charged to members for payments that it returned. */
import type { Database } from '#platform/server/database/database.ts'
import type { Instant } from '#shared/dates.ts'
import { bankFeeLabel } from '../../charge-name.ts'
import { isNotReversed } from '../queries.ts'

export type BankFee = Awaited<ReturnType<typeof listBankFees>>[number]

/** The fees that were charged since a moment and are not cancelled; their amounts are negative. */
export const listBankFees = (db: Database, since: Instant) =>
  db
    .selectFrom('ledger_entry')
    .select(['id', 'person_id', 'member_name', 'company_name', 'amount_paise'])
    .where('kind', '=', 'charge')
    .where('item', '=', 'other')
    .where('reference', '=', bankFeeLabel)
    .where('recorded_at', '>=', since)
    .where(isNotReversed)
    .orderBy('recorded_at')
    .orderBy('id')
    .execute()
