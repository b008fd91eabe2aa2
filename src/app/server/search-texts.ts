/** The stored texts that searches and matches read (shared/search.ts, members/phone-digits.ts, duplicate-keys.ts). */
import { sql } from 'kysely'
import { phoneKey } from '#features/members/duplicate-keys.ts'
import { phoneDigits } from '#features/members/phone-digits.ts'
import type { Database } from '#platform/server/database/database.ts'
import { readSettings, saveSetting } from '#platform/server/database/stored-settings.ts'
import { foldCase, foldVersion, normaliseForSearch } from '#shared/search.ts'

const byLine = (fold: (text: string) => string) => (text: string) =>
  text.split('\n').map(fold).join('\n')

/** What each column is made of: itself, folded before, or another column. */
const stored = [
  { table: 'person', column: 'search_text', source: 'search_text', fold: byLine(foldCase) },
  {
    table: 'person',
    column: 'directory_text',
    source: 'directory_text',
    fold: byLine(normaliseForSearch),
  },
  { table: 'person', column: 'phone_key', source: 'whatsapp_number', fold: phoneKey },
  { table: 'person', column: 'phone_digits', source: 'whatsapp_number', fold: phoneDigits },
  { table: 'job', column: 'search_text', source: 'search_text', fold: byLine(normaliseForSearch) },
  {
    table: 'application',
    column: 'search_text',
    source: 'search_text',
    fold: byLine(normaliseForSearch),
  },
] as const

type StoredTexts = (typeof stored)[number]

const chunkSize = 1000

/**
 * Folds all texts again after an upgrade that changes the folding. Call it after the migrations and before the portal
 * serves.
 */
export async function completeSearchTexts(db: Database): Promise<void> {
  const setting = { name: 'search_fold', value: foldVersion }
  if ((await readSettings(db, [setting.name])).get(setting.name) === setting.value) return
  for (const texts of stored) await foldAgain(db, texts)
  await saveSetting(db, setting.name, setting.value)
}

async function foldAgain(db: Database, texts: StoredTexts): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await readTexts(db, texts, after)
    const last = rows.at(-1)
    if (!last) return
    await db.transaction().execute(async (tx) => {
      for (const { id, text, typed } of rows) {
        const folded = texts.fold(typed)
        if (folded !== text) await replaceText(tx, texts, { id, text, folded })
      }
    })
    after = last.id
  }
}

async function readTexts(db: Database, { table, column, source }: StoredTexts, after: string) {
  const { rows } = await sql<{ id: string; text: string; typed: string }>`
    select id, ${sql.ref(column)} as text, ${sql.ref(source)} as typed from ${sql.table(table)}
    where id > ${after} order by id limit ${chunkSize}`.execute(db)
  return rows
}

/** Writes the text unless another process has changed it in the meantime. */
async function replaceText(
  db: Database,
  { table, column }: StoredTexts,
  { id, text, folded }: { id: string; text: string; folded: string },
): Promise<void> {
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${folded}
    where id = ${id} and ${sql.ref(column)} = ${text}`.execute(db)
}
