/** Starts the program that is the limit of the register. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Engine } from '#test/support/engines.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { freePort } from '#test/support/process/free-port.ts'

export async function startBareRegister(env: DrillEnvironment, engine: Engine) {
  const port = await freePort()
  const database = (await env.database(engine)) ?? join(env.folder(), 'bare.sqlite')
  const child = fork(join(import.meta.dirname, 'bare-register.ts'), {
    execPath: process.execPath,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { PATH: process.env.PATH, PORT: String(port), DATABASE: database },
  })
  const exited = once(child, 'exit')
  env.onClose(async () => {
    child.kill()
    await exited
  })
  await once(child, 'message')
  const url = `http://127.0.0.1:${port}`
  const fetched = async (path: string, init?: RequestInit): Promise<void> => {
    const answer = await fetch(`${url}${path}`, init)
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`The bare register answered ${answer.status} to ${path}`)
  }
  return {
    get: fetched,
    fill: (sheet: Buffer) => {
      const columns = sheet.subarray(0, sheet.indexOf('\r')).toString()
      const path = `/import?columns=${encodeURIComponent(columns)}`
      return fetched(path, { method: 'POST', body: new Uint8Array(sheet) })
    },
  }
}
