/** Reads the settings, opens everything, serves, and stops in order: all side effects are here. */
import { join } from 'node:path'
import { loadEnvFile } from 'node:process'
import { InvalidConfig, readConfig } from '#platform/server/config.ts'
import { ensureDataFolder } from '#platform/server/data-folder.ts'
import { createLog } from '#platform/server/log.ts'
import { StartupError } from '#platform/server/startup-error.ts'
import { openPortal } from './portal.ts'

process.umask(0o077)

const say = (words: string) => process.stdout.write(`${words}\n`)

try {
  loadEnvFile()
} catch {
  // No .env beside us: the environment alone counts.
}

try {
  const config = readConfig(process.env)
  ensureDataFolder(config.dataDir)
  const log = createLog(config.logLevel)
  const portal = await openPortal(config, log, say, join(import.meta.dirname, '../../../dist/web'))
  const listening = portal.listen()

  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    await listening.catch(() => {})
    await portal.stop()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
  // The launcher holds the other end: when it is gone, whatever ended it, so are we.
  if (process.connected) process.on('disconnect', () => stop('disconnect'))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught')
    process.exit(1)
  })
  await listening
} catch (error) {
  if (error instanceof InvalidConfig || error instanceof StartupError) {
    process.stderr.write(`The portal cannot start.\n${error.message}\n`)
    process.exit(1)
  }
  throw error
}
