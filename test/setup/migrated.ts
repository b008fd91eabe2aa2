/** The empty tables of both engines, made once for all tests: each takes a copy. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { migrations } from '#app/server/migrations.ts'
import { migrate, openPostgres, openSqlite } from '#platform/server/database/database.ts'
import { askPostgres } from '../drills/site.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder with a migrated, empty SQLite database. */
    migratedFolder: string
  }
}

const template = 'migrated'
const file = 'portal.sqlite'

/** Vitest: after the cluster has been started. */
export async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-migrated-'))
  const url = new URL(project.getProvidedContext().postgresUrl)
  await askPostgres(url.href, `create database ${template}`)
  url.pathname = `/${template}`
  for (const opened of [openSqlite(folder), await openPostgres(url.href)]) {
    await migrate(opened.db, migrations)
    await opened.close()
  }
  project.provide('migratedFolder', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}

/** Lays the database into a folder that has none yet. */
export const copyMigrated = (to: string): void =>
  copyFileSync(join(inject('migratedFolder'), file), join(to, file))

/** Makes a database of this name; answers its address. */
export async function createMigrated(name: string): Promise<string> {
  const url = new URL(inject('postgresUrl'))
  await askPostgres(url.href, `create database ${name} template ${template}`)
  url.pathname = `/${name}`
  return url.href
}

export const dropDatabase = (name: string) =>
  askPostgres(inject('postgresUrl'), `drop database ${name} with (force)`)
