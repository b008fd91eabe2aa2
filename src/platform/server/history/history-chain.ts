/**
 * The chain of seals over the history. Each seal lists the entries that were recorded since the previous seal, with a
 * digest of each, and the hash of the previous seal. An attacker who changes, removes or adds an entry in the database
 * must rewrite all later seals, but their latest hash is also in the log and in the backups. Entries are sealed after
 * their transaction, so that a large import is not slowed down.
 */
import { hash } from 'node:crypto'
import type { Instant } from '#shared/dates.ts'
import { yieldToEventLoop } from '../core/event-loop.ts'
import { lockByName } from '../database/advisory-lock.ts'
import { chunks } from '../database/bulk.ts'
import type { Database } from '../database/database.ts'
import { type HistoryRow, maxUnsealed, valuesDigest } from './history.ts'

declare module '../database/database.ts' {
  interface Tables {
    history_seal: HistorySeal
  }
}

interface HistorySeal {
  /** From 1 without gaps. */
  sequence: number
  sealed_at: Instant
  /** A row for each entry: its id, a blank and its digest (`entryDigest`). */
  entries: string
  /** The hash of the seal before; '' for the first. */
  previous: string
  hash: string
}

/** The newest seal. Its hash, noted elsewhere, later proves that nothing before it was changed. */
export interface HistoryHead {
  sequence: number
  sealed_at: Instant
  hash: string
}

/** Entries per seal: few enough that sealing one blocks the process only briefly. */
const maxEntries = 2 * maxUnsealed

/** The most problems that `verifyHistory` names. */
const maxProblems = 100

/** Seals the entries that are not sealed yet; returns the newest seal, undefined when there is none. */
export async function sealHistory(db: Database, now: Date): Promise<HistoryHead | undefined> {
  while (await sealNext(db, now)) await yieldToEventLoop()
  return historyHead(db)
}

/** Returns false when all entries are sealed. */
async function sealNext(database: Database, now: Date): Promise<boolean> {
  const waiting = await database
    .selectFrom('history_unsealed')
    .select('first_id')
    .limit(1)
    .execute()
  if (waiting.length === 0) return false
  return database.transaction().execute(async (db) => {
    await lockByName(db, 'history-seal', 'exclusive')
    const batches = await nextBatches(db)
    const ids = batches.flatMap((batch) => batch.ids.split(' '))
    if (ids.length === 0) return false
    const rows = await findEntries(db, ids)
    const head = await historyHead(db)
    const seal = {
      sequence: (head?.sequence ?? 0) + 1,
      sealed_at: now.toISOString(),
      entries: ids.map((id) => `${id} ${digestIn(rows, id)}`).join('\n'),
      previous: head?.hash ?? '',
    }
    await db
      .insertInto('history_seal')
      .values({ ...seal, hash: sealHash(seal) })
      .execute()
    await db
      .deleteFrom('history_unsealed')
      .where(
        'first_id',
        'in',
        batches.map(({ first_id }) => first_id),
      )
      .execute()
    return true
  })
}

/** Unsealed entries for one seal: at most `maxEntries`. */
async function nextBatches(db: Database) {
  const rows = await db
    .selectFrom('history_unsealed')
    .selectAll()
    .orderBy('first_id')
    .limit(maxEntries)
    .execute()
  let count = 0
  return rows.filter(({ ids }) => {
    count += ids.split(' ').length
    return count <= maxEntries
  })
}

export function historyHead(db: Database): Promise<HistoryHead | undefined> {
  return db
    .selectFrom('history_seal')
    .select(['sequence', 'sealed_at', 'hash'])
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
}

const sealHash = ({ sequence, sealed_at, entries, previous }: Omit<HistorySeal, 'hash'>): string =>
  hash('sha256', JSON.stringify([sequence, sealed_at, entries, previous]), 'base64url')

/** SHA-256 of an entry. An erased entry keeps it, because it contains the digest of the values. */
const entryDigest = (row: HistoryRow): string =>
  hash(
    'sha256',
    JSON.stringify([
      row.id,
      row.at,
      row.actor_id,
      row.subject,
      row.subject_id,
      row.act,
      row.is_erasure,
      row.digest,
    ]),
    'base64url',
  )

const digestIn = (rows: ReadonlyMap<string, HistoryRow>, id: string): string => {
  const row = rows.get(id)
  return row ? entryDigest(row) : 'missing'
}

async function findEntries(db: Database, ids: readonly string[]): Promise<Map<string, HistoryRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('history').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export interface HistoryCheck {
  /** The number of entries. */
  entries: number
  /** How many of them wait for their seal. */
  unsealed: number
  /** How many have erased values. */
  erased: number
  head: HistoryHead | undefined
  /** A sentence for each fault, at most a hundred; empty when the history is as the portal wrote it. */
  problems: string[]
}

/**
 * Checks every entry against its seal, and the seals against each other. Call it with a transaction
 * (`read only`, on PostgreSQL `repeatable read`) when the portal is running beside it.
 */
