/** The process of the portal: reads the settings, serves, and stops in order. */
import { findPackageJSON } from 'node:module'
import { join } from 'node:path'
import { loadEnvFile } from 'node:process'
import { type Config, InvalidConfig, readConfig } from '#platform/server/config.ts'
import { ensureDataFolder } from '#platform/server/core/data-folder.ts'
import { createLog, type Log } from '#platform/server/core/log.ts'
import { withSourceStack } from '#platform/server/core/source-stack.ts'
import { StartupError } from '#platform/server/core/startup-error.ts'
import { openPortal } from './portal.ts'

process.umask(0o077)

try {
  loadEnvFile()
} catch {
  // There is no .env: the environment has all settings.
}

try {
  const config = readConfig(process.env)
  ensureDataFolder(config.dataDir)
  const log = createLog(config.logLevel)
  await serve(config, log)
} catch (error) {
  if (error instanceof InvalidConfig || error instanceof StartupError) {
    process.stderr.write(`The portal cannot start.\n${error.message}\n`)
    process.exit(1)
  }
  throw withSourceStack(error)
}

async function serve(config: Config, log: Log): Promise<void> {
  const print = (text: string) => process.stdout.write(`${text}\n`)
  const portal = await openPortal(config, {
    log,
    print,
    webFolder: join(findPackageJSON(import.meta.url) ?? '', '../dist/web'),
  })
  const listening = portal.listen()
  stopOnSignals(log, async () => {
    await listening.catch(() => {})
    await portal.stop()
  })
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception')
    process.exit(1)
  })
  await listening
}

function stopOnSignals(log: Log, end: () => Promise<void>): void {
  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    await end()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
  // A program that starts the portal with an IPC channel stops it by closing the channel, also when the program is
  // killed.
  if (process.connected) process.on('disconnect', () => stop('disconnect'))
}
