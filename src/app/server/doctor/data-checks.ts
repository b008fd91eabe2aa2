/** Faults in what the database says. */
import { sql } from 'kysely'
import { countUnbalancedLines } from '#features/bank-statements/server/match-queries.ts'
import { staleAccounts } from '#features/ledger/server/rebuild.ts'
import { issuesPapersOfGst } from '#features/ledger/server/receipts/invoice-numbers.ts'
import { readReceiptSettings } from '#features/ledger/server/receipts/queries.ts'
import { missingReferences } from '#features/ledger/server/references.ts'
import { isLate, lastBackup, lastFailedBackup } from '#platform/server/backup/runs.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database, OpenDatabase } from '#platform/server/database/database.ts'
import { longPrefixMessage, maxInvoicePrefix } from '#shared/dues/receipt-number.ts'
import { minutes } from '#shared/durations.ts'
import { countOf, withFullStop } from '#shared/sentences.ts'
import { duration } from '../system/sections.ts'
import { mailQueue, pauseProblem, stuckAfter } from '../system/status-queries.ts'
import { ledgerFaults } from './ledger-faults.ts'

export async function checkOutbox(db: Database, now: Date): Promise<string[]> {
  const queue = await mailQueue(db, now)
  const paused = pauseProblem(queue)
  if (paused !== undefined) return [paused]
  const { waiting, oldest, lastError } = queue
  const age = oldest === null ? 0 : now.getTime() - Date.parse(oldest)
  if (age <= stuckAfter) return []
  const reason =
    lastError === null ? 'Is the portal running?' : `Last error: ${withFullStop(lastError)}`
  return [
    `${countOf(waiting, 'email waits', 'emails wait')}, the oldest for ${duration(age)}. Check the mail server. ${reason}`,
  ]
}

export async function checkBackups(db: Database, { backup }: Config, now: Date): Promise<string[]> {
  const failed = await lastFailedBackup(db)
  if (failed)
    return [`The last backup failed: ${withFullStop(failed.error ?? 'the log has the reason')}`]
  const last = await lastBackup(db)
  if (backup.folder === undefined || !isLate(last, now)) return []
  return [
    last
      ? `The last backup was begun ${duration(now.getTime() - Date.parse(last.started_at))} ago. Run npm run portal -- backup FILE and check the log.`
      : 'There is no backup yet. Run npm run portal -- backup FILE.',
  ]
}

const tolerance = minutes(5)

/** A clock that went back makes new entries older than existing ones; processes must agree on the time. */
export async function checkClock({ db, engine }: OpenDatabase, now: () => Date): Promise<string[]> {
  const { newest } = await db
    .selectFrom('history')
    .select(({ fn }) => fn.max('at').as('newest'))
    .executeTakeFirstOrThrow()
  const ahead = newest === null ? 0 : Date.parse(newest) - now().getTime()
  if (ahead > tolerance)
    return [
      `The clock is ${duration(ahead)} behind the newest entry of the history. Set the clock and turn on its synchronisation (timedatectl set-ntp true).`,
    ]
  if (engine === 'sqlite') return []
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  const difference = Math.abs((rows[0]?.at ?? now()).getTime() - now().getTime())
  return difference > tolerance
    ? [`The clocks of this machine and of PostgreSQL differ by ${duration(difference)}. Set them.`]
    : []
}

/** A prefix of before its papers were of GST, or of before the portal refused it. */
export async function checkReceiptNumbers(db: Database, now: Date): Promise<string[]> {
  const settings = await readReceiptSettings(db)
  const prefix = settings.get('receipt_prefix') ?? ''
  const hasShortYear = settings.get('receipt_short_year') === 'yes'
  if (prefix.length <= maxInvoicePrefix(hasShortYear)) return []
  if (!(await issuesPapersOfGst(db, settings.get('association_gstin') ?? '', now))) return []
  return [`${longPrefixMessage(hasShortYear)}. Shorten it in Settings, Receipts.`]
}

export async function checkLedger(db: Database): Promise<string[]> {
  const unbalanced = await countUnbalancedLines(db)
  const ofLines =
    unbalanced === 0
      ? []
      : [`${countOf(unbalanced, 'bank line has', 'bank lines have')} payments of another amount.`]
  const faults = [...(await ledgerFaults(db)), ...ofLines].map(
    (fault) =>
      `${fault} The ledger was changed behind the portal’s back; compare it with a backup.`,
  )
  const stale = await staleAccounts(db)
  const missing = await missingReferences(db)
  const rebuild = 'Run npm run portal -- doctor --rebuild.'
  if (stale.length > 0)
    faults.push(
      `What is saved of ${countOf(stale.length, 'account', 'accounts')} is not what the ledger says. ${rebuild}`,
    )
  if (missing > 0)
    faults.push(
      `${countOf(missing, 'payment has', 'payments have')} a reference that is not protected against a second use. ${rebuild}`,
    )
  return faults
}
