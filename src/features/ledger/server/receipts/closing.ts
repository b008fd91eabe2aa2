/** Closes financial years: no entry can be dated into them until an administrator reopens them with a reason. */

import { lockLedger } from '#features/members/server/lock-queries.ts'
import { readDisplayNames } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { saveSetting } from '#platform/server/database/stored-settings.ts'
import { listChanges, recordChange } from '#platform/server/history/history.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { financialYear } from '#shared/financial-year.ts'
import { Refusal } from '#shared/refusal.ts'
import type { BooksClosingAnswer } from '../../receipts/answers.ts'
import type { BooksClosing } from '../../receipts/contract.ts'
import { closedYearSetting, readBooksLimits } from '../payment-day.ts'

export async function readClosing(db: Database): Promise<BooksClosingAnswer> {
  const changes = (await listChanges(db, 'settings', 'association')).filter(
    ({ action }) => action === 'books closed' || action === 'books reopened',
  )
  const names = await readDisplayNames(db, [
    ...new Set(changes.flatMap(({ actor_id: id }) => id ?? [])),
  ])
  return {
    ...(await readBooksLimits(db)),
    changes: changes.toReversed().map(({ at, actor_id, before, after }) => ({
      at,
      by: (actor_id && names.get(actor_id)) ?? null,
      before: String(before[closedYearSetting] ?? ''),
      after: String(after[closedYearSetting] ?? ''),
      reason: String(after.reason ?? ''),
    })),
  }
}

export async function closeBooks(
  world: World,
  admin: Caller,
  { closed_to, reason }: BooksClosing,
): Promise<BooksClosingAnswer> {
  const now = world.now()
  if (closed_to >= financialYear(now).name)
    throw new Refusal('invalid', 'A year can be closed when it is over', { field: 'closed_to' })
  return world.db.transaction().execute(async (db) => {
    await lockLedger(db, 'exclusive')
    const before = (await readBooksLimits(db)).closed_to
    if (before === closed_to) return readClosing(db)
    if (closed_to < before && reason === '')
      throw new Refusal('invalid', 'Please say why the year is reopened', { field: 'reason' })
    await saveSetting(db, closedYearSetting, closed_to)
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
    return readClosing(db)
  })
}
