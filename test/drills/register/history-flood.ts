/** A person who saves as fast as possible: how much the database grows. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { concurrently, type DrillEnvironment } from '#test/support/process/environment.ts'
import { type Finding, info, measured } from '#test/support/process/findings.ts'
import { portalSettings } from '#test/support/process/portal-settings.ts'
import { adminAndOem, signIn } from '#test/support/process/sign-in.ts'

const seekerEmail = 'kavita@drill.example'
const texts = ['company_description', 'services_products', 'address', 'factory_address']

/** A job seeker, then a member saves the profile `saves` times, each time with other texts. */
export async function historyFloodDrill(env: DrillEnvironment, saves: number): Promise<Finding[]> {
  const mail = await env.mailServer()
  const settings = await portalSettings(env, mail)
  const size = () => statSync(join(settings.DATA_DIR, 'portal.sqlite')).size
  let portal = await env.portal(settings)
  const { oem } = await adminAndOem(env, portal, mail)
  const seeker = await signIn(env.client(portal), mail, seekerEmail, 'jobseeker')
  const findings: Finding[] = []
  for (const [who, client, length] of [
    ['job seeker', seeker, 1000],
    ['member', oem, 5000],
  ] as const) {
    // A stop writes the log of SQLite into the file.
    await portal.end('SIGTERM')
    const before = size()
    portal = await env.portal({ ...settings, PORT: portal.port })
    const statuses = new Map<number, number>()
    await concurrently(saves, 8, async (round) => {
      const fields = texts.map((field) => [field, `${round} `.padEnd(length, 'स')])
      const profile = { name: 'Kavita Rao', ...Object.fromEntries(fields) }
      const { status } = await client.request('PUT', '/api/profile', profile)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    })
    await portal.end('SIGTERM')
    const growth = (size() - before) / 1e6
    portal = await env.portal({ ...settings, PORT: portal.port })
    const counts = [...statuses].map(([status, count]) => `${status}: ${count}`).join(', ')
    findings.push(
      info(`answers to ${saves} saves of a ${who}`, counts),
      measured(
        `growth of the database by a ${who}`,
        `${growth.toFixed(2)} MB`,
        '< 1 MB',
        growth < 1,
      ),
    )
  }
  return findings
}
