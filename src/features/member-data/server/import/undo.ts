/** Takes an import back, row by row: whoever was changed since stays as they are. */
import { derivedColumns } from '#features/members/derived-columns.ts'
import { findPerson, namesOf, type PersonRow } from '#features/members/server/queries.ts'
import { type MemberRow, updateMember } from '#features/members/server/record/member-queries.ts'
import { nextVersion, saveMemberChanges } from '#features/members/server/record/save-changes.ts'
import {
  deleteUnchanged,
  findPeople,
  lockPeople,
} from '#features/members/server/register/bulk-queries.ts'
import { undoImportedPayment } from '#features/payments/server/imported-payments.ts'
import { type Payment, replacePayment } from '#features/payments/server/ledger.ts'
import type { Database } from '#platform/server/database/database.ts'
import { lockLedger } from '#platform/server/database/row-locks.ts'
import { inLargeTransaction } from '#platform/server/database/sqlite-dialect.ts'
import { yieldToEventLoop } from '#platform/server/event-loop.ts'
import { actorsSince, recordChange, recordChanges } from '#platform/server/history.ts'
import type { Caller } from '#platform/server/http/http.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import type { ImportBatch, UndoPlan, UndoResult } from '../../contract.ts'
import {
  type BatchRow,
  findBatch,
  type ImportRow,
  listBatches,
  listImportRows,
  markUndone,
} from '../queries.ts'

const rowsAtOnce = 100

/** The latest imports with the names of who made them. */
export async function listImports(db: Database): Promise<ImportBatch[]> {
  const batches = await listBatches(db)
  const names = await namesOf(db, [...new Set(batches.map(({ actor_id: id }) => id))])
  return batches.map(({ actor_id: id, ...batch }) => ({ ...batch, by: names.get(id) ?? null }))
}

/** What taking an import back would do, as things stand. */
export async function planUndo(db: Database, id: string): Promise<UndoPlan> {
  const batch = await requireBatch(db, id)
  if (batch.undone_at !== null) throw alreadyUndone()
  const plan: UndoPlan = { gone: 0, restored: 0, stay: 0, kept: [] }
  for await (const rows of readRowStates(db, batch, findPeople))
    for (const { row, person, reason } of rows)
      if (!person || reason !== undefined) addSkipped(plan, row, person, reason)
      else if (row.before === null) plan.gone += 1
      else plan.restored += 1
  return plan
}

/**
 * New members go (their numbers and the lines of their payments stay in the books), changed ones
 * get back what they had. A batch is undone once. Whoever was changed since makes it refused, or
 * stays as they are where `keepChanged` allows that.
 */
export async function undoImport(
  world: World,
  admin: Caller,
  id: string,
  keepChanged: boolean,
): Promise<UndoResult> {
  return inLargeTransaction(world.db, async (db) => {
    await lockLedger(db, 'exclusive')
    const batch = await requireBatch(db, id)
    const now = world.now()
    if (!(await markUndone(db, id, admin.id, now.toISOString()))) throw alreadyUndone()
    const done: UndoResult = { undone: 0, stay: 0, kept: [] }
    for await (const rows of readRowStates(db, batch, lockPeople)) {
      const takenBack: UndoableRow[] = []
      for (const { row, person, reason } of rows)
        if (!person || reason !== undefined) addSkipped(done, row, person, reason)
        else takenBack.push({ person, before: row.before })
      if (done.stay > 0 && !keepChanged) throw changedSince(done)
      await undoRows({ db, admin, now }, takenBack)
      done.undone += takenBack.length
    }
    world.log.info({ batch: id, person: admin.id, undone: done.undone }, 'import undone')
    return done
  })
}

async function requireBatch(db: Database, id: string): Promise<BatchRow> {
  const batch = await findBatch(db, id)
  if (!batch) throw new Refusal('missing', 'Import not found')
  return batch
}

const alreadyUndone = () => new Refusal('conflict', 'This import has already been undone')

function changedSince({ kept }: UndoResult): Refusal {
  const { line, name, reason } = kept[0] ?? { line: 0, name: '', reason: '' }
  const who = `${name || 'The member'} (line ${line}) ${reason}`
  return new Refusal('conflict', `${who}, so nothing was taken back; look at what would stay`)
}

const listed = 200

