/** Takes an import back, row by row: whoever was changed since stays as they are. */

import { keysOf } from '#features/members/rules.ts'
import {
  deleteUnchanged,
  findPerson,
  holdPeople,
  later,
  namesOf,
  type PersonRow,
  type RegisterRow,
  updateMember,
  write,
} from '#features/members/server/actions.ts'
import { correctPayment, type Payment } from '#features/payments/server/actions.ts'
import { breathe } from '#platform/server/bulk.ts'
import type { Database } from '#platform/server/database.ts'
import { actorsSince, recordChange } from '#platform/server/history.ts'
import type { Caller } from '#platform/server/http.ts'
import { holdBooks } from '#platform/server/row-locks.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import type { ImportBatch, UndoDone } from '../contract.ts'
import {
  type BatchRow,
  findBatch,
  type ImportRow,
  listBatches,
  listImportRows,
  markUndone,
} from './queries.ts'

const rowsAtOnce = 100

/** The latest imports with the names of who made them. */
export async function importsWithNames(db: Database): Promise<ImportBatch[]> {
  const batches = await listBatches(db)
  const names = await namesOf(db, [...new Set(batches.map(({ actor_id: id }) => id))])
  return batches.map(({ actor_id: id, ...batch }) => ({ ...batch, by: names.get(id) ?? null }))
}

/**
 * New members go (their numbers and the lines of their payments stay in the books), changed ones
 * get back what they had. A batch is undone once.
 */
export async function undoImport(world: World, admin: Caller, id: string): Promise<UndoDone> {
  return world.db.transaction().execute(async (db) => {
    await holdBooks(db, 'alone')
    const batch = await findBatch(db, id)
    if (!batch) throw new Refusal('missing', 'Import not found')
    const now = world.now()
    if (!(await markUndone(db, id, admin.id, now.toISOString())))
      throw new Refusal('conflict', 'This import has already been undone')
    const done: UndoDone = { undone: 0, kept: [] }
    const actors = await actorsSince(db, batch.at)
    let line = 0
    for (;;) {
      const rows = await listImportRows(db, id, line, rowsAtOnce)
      if (rows.length === 0) break
      line = rows.at(-1)?.line ?? line
      await undoRows({ db, admin, batch, actors, now, done }, rows)
      await breathe()
    }
    world.log.info({ batch: id, person: admin.id, undone: done.undone }, 'import undone')
    return done
  })
}

interface UndoNeeds {
  db: Database
  admin: Caller
  batch: BatchRow
  /** Who did something in the portal since. */
  actors: ReadonlySet<string>
  now: Date
  done: UndoDone
}

async function undoRows(needs: UndoNeeds, rows: readonly ImportRow[]): Promise<void> {
  const { db, actors, done } = needs
  const people = new Map(
    (
      await holdPeople(
        db,
        rows.map((row) => row.person_id),
      )
    ).map((person) => [person.id, person]),
  )
  for (const row of rows) {
    const person = people.get(row.person_id)
    const reason = !person
      ? 'is no longer there'
      : person.updated_at !== row.version
        ? 'was changed since'
        : row.before === null && actors.has(person.id)
          ? 'has used the portal since'
          : undefined
    if (reason !== undefined || !person) {
      done.kept.push({ line: row.line, name: person?.name ?? '', reason: reason ?? '' })
      continue
    }
    if (row.before === null) await remove(needs, person)
    else await giveBack(needs, person, row.before)
    done.undone += 1
  }
}

async function remove({ db, admin, now }: UndoNeeds, person: PersonRow): Promise<void> {
  const unpaid = await correctPayment(db, admin, person, null, now)
  await deleteUnchanged(db, [unpaid])
  await recordChange(
    db,
    { actor: admin.id, subject: 'person', subjectId: person.id, act: 'import undone' },
    now,
  )
}

interface Before {
  columns: Partial<PersonRow>
  payment?: Payment | null
  /** Somebody who was no member before. */
  seeker?: true
}

async function giveBack(
  { db, admin, now }: UndoNeeds,
  person: PersonRow,
  json: string,
): Promise<void> {
  // The border: written by write-actions.ts.
  const before = JSON.parse(json) as Before
  if (before.seeker) return backToSeeker(db, admin, person, before.columns, now)
  const endsSessions = before.columns.email !== undefined
  const { role: _role, ...columns } = before.columns
  const current =
    Object.keys(columns).length === 0
      ? person
      : await write(
          db,
          admin.id,
          person as RegisterRow,
          { ...columns, ...(endsSessions && { session_epoch: person.session_epoch + 1 }) },
          'import undone',
          now,
        )
  if (before.payment !== undefined) await correctPayment(db, admin, current, before.payment, now)
}

async function backToSeeker(
  db: Database,
  admin: Caller,
  member: PersonRow,
  { id: _id, ...columns }: Partial<PersonRow>,
  now: Date,
): Promise<void> {
  await correctPayment(db, admin, member, null, now)
  const open = await findPerson(db, member.id)
  if (!open) return
  const seeker = { ...open, ...columns }
  await updateMember(db, open, {
    ...columns,
    ...keysOf(seeker),
    session_epoch: open.session_epoch + 1,
    updated_at: later(open.updated_at, now),
  })
  await recordChange(
    db,
    { actor: admin.id, subject: 'person', subjectId: member.id, act: 'import undone' },
    now,
  )
}