export async function verifyHistory(db: Database): Promise<HistoryCheck> {
  const check: HistoryCheck = {
    entries: await countEntries(db),
    unsealed: 0,
    erased: 0,
    head: await historyHead(db),
    problems: [],
  }
  const erasures: Erasures = { recorded: new Map(), erased: [] }
  let foundCount = await verifySeals(db, check, erasures)
  const unsealed = await db.selectFrom('history_unsealed').select('ids').execute()
  const ids = unsealed.flatMap((batch) => batch.ids.split(' '))
  check.unsealed = ids.length
  for (const batch of chunks(ids, maxEntries))
    foundCount += await verifyEntries(db, check, erasures, { ids: batch })
  verifyErasures(check, erasures)
  if (foundCount !== check.entries) await nameUnknownEntries(db, check, new Set(ids))
  check.problems = check.problems.slice(0, maxProblems)
  return check
}

const countEntries = async (db: Database): Promise<number> => {
  const { count } = await db
    .selectFrom('history')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The number of sealed entries that exist. */
async function verifySeals(db: Database, check: HistoryCheck, erasures: Erasures): Promise<number> {
  let foundCount = 0
  let previous = { sequence: 0, hash: '' }
  for await (const seal of allSeals(db)) {
    if (seal.sequence !== previous.sequence + 1)
      check.problems.push(`Seal ${previous.sequence + 1} of the history is missing.`)
    else if (seal.previous !== previous.hash)
      check.problems.push(`Seal ${seal.sequence} of the history does not follow the one before it.`)
    if (sealHash(seal) !== seal.hash)
      check.problems.push(`Seal ${seal.sequence} of the history was changed.`)
    const digests = digestsOf(seal)
    const batch = { ids: [...digests.keys()], digests, sequence: seal.sequence }
    foundCount += await verifyEntries(db, check, erasures, batch)
    previous = seal
  }
  return foundCount
}

async function* allSeals(db: Database): AsyncGenerator<HistorySeal> {
  for (let last = 0; ; ) {
    const seal = await db
      .selectFrom('history_seal')
      .selectAll()
      .where('sequence', '>', last)
      .orderBy('sequence')
      .limit(1)
      .executeTakeFirst()
    if (!seal) return
    yield seal
    last = seal.sequence
    await yieldToEventLoop()
  }
}

const digestsOf = ({ entries }: HistorySeal): Map<string, string> =>
  new Map(
    entries.split('\n').map((entry) => {
      const [id = '', digest = ''] = entry.split(' ')
      return [id, digest]
    }),
  )

/** Entries with erased values, and those that recorded an erasure. */
interface Erasures {
  /** The last erasure of each record: the id of its entry, and the number of its seal. */
  recorded: Map<string, { id: string; sequence: number }>
  erased: { id: string; record: string; sequence: number; name: string }[]
}

interface Batch {
  ids: readonly string[]
  /** Undefined for entries that are not sealed yet, like the number of the seal. */
  digests?: ReadonlyMap<string, string>
  sequence?: number
}

/** Checks entries, with their digests in a seal; returns how many of them exist. */
async function verifyEntries(
  db: Database,
  check: HistoryCheck,
  erasures: Erasures,
  { ids, digests, sequence = Number.POSITIVE_INFINITY }: Batch,
): Promise<number> {
  const rows = await findEntries(db, ids)
  for (const id of ids) {
    const row = rows.get(id)
    if (!row) {
      check.problems.push(`Entry ${id} of the history was removed.`)
      continue
    }
    const record = `${row.subject} ${row.subject_id}`
    if (row.is_erasure) erasures.recorded.set(record, { id, sequence })
    if (digests && digests.get(id) !== entryDigest(row))
      check.problems.push(`Entry ${named(row)} was changed.`)
    else if (row.salt === null && row.before === null && row.after === null)
      erasures.erased.push({ id, record, sequence, name: named(row) })
    else if (valuesDigest(row) !== row.digest)
      check.problems.push(`The values of entry ${named(row)} were changed.`)
  }
  return rows.size
}

/**
 * Values are erased only together with their record, and the deletion has an entry in the same or a later seal. The
 * order within a seal is ignored, because the clock may have been set back.
 */
function verifyErasures(check: HistoryCheck, { recorded, erased }: Erasures): void {
  check.erased = erased.length
  for (const { id, record, sequence, name } of erased) {
    const erasure = recorded.get(record)
    if (erasure === undefined || erasure.sequence < sequence || erasure.id === id)
      check.problems.push(`The values of entry ${name} were erased, but its record was not.`)
  }
}

/** Names the entries that neither a seal nor the list of unsealed entries has. */
async function nameUnknownEntries(
  db: Database,
  check: HistoryCheck,
  known: Set<string>,
): Promise<void> {
  for await (const seal of allSeals(db)) for (const id of digestsOf(seal).keys()) known.add(id)
  for (let last = ''; check.problems.length < maxProblems; ) {
    const rows = await db
      .selectFrom('history')
      .selectAll()
      .where('id', '>', last)
      .orderBy('id')
      .limit(maxEntries)
      .execute()
    if (rows.length === 0) return
    for (const row of rows)
      if (!known.has(row.id))
        check.problems.push(`Entry ${named(row)} was added by another program.`)
    last = rows.at(-1)?.id ?? ''
  }
}

const named = ({ id, act, subject, subject_id, at }: HistoryRow): string =>
  `${id} of the history (${act}, ${subject} ${subject_id}, ${at})`
