/** The importer of spreadsheets (contract 15): makes a plan first, then writes all rows or none. */

import { readBooksLimits } from '#features/ledger/server/payment-day.ts'
import { lockLedger } from '#features/members/server/lock-queries.ts'
import { withEmailChanges } from '#features/members/server/record/email-changes.ts'
import { createNumberAllocator } from '#features/members/server/record/membership-number.ts'
import { hasReservedNumbers } from '#features/members/server/record/reserved-number-queries.ts'
import { yieldToEventLoop } from '#platform/server/core/event-loop.ts'
import { hashSecret, newId } from '#platform/server/core/ids.ts'
import { createWorkQueue } from '#platform/server/core/work-queue.ts'
import { isUniqueViolation } from '#platform/server/database/database-errors.ts'
import { type Progress, startProgress } from '#platform/server/database/progress.ts'
import { refreshStatistics } from '#platform/server/database/refresh-statistics.ts'
import { inLargeTransaction } from '#platform/server/database/sqlite-dialect.ts'
import { enforceLimit } from '#platform/server/http/rate-limit.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { TempUpload } from '#platform/server/http/temp-files.ts'
import type { World } from '#platform/server/world.ts'
import { limits } from '#shared/limits.ts'
import { Refusal } from '#shared/refusal.ts'
import type { ImportPlan, ImportProgress, ImportResult, RowError } from '../../answers.ts'
import { maxFileName } from '../../contract.ts'
import { type BatchRow, findBatchByKey, insertBatch } from '../queries.ts'
import type { FileRow } from './file-row.ts'
import { type ImportOptions, type PlannedFile, withPlannedFile } from './plan-file.ts'
import { planRows } from './plan-rows.ts'
import { skippedColumns } from './skipped-columns.ts'
import { insertNewMembers, updateChangedMembers } from './write-rows.ts'

/** The file has rows that cannot be imported; nothing was written. */
export class InvalidRows extends Error {
  override readonly name = 'InvalidRows'
  readonly errors: RowError[]

  constructor(errors: RowError[]) {
    super('Nothing was imported')
    this.errors = errors
  }
}

// One import at a time, because concurrent imports only slow each other down.
const importQueue = createWorkQueue({
  capacity: 1,
  concurrency: 1,
  maxWaiting: 4,
  maxWaitMs: 60_000,
})

interface ImportRequest extends ImportOptions {
  admin: Caller
  /** The Idempotency-Key. */
  key: string | undefined
  /** The name of the chosen file; '': that of the file that is sent. */
  fileName: string
}

/** What an import of this file would do; nothing is written. */
export const planImport = (
  world: World,
  file: TempUpload,
  request: ImportRequest,
): Promise<ImportPlan> =>
  runImport(world, request, async (progress) => {
    await countImport(world, request)
    return withPlannedFile(
      world.db,
      file,
      {
        ...request,
        now: world.now(),
        onProgress: (rows) => progress.report({ doing: 'checking', rows, of: null }),
      },
      async ({ plan }) => plan,
    )
  })

/**
 * Imports all rows of the file, or throws InvalidRows and imports none; with `skipsErrors` the rows
 * without errors (contract 15.3). Mails are sent only about changed emails. A repeated Idempotency-Key
 * returns the earlier result and writes nothing.
 */
export const importFile = (
  world: World,
  file: TempUpload,
  request: ImportRequest,
): Promise<ImportResult> =>
  runImport(world, request, async (progress) => {
    const requestHash =
      request.key === undefined ? null : hashSecret(`${request.admin.id} ${request.key}`)
    const earlier = requestHash && (await findBatchByKey(world.db, requestHash))
    const result = earlier && earlierResult(earlier, file)
    if (result && !request.skipsErrors) return result
    if (!result) await countImport(world, request)
    return withPlannedFile(
      world.db,
      file,
      {
        ...request,
        now: world.now(),
        onProgress: (rows) => progress.report({ doing: 'checking', rows, of: null }),
      },
      async (planned) => {
        const {
          counts,
          arrears,
          errors,
          can_skip_errors: canSkip,
          error_sheet: sheet,
        } = planned.plan
        const skipped = errors.length > 0 && { errors, error_sheet: sheet }
        // The rows that were skipped are not stored: they are found in the file again.
        if (result)
          return { ...result, counts: { ...result.counts, wrong: counts.wrong }, ...skipped }
        if (errors.length > 0 && !(request.skipsErrors && canSkip)) throw new InvalidRows(errors)
        if (counts.new + counts.changed === 0) return { batch: null, counts, ...skipped }
        const batch = await writeRows(world, request.admin, planned, {
          file,
          fileName: request.fileName || file.name.slice(0, maxFileName),
          requestHash,
          progress,
        })
        world.log.info(
          { batch, person: request.admin.id, ...counts, sha256: file.sha256 },
          'members imported',
        )
        return { batch, counts, ...charged(arrears), ...skipped }
      },
    )
  })

