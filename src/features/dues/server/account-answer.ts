/** What a member owes, as the calls answer it. */
import { readAccounts } from '#features/ledger/server/accounts.ts'
import type { AccountChange } from '#features/ledger/server/dues-payments.ts'
import { noSuchMember } from '#features/members/server/record/load-member.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { AccountChangeAnswer, MemberAccount } from '../answers.ts'
import { readDues } from './read-dues.ts'

export async function accountAnswer(
  db: Database,
  { id, updated_at }: { id: string; updated_at: string },
  now: Date,
): Promise<MemberAccount> {
  const account = (await readAccounts(db, [id], now)).get(id)
  if (!account) throw noSuchMember()
  const dues = (await readDues(db, [id], now)).get(id) ?? null
  return { ...account, updated_at, dues }
}

export async function changeAnswer(
  db: Database,
  { member, entry }: AccountChange,
  now: Date,
): Promise<AccountChangeAnswer> {
  const { id, receipt_number, amount_paise, valid_from, valid_to } = entry
  return {
    entry: { id, receipt_number, amount_paise, valid_from, valid_to },
    account: await accountAnswer(db, member, now),
  }
}
