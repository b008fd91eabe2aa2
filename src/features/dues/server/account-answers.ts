/** The answers of the calls about one member's account. */
import { readAccounts } from '#features/ledger/server/accounts/accounts.ts'
import { listOwnFees } from '#features/ledger/server/charges/own-fee-queries.ts'
import type { AccountChange } from '#features/ledger/server/entries.ts'
import { noSuchMember } from '#features/members/server/record/load-member.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { World } from '#platform/server/world.ts'
import type { Instant } from '#shared/dates.ts'
import type { AccountChangeAnswer, MemberAccount } from '../answers.ts'
import { readDues } from './read-dues.ts'

/** Changes a member's ledger, and answers with the account after it. */
export const transactionOf =
  ({ db, now }: World) =>
  (
    change: (
      tx: Database,
    ) => Promise<AccountChange & { isMailQueued?: boolean; wasRecorded?: boolean }>,
  ): Promise<AccountChangeAnswer> =>
    db.transaction().execute(async (tx) => {
      const { isMailQueued, wasRecorded, ...changed } = await change(tx)
      return {
        ...(await changeAnswer(tx, changed, now())),
        ...(isMailQueued && { mail_queued: true }),
        ...(wasRecorded && { was_recorded: true }),
      }
    })

export const momentOrNow = (typed: string | undefined, now: Date): Instant =>
  (typed ? new Date(typed) : now).toISOString()

export async function readAccountAnswer(
  db: Database,
  { id, updated_at }: { id: string; updated_at: Instant },
  now: Date,
): Promise<MemberAccount> {
  const account = (await readAccounts(db, [id], now)).get(id)
  if (!account) throw noSuchMember()
  const dues = (await readDues(db, [id], now)).get(id) ?? null
  const own_fees = (await listOwnFees(db, id)).map(
    ({ amount_paise, from_year, to_year, reason }) => ({
      amount_paise,
      from_year,
      to_year,
      reason,
    }),
  )
  return { ...account, updated_at, dues, own_fees }
}

async function changeAnswer(
  db: Database,
  { member, entry }: AccountChange,
  now: Date,
): Promise<AccountChangeAnswer> {
  const { id, receipt_number, amount_paise, valid_from, valid_to } = entry
  return {
    entry: { id, receipt_number, amount_paise, valid_from, valid_to },
    account: await readAccountAnswer(db, member, now),
  }
}