const waiting: ImportProgress = { doing: 'waiting', rows: 0, of: null }

/** A repeated request is not counted: it gets its stored result however many imports came since. */
const countImport = (world: World, { admin }: ImportRequest): Promise<void> =>
  enforceLimit(world.db, limits.imports, admin.id, world.now())

/** Queues the work, and reports its progress. */
function runImport<Outcome>(
  world: World,
  { admin, key }: ImportRequest,
  work: (progress: Progress<ImportProgress>) => Promise<Outcome>,
): Promise<Outcome> {
  const progress = startProgress(world, admin.id, key, waiting)
  return importQueue(1, () => work(progress)).finally(progress.end)
}

function earlierResult(batch: BatchRow, file: TempUpload): ImportResult {
  if (batch.file_hash !== file.sha256)
    throw new Refusal('conflict', 'Another file was imported under this Idempotency-Key')
  const { added, changed, same, arrears_members: members, arrears_paise: amount_paise } = batch
  return {
    batch: batch.id,
    counts: { new: added, changed, same, wrong: 0 },
    ...charged({ members, amount_paise }),
  }
}

const charged = (arrears: ImportPlan['arrears']): Pick<ImportResult, 'arrears'> =>
  arrears.members > 0 ? { arrears } : {}

const changedTables = ['person', 'ledger_entry'] as const

interface WriteOptions {
  file: TempUpload
  fileName: string
  requestHash: string | null
  progress: Progress<ImportProgress>
}

async function writeRows(
  world: World,
  admin: Caller,
  { plan, chunks, numbersInFile, resetContext }: PlannedFile,
  { file, fileName, requestHash, progress }: WriteOptions,
): Promise<string> {
  const now = world.now()
  const batch = newId(now)
  const total = plan.counts.new + plan.counts.changed
  const work = inLargeTransaction(world.db, async (db) => {
    await lockLedger(db, 'exclusive')
    await insertBatch(db, {
      id: batch,
      at: now.toISOString(),
      actor_id: admin.id,
      file_name: fileName,
      file_hash: file.sha256,
      request_hash: requestHash,
      added: plan.counts.new,
      changed: plan.counts.changed,
      same: plan.counts.same,
      arrears_members: plan.arrears.members,
      arrears_paise: plan.arrears.amount_paise,
      undone_at: null,
      undone_by: null,
      skipped: plan.counts.wrong,
      skipped_columns: JSON.stringify(skippedColumns(plan.errors)),
    })
    const planContext = { ...resetContext(), limits: await readBooksLimits(db) }
    const numbers = createNumberAllocator(db, numbersInFile)
    const writeContext = {
      numbers,
      hasReserved: await hasReservedNumbers(db),
      db,
      admin,
      batch,
      now,
      numbersInFile,
      emailsInFile: planContext.emails,
    }
    let rows = 0
    await withEmailChanges(world, db, admin, async (emails) => {
      for await (const chunk of chunks.readAll()) {
        // Planned again: members may have changed since the first plan.
        const rowPlan = await planRows(db, JSON.parse(chunk) as FileRow[], planContext)
        if (rowPlan.errors.length > 0) throw new InvalidRows(rowPlan.errors)
        const added = await insertNewMembers(writeContext, rowPlan.added)
        await updateChangedMembers(writeContext, rowPlan.changed, emails)
        for (const { id } of [...added, ...rowPlan.changed.map(({ person }) => person)])
          planContext.written.add(id)
        rows += rowPlan.added.length + rowPlan.changed.length
        progress.report({ doing: 'writing', rows, of: total })
        await yieldToEventLoop()
      }
    })
    await numbers.returnUnused()
  })
  await work.catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error
    throw new Refusal(
      'conflict',
      'One of these members was just added by another administrator; please check the file again',
    )
  })
  await refreshStatistics(world, changedTables, total)
  return batch
}
