import { isUniqueViolation } from '#platform/server/database/database-errors.ts'
import { lockLedger } from '#platform/server/database/row-locks.ts'
import { inLargeTransaction } from '#platform/server/database/sqlite-dialect.ts'
import { yieldToEventLoop } from '#platform/server/event-loop.ts'
import type { Caller } from '#platform/server/http/http.ts'
import { countHit } from '#platform/server/http/rate-limit.ts'
import type { SingleUpload } from '#platform/server/http/single-upload.ts'
import { hashSecret, newId } from '#platform/server/ids.ts'
import { createWorkQueue } from '#platform/server/work-queue.ts'
import type { World } from '#platform/server/world.ts'
import { minutes } from '#shared/dates.ts'
import { Refusal } from '#shared/refusal.ts'
import type { MemberRole } from '#shared/roles.ts'
import type { ImportPlan, ImportResult, RowError } from '../../contract.ts'
import { type BatchRow, findBatchByKey, insertBatch } from '../queries.ts'
import { type FileRow, planRows } from './plan.ts'
import { type Progress, startProgress } from './progress.ts'
import { type PlannedFile, withPlannedFile } from './read.ts'
import { insertNewMembers, updateChangedMembers } from './write.ts'

/** A file with rows that cannot be taken: nothing was written, and every one of them is named. */
export class InvalidRows extends Error {
  override readonly name = 'BadRows'
  readonly errors: RowError[]

  constructor(errors: RowError[]) {
    super('Nothing was imported')
    this.errors = errors
  }
}

// Two imports at once would only make each other slow.
const inTurn = createWorkQueue({ capacity: 1, concurrency: 1, maxWaiting: 4, maxWaitMs: 60_000 })

const often = { max: 120, windowMs: minutes(60) }

export interface ImportRequest {
  admin: Caller
  /** The type every row must have; undefined: the file says it. */
  role: MemberRole | undefined
  /** Idempotency-Key: the same for one import however often it is sent. */
  key: string | undefined
}

/** What an import of this file would do. Nothing is written. */
export const planImport = (
  world: World,
  file: SingleUpload,
  asked: ImportRequest,
): Promise<ImportPlan> =>
  runImport(world, asked, (progress) =>
    withPlannedFile(
      world.db,
      file,
      { role: asked.role, now: world.now(), told: (rows) => progress.report('checking', rows) },
      async ({ plan }) => plan,
    ),
  )

/**
 * Imports the file: every row, or none and BadRows. Nobody gets a mail of it. The same key again
 * answers what was done before and writes nothing.
 */
export const importFile = (
  world: World,
  file: SingleUpload,
  asked: ImportRequest,
): Promise<ImportResult> =>
  runImport(world, asked, async (progress) => {
    const request = asked.key === undefined ? null : hashSecret(`${asked.admin.id} ${asked.key}`)
    const before = request && (await findBatchByKey(world.db, request))
    if (before) return earlierResult(before, file)
    return withPlannedFile(
      world.db,
      file,
      { role: asked.role, now: world.now(), told: (rows) => progress.report('checking', rows) },
      async (read) => {
        const { counts, errors } = read.plan
        if (errors.length > 0) throw new InvalidRows(errors)
        if (counts.new + counts.changed === 0) return { batch: null, counts }
        const batch = await writeAll(world, asked.admin, read, { file, request, progress })
        world.log.info(
          { batch, person: asked.admin.id, ...counts, sha256: file.sha256 },
          'members imported',
        )
        return { batch, counts }
      },
    )
  })

/** One at a time, not too often, and told how far it is. */
function runImport<Outcome>(
  world: World,
  { admin, key }: ImportRequest,
  work: (progress: Progress) => Promise<Outcome>,
): Promise<Outcome> {
  const progress = startProgress(admin.id, key)
  return inTurn(1, async () => {
    const wait = await countHit(world.db, `import:${admin.id}`, often, world.now())
    if (wait > 0)
      throw new Refusal(
        'too-many',
        `More than ${often.max} spreadsheets came within an hour; please try again in ${Math.ceil(wait / 60)} minutes`,
        wait,
      )
    return work(progress)
  }).finally(progress.end)
}

function earlierResult(batch: BatchRow, file: SingleUpload): ImportResult {
  if (batch.file_hash !== file.sha256)
    throw new Refusal('conflict', 'Another file was imported under this Idempotency-Key')
  const { added, changed, same } = batch
  return { batch: batch.id, counts: { new: added, changed, same, wrong: 0 } }
}

interface WriteOptions {
  file: SingleUpload
  request: string | null
  progress: Progress
}

async function writeAll(
  world: World,
  admin: Caller,
  { plan, chunks: pieces, numbersInFile: wantedNumbers, newContext: needs }: PlannedFile,
  { file, request, progress }: WriteOptions,
): Promise<string> {
  const now = world.now()
  const batch = newId(now)
  const of = plan.counts.new + plan.counts.changed
  const work = inLargeTransaction(world.db, async (db) => {
    await lockLedger(db, 'exclusive')
    await insertBatch(db, {
      id: batch,
      at: now.toISOString(),
      actor_id: admin.id,
      file_name: file.name.slice(0, 200),
      file_hash: file.sha256,
      request_hash: request,
      added: plan.counts.new,
      changed: plan.counts.changed,
      same: plan.counts.same,
      undone_at: null,
      undone_by: null,
    })
    const again = needs()
    const writing = { db, admin, batch, now, wantedNumbers }
    let rows = 0
    for await (const piece of pieces.readAll()) {
      // Looked up anew: since the plan was made, somebody may have changed what it stood on.
      const planned = await planRows(db, JSON.parse(piece) as FileRow[], again)
      if (planned.errors.length > 0) throw new InvalidRows(planned.errors)
      await insertNewMembers(writing, planned.added)
      await updateChangedMembers(writing, planned.changed)
      rows += planned.added.length + planned.changed.length
      progress.report('writing', rows, of)
      await yieldToEventLoop()
    }
  })
  await work.catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error
    const words = 'Somebody has just added one of these members; please look at the file again'
    throw new Refusal('conflict', words)
  })
  return batch
}
