/** The sample association as the data of a portal with an administrator of its own, on either engine. */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '#test/support/engines.ts'
import { launchPortal } from '#test/support/process/portal-process.ts'
import { waitUntil } from '#test/support/process/wait-until.ts'
import { command, copyFolder, type Installation, type Setting } from './installations.ts'

/** A portal without ADMIN_EMAIL makes it, on SQLite only; `move` brings it to PostgreSQL. */
export async function sampleAssociation(setting: Setting, engine: Engine): Promise<Installation> {
  const { checkout, clock, env } = setting
  const shown = env.folder()
  const sample = await launchPortal({ DATA_DIR: shown }, clock.nodeOptions, checkout)
  env.onClose(() => sample.end('SIGKILL'))
  await sample.ready()
  // The links are printed after the sample data is stored.
  if (!(await waitUntil(() => sample.output().includes('Job seeker'), 600_000)))
    throw new Error(`The sample association is incomplete:\n${sample.output()}`)
  await sample.end('SIGTERM')
  const onSqlite: Installation = { DATA_DIR: env.folder(), DATABASE_URL: undefined }
  copyFolder(join(shown, 'demo'), onSqlite.DATA_DIR)
  copyFileSync(`${shown}.key`, `${onSqlite.DATA_DIR}.key`)
  if (engine === 'SQLite') return onSqlite
  const url = (await env.database(engine)) ?? ''
  const { code, output } = await command(setting, onSqlite, ['move'], { TO_DATABASE_URL: url })
  if (code !== 0) throw new Error(`The sample association was not moved:\n${output}`)
  return { ...onSqlite, DATABASE_URL: url }
}
