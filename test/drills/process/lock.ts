/** Starts a second portal on the same data folder: it must exit with a message and change nothing. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { counted, type Finding } from '#test/support/process/findings.ts'
import { adminAndOem, adminEmail } from '#test/support/process/sign-in.ts'

const message = /^The portal cannot start\.\nAnother portal is already running on the data folder /

export async function lockDrill(env: DrillEnvironment, attempts: number): Promise<Finding[]> {
  const mail = await env.mailServer()
  const folder = env.folder()
  const settings = { DATA_DIR: folder, SMTP_URL: mail.url, ADMIN_EMAIL: adminEmail }
  const portal = await env.portal(settings)
  const { admin } = await adminAndOem(env, portal, mail)
  let refused = 0
  let unchanged = 0
  for (let i = 0; i < attempts; i++) {
    // Paused, so that its own regular work changes nothing.
    process.kill(portal.pid, 'SIGSTOP')
    const before = fingerprintOf(folder)
    const second = await env.launch(settings)
    const { code } = await second.exited
    if (code === 1 && message.test(second.output())) refused += 1
    const isUnchanged = fingerprintOf(folder) === before
    process.kill(portal.pid, 'SIGCONT')
    const { status } = await admin.request('GET', '/api/user')
    if (isUnchanged && status === 200) unchanged += 1
  }
  return [
    counted('second portals that exited with the message', refused, attempts),
    counted('times the folder was unchanged and the first still served', unchanged, attempts),
  ]
}

/** Name, size, modification time and hash of every file. */
function fingerprintOf(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return names
    .map((name) => {
      const path = join(folder, name)
      const { size, mtimeMs } = statSync(path)
      const content = statSync(path).isFile() ? readFileSync(path) : ''
      return [name, size, mtimeMs, createHash('sha256').update(content).digest('hex')].join(' ')
    })
    .join('\n')
}
