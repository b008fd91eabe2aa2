/** Exports and their members: who exported what, and whose data a file contained (docs/data.md). */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { createDeflateRaw, inflateRaw } from 'node:zlib'
import { insertIfNew } from '#platform/server/database/conditional-writes.ts'
import type { Database } from '#platform/server/database/database.ts'
import { inTransaction } from '#platform/server/database/in-transaction.ts'
import { recordChange } from '#platform/server/history/history.ts'
import type { Caller } from '#platform/server/http/request-context.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    /** Exports of the same members share a row. */
    exported_people: ExportedPeople
  }
}

export interface ExportedPeople {
  /** SHA-256 of the ids. */
  digest: string
  count: number
  /** The ids in order, a line each, compressed (raw deflate, base64). */
  ids: string
}

/** The exported members, from their ids in order. */
export async function readExportedPeople(
  sortedIds: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
): Promise<ExportedPeople> {
  const digest = createHash('sha256')
  let count = 0
  async function* text() {
    for await (const ids of sortedIds) {
      if (ids.length === 0) continue
      const lines = `${count === 0 ? '' : '\n'}${ids.join('\n')}`
      count += ids.length
      digest.update(lines)
      yield Buffer.from(lines)
    }
  }
  const compressed = await buffer(Readable.from(text()).compose(createDeflateRaw()))
  return { digest: digest.digest('hex'), count, ids: compressed.toString('base64') }
}

const decompress = promisify(inflateRaw)

interface RecordedExport {
  /** The name of the file. */
  file: string
  /** The filter or selection of the request. */
  filter: object
  /** The keys of the columns; undefined for a file that always has the same. */
  columns?: readonly string[]
  /** The members of the file, or only their number where they are not known, as for sums or a list as JSON. */
  people: ExportedPeople | { count: number }
}

/** Records who exports what. Call it before the file is sent. */
export async function recordExport(
  database: Database,
  { id, session }: Caller,
  { people, ...what }: RecordedExport,
  now: Date,
): Promise<void> {
  await inTransaction(database, async (db) => {
    const newList = 'digest' in people ? people : undefined
    if (newList) await insertIfNew(db, 'exported_people', newList, { uniqueColumn: 'digest' })
    await recordChange(
      db,
      {
        actor: id,
        subject: 'export',
        subjectId: id,
        action: 'members exported',
        after: { ...what, rows: people.count, people: newList?.digest, session },
      },
      now,
    )
  })
}

/** Records an export of these members; each is counted once. */
export const recordExportOf = async (
  database: Database,
  caller: Caller,
  { ids, ...what }: Omit<RecordedExport, 'people'> & { ids: readonly string[] },
  now: Date,
): Promise<void> =>
  recordExport(
    database,
    caller,
    { ...what, people: await readExportedPeople([[...new Set(ids)].toSorted()]) },
    now,
  )

/** The ids of the exported members; undefined for an unknown digest. */
export async function findExportedPeople(
  db: Database,
  digest: string,
): Promise<string[] | undefined> {
  const row = await db
    .selectFrom('exported_people')
    .select('ids')
    .where('digest', '=', digest)
    .executeTakeFirst()
  if (!row) return undefined
  const text = (await decompress(Buffer.from(row.ids, 'base64'))).toString()
  return text === '' ? [] : text.split('\n')
}
