/** Closes financial years: nothing is dated into them until an administrator reopens them with a reason. */
import { closedYearSetting } from '#features/ledger/server/payment-day.ts'
import { lockLedger } from '#features/members/server/record/ledger-lock.ts'
import type { Database } from '#platform/server/database/database.ts'
import { readSettings } from '#platform/server/database/stored-settings.ts'
import { recordChange } from '#platform/server/history.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { financialYear } from '#shared/financial-year.ts'
import { Refusal } from '#shared/refusal.ts'
import type { BooksClosing } from '../../receipts/contract.ts'
import { saveClosedYear } from './queries.ts'

export async function readClosing(db: Database): Promise<{ closed_to: string }> {
  const settings = await readSettings(db, [closedYearSetting])
  return { closed_to: settings.get(closedYearSetting) ?? '' }
}

export async function closeBooks(
  world: World,
  admin: Caller,
  { closed_to, reason }: BooksClosing,
): Promise<{ closed_to: string }> {
  const now = world.now()
  if (closed_to >= financialYear(now).name)
    throw new Refusal('invalid', 'A year can be closed when it is over', { field: 'closed_to' })
  return world.db.transaction().execute(async (db) => {
    await lockLedger(db, 'exclusive')
    const before = (await readClosing(db)).closed_to
    if (before === closed_to) return { closed_to }
    if (closed_to < before && reason === '')
      throw new Refusal('invalid', 'Please say why the year is reopened', { field: 'reason' })
    await saveClosedYear(db, closedYearSetting, closed_to)
    await recordChange(
      db,
      {
        actor: admin.id,
        subject: 'settings',
        subjectId: 'association',
        action: closed_to < before ? 'books reopened' : 'books closed',
        before: { [closedYearSetting]: before },
        after: { [closedYearSetting]: closed_to, ...(reason && { reason }) },
      },
      now,
    )
    return { closed_to }
  })
}
