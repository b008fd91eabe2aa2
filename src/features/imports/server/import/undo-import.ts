/** Undoes imports: which rows can be undone, and undoing them (undo-rows.ts has the single rows). */

import { maxWarnings } from '#features/ledger/server/receipts/void-warnings.ts'
import { memberDisplayName } from '#features/members/display-name.ts'
import { findPeople } from '#features/members/server/list/bulk-queries.ts'
import { lockLedger, lockPeople } from '#features/members/server/lock-queries.ts'
import { type PersonRow, readDisplayNames } from '#features/members/server/queries.ts'
import { withEmailChanges } from '#features/members/server/record/email-changes.ts'
import { yieldToEventLoop } from '#platform/server/core/event-loop.ts'
import type { Database } from '#platform/server/database/database.ts'
import { inLargeTransaction } from '#platform/server/database/sqlite-dialect.ts'
import { actorsOnOtherSubjects } from '#platform/server/history/history.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import type { Instant } from '#shared/dates.ts'
import { Refusal } from '#shared/refusal.ts'
import type { ImportBatch, UndoPlan, UndoResult } from '../../answers.ts'
import {
  type BatchRow,
  findBatch,
  listBatches,
  listImportRows,
  markUndone,
  type WrittenRow,
} from '../queries.ts'
import { refuseClosedRows, type UndoableRow, undoRows, undoWarnings } from './undo-rows.ts'

const pageSize = 100

/** The latest imports, with the names of the administrators. */
export async function listImports(db: Database): Promise<ImportBatch[]> {
  const batches = await listBatches(db)
  const names = await readDisplayNames(db, [...new Set(batches.map(({ actor_id: id }) => id))])
  return batches.map(({ actor_id: id, ...batch }) => ({ ...batch, by: names.get(id) ?? null }))
}

/** Previews the undo of an import. Refused if the undo would be, because it would change a closed year. */
export async function planUndo({ db, now }: World, batch: BatchRow): Promise<UndoPlan> {
  if (batch.undone_at !== null) throw alreadyUndone()
  const plan: UndoPlan = { gone: 0, restored: 0, stay: 0, kept: [] }
  const warnings: string[] = []
  for await (const rows of readRowStates(db, batch, findPeople)) {
    const undoable: UndoableRow[] = []
    for (const { row, person, reason } of rows)
      if (!person || reason !== undefined) addSkipped(plan, row, person, reason)
      else {
        if (row.before === null) plan.gone += 1
        else plan.restored += 1
        undoable.push({ person, before: row.before })
      }
    await refuseClosedRows(db, undoable)
    if (warnings.length < maxWarnings) warnings.push(...(await undoWarnings(db, undoable, now())))
  }
  return { ...plan, ...(warnings.length > 0 && { notices: warnings.slice(0, maxWarnings) }) }
}

/**
 * Undoes an import once (contract 15.4): new members are deleted (their numbers are reserved
 * for them and their ledger entries stay), changed members get their previous values back. When a member was changed
 * since, the undo is refused; with `keepChanged` that member is skipped instead.
 */
export async function undoImport(
  world: World,
  admin: Caller,
  id: string,
  keepChanged: boolean,
): Promise<UndoResult> {
  return inLargeTransaction(world.db, async (db) => {
    await lockLedger(db, 'exclusive')
    const batch = await findBatch(db, id)
    if (!batch) throw noSuchImport()
    const now = world.now()
    if (!(await markUndone(db, id, admin.id, now.toISOString()))) throw alreadyUndone()
    const result: UndoResult = { undone: 0, stay: 0, kept: [] }
    await withEmailChanges(world, db, admin, async (emails) => {
      for await (const rows of readRowStates(db, batch, lockPeople)) {
        const undoable: UndoableRow[] = []
        for (const { row, person, reason } of rows)
          if (!person || reason !== undefined) addSkipped(result, row, person, reason)
          else undoable.push({ person, before: row.before })
        if (result.stay > 0 && !keepChanged) throw changedSince(result)
        await undoRows({ emails, db, admin, now }, undoable)
        result.undone += undoable.length
      }
    })
    world.log.info({ batch: id, person: admin.id, undone: result.undone }, 'import undone')
    return result
  })
}

export const noSuchImport = () => new Refusal('missing', 'Import not found')

const alreadyUndone = () => new Refusal('conflict', 'This import has already been undone')

function changedSince({ kept }: UndoResult): Refusal {
  const { line, name, reason } = kept[0] ?? { line: 0, name: '', reason: '' }
  const who = `${name || 'The member'} (line ${line}) ${reason}`
  return new Refusal('conflict', `${who}. Nothing was undone; review the rows that would stay`)
}

const maxListed = 200

function addSkipped(
  result: Pick<UndoPlan, 'stay' | 'kept'>,
  { line }: WrittenRow,
  person: PersonRow | undefined,
  reason = '',
): void {
  result.stay += 1
  if (result.kept.length < maxListed)
    result.kept.push({ line, name: person ? memberDisplayName(person) : '', reason })
}

interface RowState {
  row: WrittenRow
  person: PersonRow | undefined
  /** Why the row cannot be undone; undefined when it can. */
  reason: string | undefined
}

/** The rows of a batch with the current state of their people, `pageSize` at a time. */
async function* readRowStates(
  db: Database,
  batch: BatchRow,
  find: typeof findPeople,
): AsyncGenerator<RowState[]> {
  // Editing one's own profile changes updated_at; other changes show only in the history.
  const actors = await actorsOnOtherSubjects(db, 'person', batch.at)
  for (let line = 0; ; ) {
    const rows = await listImportRows(db, batch.id, line, pageSize)
    if (rows.length === 0) return
    line = rows.at(-1)?.line ?? line
    const rowsOfPeople = await find(
      db,
      rows.map((row) => row.person_id),
    )
    const people = new Map(rowsOfPeople.map((person) => [person.id, person]))
    yield rows.map((row) => {
      const person = people.get(row.person_id)
      return { row, person, reason: skipReason(row, person, { actors, importedAt: batch.at }) }
    })
    await yieldToEventLoop()
  }
}

function skipReason(
  row: WrittenRow,
  person: PersonRow | undefined,
  since: { actors: ReadonlySet<string>; importedAt: Instant },
): string | undefined {
  if (!person) return 'has been deleted'
  if (person.updated_at !== row.version) return 'was changed since'
  const hasSignedIn = (person.last_sign_in_at ?? '') > since.importedAt
  const isNewMember = row.before === null || row.before.seeker
  if (isNewMember && (hasSignedIn || since.actors.has(person.id)))
    return 'has used the portal since'
  return undefined
}
