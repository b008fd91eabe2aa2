/** A process that is killed during the migrations, when it has adopted the baseline and begun the next one. */
import { sql } from 'kysely'
import { migrations } from '#app/server/migrations.ts'
import { type Database, openPostgres, openSqlite } from '#platform/server/database/database.ts'
import { migrate } from '#platform/server/database/migrate.ts'

const { DATA_DIR = '', DATABASE_URL } = process.env
const { db } = DATABASE_URL ? await openPostgres(DATABASE_URL) : openSqlite(DATA_DIR)
const up = async (tx: Database) => {
  await sql`create table later (id integer)`.execute(tx)
  process.kill(process.pid, 'SIGKILL')
}
await migrate(db, { ...migrations, '9999-killed': { up } })
