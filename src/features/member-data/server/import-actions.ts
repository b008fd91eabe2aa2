/** One importer behind every door (rulings section 6): a plan first, then all rows or none. */
import { hash } from 'node:crypto'
import { breathe } from '#platform/server/bulk.ts'
import type { Caller } from '#platform/server/http.ts'
import { newId } from '#platform/server/ids.ts'
import type { OneFile } from '#platform/server/one-file.ts'
import { holdBooks } from '#platform/server/row-locks.ts'
import { openTurns } from '#platform/server/turns.ts'
import type { World } from '#platform/server/world.ts'
import type { MemberRole } from '#shared/roles.ts'
import type { ImportDone, ImportPlan, RowError } from '../contract.ts'
import { planRows, type RawRow } from './plan-actions.ts'
import { insertBatch } from './queries.ts'
import { type ReadFile, readWhole } from './read-actions.ts'
import { writeChanged, writeNew } from './write-actions.ts'

/** A file with rows that cannot be taken: nothing was written, and every one of them is named. */
export class BadRows extends Error {
  override readonly name = 'BadRows'
  readonly errors: RowError[]

  constructor(errors: RowError[]) {
    super('Nothing was imported')
    this.errors = errors
  }
}

// Two imports at once would only make each other slow.
const inTurn = openTurns({ room: 1, atOnce: 1, waiting: 4, longestWait: 60_000 })

/** What an import of this file would do. Nothing is written. */
export const planImport = (
  world: World,
  file: OneFile,
  role: MemberRole | undefined,
): Promise<ImportPlan> => inTurn(1, async () => (await readWhole(world.db, file, role)).plan)

/** Imports the file: every row, or none and BadRows. Nobody gets a mail of it. */
export const importFile = (
  world: World,
  admin: Caller,
  file: OneFile,
  role: MemberRole | undefined,
): Promise<ImportDone> =>
  inTurn(1, async () => {
    const digest = hash('sha256', file.bytes)
    const read = await readWhole(world.db, file, role)
    if (read.plan.errors.length > 0) throw new BadRows(read.plan.errors)
    file.bytes = Buffer.alloc(0)
    const { counts } = read.plan
    if (counts.new + counts.changed === 0) return { batch: null, counts }
    const batch = await writeAll(world, admin, read, { name: file.name, digest })
    world.log.info({ batch, person: admin.id, ...counts, sha256: digest }, 'members imported')
    return { batch, counts }
  })

async function writeAll(
  world: World,
  admin: Caller,
  { plan, pieces, wantedNumbers, needs }: ReadFile,
  file: { name: string; digest: string },
): Promise<string> {
  const now = world.now()
  const batch = newId(now)
  await world.db.transaction().execute(async (db) => {
    await holdBooks(db, 'alone')
    await insertBatch(db, {
      id: batch,
      at: now.toISOString(),
      actor_id: admin.id,
      file_name: file.name.slice(0, 200),
      file_hash: file.digest,
      added: plan.counts.new,
      changed: plan.counts.changed,
      undone_at: null,
      undone_by: null,
    })
    const again = needs()
    const writing = { db, admin, batch, now, wantedNumbers }
    // Each piece is let go once it is written.
    for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) {
      // Judged anew: since the plan was made, somebody may have changed what it stood on.
      const planned = await planRows(db, JSON.parse(piece) as RawRow[], again)
      if (planned.errors.length > 0) throw new BadRows(planned.errors)
      await writeNew(writing, planned.added)
      await writeChanged(writing, planned.changed)
      await breathe()
    }
  })
  return batch
}
