/** The empty tables of both engines, made once for all tests: each takes a copy. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { migrations } from '#app/server/migrations.ts'
import { openPostgres, openSqlite } from '#platform/server/database/database.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { askPostgres } from '../drills/site.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder with a migrated, empty SQLite database. */
    migratedFolder: string
    /** What follows the name in the statement that makes a PostgreSQL database with the same tables. */
    migratedTemplate: string
  }
}

const template = 'migrated'
const file = 'portal.sqlite'

/** Vitest: after the cluster has been started. */
export async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-migrated-'))
  const url = new URL(project.getProvidedContext().postgresUrl)
  await askPostgres(url.href, `create database ${template}`)
  project.provide('migratedTemplate', `template ${template} ${await copyStrategy(url.href)}`)
  url.pathname = `/${template}`
  for (const opened of [openSqlite(folder), await openPostgres(url.href)]) {
    await migrate(opened.db, migrations)
    await opened.close()
  }
  project.provide('migratedFolder', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}

/** Copying files takes a quarter of the time of PostgreSQL 15's default, which logs every page. */
async function copyStrategy(url: string): Promise<string> {
  const [row] = await askPostgres(url, 'show server_version_num')
  return Number(row?.server_version_num) >= 150_000 ? 'strategy file_copy' : ''
}

/** Lays the database into a folder that has none yet. */
export const copyMigrated = (to: string): void =>
  copyFileSync(join(inject('migratedFolder'), file), join(to, file))

let pool: pg.Pool | undefined

/** One connection for all statements of this process about databases. */
function ask(statement: string) {
  const options = { connectionString: inject('postgresUrl'), max: 1, allowExitOnIdle: true }
  // An error of an idle connection: the cluster has been stopped before this process.
  pool ??= new pg.Pool(options).on('error', () => {})
  return pool.query(statement)
}

/** Makes a database of this name; answers its address. */
export async function createMigrated(name: string): Promise<string> {
  await ask(`create database ${name} ${inject('migratedTemplate')}`)
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  return url.href
}

export const dropDatabase = (name: string) => ask(`drop database ${name} with (force)`)
