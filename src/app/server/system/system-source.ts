/** What the System page shows besides the database: the process and its settings. */
import { readFileSync } from 'node:fs'
import type { Monitor } from '#platform/server/http/monitor.ts'

export interface SystemSource {
  engine: 'sqlite' | 'postgres'
  /** The data folder. */
  folder: string
  hasMailServer: boolean
  /** False where nightly backups are turned off, and for the sample association. */
  expectsBackups: boolean
  monitor: Monitor
}

/** The version in package.json. */
export const portalVersion: string = JSON.parse(
  readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
).version
