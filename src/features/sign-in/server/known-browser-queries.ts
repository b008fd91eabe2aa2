import type { Database } from '#platform/server/database/database.ts'
import type { Instant } from '#shared/dates.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    known_browser: KnownBrowser
  }
}

/** A browser that has signed a person in. Its cookie opens nothing. */
interface KnownBrowser {
  id: string
  /** SHA-256 of the cookie value. People who share a browser share the value. */
  secret_hash: string
  person_id: string
  /** The person's `session_epoch` at sign-in; the row is invalid once the person has a different one. */
  epoch: number
  created_at: Instant
  used_at: Instant
  /** When the person first confirmed the second factor in this browser; null for never. */
  confirmed_at: Instant | null
}

/** The valid row of this browser, with its person. */
const selectKnown = (db: Database, secretHash: string) =>
  db
    .selectFrom('known_browser')
    .innerJoin('person', 'person.id', 'known_browser.person_id')
    .select('known_browser.id')
    .where('known_browser.secret_hash', '=', secretHash)
    .whereRef('known_browser.epoch', '=', 'person.session_epoch')

/** The id of this browser's row for the active person with this address. */
export async function findKnownBrowser(
  db: Database,
  secretHash: string,
  email: string,
): Promise<string | undefined> {
  const row = await selectKnown(db, secretHash)
    .where('person.email', '=', email)
    .where('person.is_active', '=', true)
    .executeTakeFirst()
  return row?.id
}

/** Gives all rows of a browser another secret. */
export async function replaceSecret(db: Database, before: string, after: string): Promise<void> {
  await db
    .updateTable('known_browser')
    .set({ secret_hash: after })
    .where('secret_hash', '=', before)
    .execute()
}

/** Stores the row, or renews the one that the person has for this browser. Returns its id. */
export async function storeKnownBrowser(
  db: Database,
  row: Omit<KnownBrowser, 'confirmed_at'>,
): Promise<string> {
  const { id } = await db
    .insertInto('known_browser')
    .values({ ...row, confirmed_at: null })
    .onConflict((conflict) =>
      conflict
        .columns(['secret_hash', 'person_id'])
        .doUpdateSet({ epoch: row.epoch, used_at: row.used_at }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The id of this browser's row, if the person has confirmed the second factor in it before. */
export async function findConfirmedBrowser(
  db: Database,
  secretHash: string,
  personId: string,
): Promise<string | undefined> {
  const row = await selectKnown(db, secretHash)
    .where('person.id', '=', personId)
    .where('known_browser.confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row?.id
}

/** Stores that the person has confirmed the second factor in this browser; returns the id of its row. */
export async function storeConfirmedBrowser(
  db: Database,
  secretHash: string,
  personId: string,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .updateTable('known_browser')
    .set({ confirmed_at: now.toISOString() })
    .where('secret_hash', '=', secretHash)
    .where('person_id', '=', personId)
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Deletes the rows of a person except that of the browser with this secret. */
export async function deleteOtherKnownBrowsers(
  db: Database,
  personId: string,
  secretHash: string,
): Promise<void> {
  await db
    .deleteFrom('known_browser')
    .where('person_id', '=', personId)
    .where('secret_hash', '!=', secretHash)
    .execute()
}

/** Deletes rows that were last used before this time (ISO). */
export async function sweepKnownBrowsers(db: Database, before: Instant): Promise<void> {
  await db.deleteFrom('known_browser').where('used_at', '<', before).execute()
}
