/** Two portals on one data folder: the second says so in a sentence and touches nothing. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { counted, type Finding } from '../support/findings.ts'
import { adminAndOem, adminEmail } from '../support/sign-in.ts'
import type { Site } from '../support/site.ts'

const sentence = /^The portal cannot start\.\nAnother portal is already running on the data folder /

export async function lockDrill(site: Site, tries: number): Promise<Finding[]> {
  const mail = await site.mailServer()
  const folder = site.folder()
  const settings = { DATA_DIR: folder, SMTP_URL: mail.url, ADMIN_EMAIL: adminEmail }
  const portal = await site.portal(settings)
  const { admin } = await adminAndOem(site, portal, mail)
  let refused = 0
  let untouched = 0
  for (let i = 0; i < tries; i++) {
    const before = stateOf(folder)
    const second = await site.launch(settings)
    const { code } = await second.exited
    if (code === 1 && sentence.test(second.output())) refused += 1
    const { status } = await admin.request('GET', '/api/user')
    if (stateOf(folder) === before && status === 200) untouched += 1
  }
  return [
    counted('second portals that refused in a sentence', refused, tries),
    counted('times nothing in the folder had changed, the first still serving', untouched, tries),
  ]
}

/** Name, size, time and content of every file. */
function stateOf(folder: string): string {
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