function addSkipped(
  told: Pick<UndoPlan, 'stay' | 'kept'>,
  { line }: ImportRow,
  person: PersonRow | undefined,
  reason = '',
): void {
  told.stay += 1
  if (told.kept.length < listed) told.kept.push({ line, name: person?.name ?? '', reason })
}

interface RowState {
  row: ImportRow
  person: PersonRow | undefined
  /** Why nothing is taken back; undefined when it can be. */
  reason: string | undefined
}

/** How the rows of a batch stand now, some at a time. */
async function* readRowStates(
  db: Database,
  batch: BatchRow,
  find: typeof findPeople,
): AsyncGenerator<RowState[]> {
  // Who did something in the portal since.
  const actors = await actorsSince(db, batch.at)
  for (let line = 0; ; ) {
    const rows = await listImportRows(db, batch.id, line, rowsAtOnce)
    if (rows.length === 0) return
    line = rows.at(-1)?.line ?? line
    const found = await find(
      db,
      rows.map((row) => row.person_id),
    )
    const people = new Map(found.map((person) => [person.id, person]))
    yield rows.map((row) => {
      const person = people.get(row.person_id)
      return { row, person, reason: skipReason(row, person, actors) }
    })
    await yieldToEventLoop()
  }
}

function skipReason(
  row: ImportRow,
  person: PersonRow | undefined,
  actors: ReadonlySet<string>,
): string | undefined {
  if (!person) return 'is no longer there'
  if (person.updated_at !== row.version) return 'was changed since'
  if (row.before === null && actors.has(person.id)) return 'has used the portal since'
  return undefined
}

interface UndoableRow {
  person: PersonRow
  before: string | null
}

interface UndoContext {
  db: Database
  admin: Caller
  now: Date
}

async function undoRows(needs: UndoContext, taken: readonly UndoableRow[]): Promise<void> {
  await deleteNewMembers(
    needs,
    taken.flatMap(({ person, before }) => (before === null ? [person] : [])),
  )
  for (const { person, before } of taken)
    if (before !== null) await restoreMember(needs, person, before)
}

async function deleteNewMembers(
  { db, admin, now }: UndoContext,
  people: readonly PersonRow[],
): Promise<void> {
  const unpaid: PersonRow[] = []
  for (const person of people) unpaid.push(await replacePayment(db, admin, person, null, now))
  await deleteUnchanged(db, unpaid)
  await recordChanges(
    db,
    people.map(({ id }) => ({
      actor: admin.id,
      subject: 'person',
      subjectId: id,
      act: 'import undone',
    })),
    now,
  )
}

interface Before {
  columns: Partial<PersonRow>
  /** What had been paid, and the line of the book that counted. */
  paid?: { payment: Payment | null; entry: string | null }
  /** Somebody who was no member before. */
  seeker?: true
}

async function restoreMember(
  { db, admin, now }: UndoContext,
  person: PersonRow,
  json: string,
): Promise<void> {
  // The border: written by write-actions.ts.
  const before = JSON.parse(json) as Before
  if (before.seeker) return restoreSeeker(db, admin, person, before.columns, now)
  const endsSessions = before.columns.email !== undefined
  const { role: _role, ...columns } = before.columns
  const current =
    Object.keys(columns).length === 0
      ? person
      : await saveMemberChanges(
          db,
          admin.id,
          person as MemberRow,
          { ...columns, ...(endsSessions && { session_epoch: person.session_epoch + 1 }) },
          'import undone',
          now,
        )
  if (before.paid) await undoImportedPayment(db, admin, current, before.paid, now)
}

async function restoreSeeker(
  db: Database,
  admin: Caller,
  member: PersonRow,
  { id: _id, ...columns }: Partial<PersonRow>,
  now: Date,
): Promise<void> {
  await replacePayment(db, admin, member, null, now)
  const open = await findPerson(db, member.id)
  if (!open) return
  const seeker = { ...open, ...columns }
  await updateMember(db, open, {
    ...columns,
    ...derivedColumns(seeker),
    session_epoch: open.session_epoch + 1,
    updated_at: nextVersion(open.updated_at, now),
  })
  await recordChange(
    db,
    { actor: admin.id, subject: 'person', subjectId: member.id, act: 'import undone' },
    now,
  )
}
