/** Databases for tests of migrations. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { migrations } from '#app/server/migrations.ts'
import { type Database, openPostgres, openSqlite } from '#platform/server/database/database.ts'
import type { Engine } from './engines.ts'
import { queryPostgres } from './query-database.ts'

/** An empty database without tables. */
export async function emptyDatabase(engine: Engine): Promise<Database> {
  if (engine === 'SQLite') {
    const folder = mkdtempSync(join(tmpdir(), 'portal-migration-'))
    const { db, close } = openSqlite(folder)
    onTestFinished(async () => {
      await close()
      rmSync(folder, { recursive: true, force: true })
    })
    return db
  }
  const name = `migration_${randomBytes(8).toString('hex')}`
  await queryPostgres(inject('postgresUrl'), `create database ${name}`)
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  const { db, close } = await openPostgres(url.href)
  onTestFinished(async () => {
    await close()
    await queryPostgres(inject('postgresUrl'), `drop database ${name} with (force)`)
  })
  return db
}

/** The migrations up to this one. */
export const migrationsUpTo = (last: string) =>
  Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= last))
