/** What somebody does who runs a portal: starts it with settings, stops it, gives it commands. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openPortal } from '#app/server/portal.ts'
import { readConfig } from '#platform/server/config.ts'
import { createLog } from '#platform/server/log.ts'

const command = join(import.meta.dirname, '../src/app/server/command.ts')

/** The real command in a process of its own, away from any .env. */
export async function give(settings: Record<string, string>, ...words: string[]) {
  const child = spawn(process.execPath, [command, ...words], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text
  })
  const [code] = await once(child, 'close')
  return { code, ...said }
}

/** A whole portal with these settings, in this process; answers how to stop it. */
export async function start(
  settings: Record<string, string>,
  say: (line: string) => void = () => {},
): Promise<() => Promise<void>> {
  const running = await openPortal(readConfig(settings), createLog('silent'), say, folder())
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= running.stop()
    return stopped
  }
  onTestFinished(stop)
  await running.listen()
  return stop
}

/** For a DATA_DIR; the key beside it goes with it. */
export function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'portal-command-'))
  onTestFinished(() => {
    for (const path of [made, `${made}.key`]) rmSync(path, { recursive: true, force: true })
  })
  return made
}
