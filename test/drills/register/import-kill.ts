/** Kills the portal (SIGKILL) during an import: all rows of the file must be stored, or none. */

import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from '#test/support/engines.ts'
import { cookieHeader } from '#test/support/portal/test-client.ts'
import type { ApiClient } from '#test/support/process/api-client.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { counted, type Finding, info } from '#test/support/process/findings.ts'
import { portalSettings } from '#test/support/process/portal-settings.ts'
import { adminEmail, signIn } from '#test/support/process/sign-in.ts'

/** Kills at a random moment of the import, mostly while it writes. */
export async function importKillDrill(
  env: DrillEnvironment,
  engine: Engine,
  kills: number,
  rows = 2000,
): Promise<Finding[]> {
  const mail = await env.mailServer()
  const settings = await portalSettings(env, mail, engine)
  let portal = await env.portal(settings)
  const admin = await signIn(env.client(portal), mail, adminEmail, 'admin')
  const restartSettings = { ...settings, PORT: portal.port }
  const startedAt = performance.now()
  await send(portal.url, admin, 'first', rows)
  const usualMs = performance.now() - startedAt
  let complete = 0
  let none = 0
  for (let round = 0; round < kills; round++) {
    const sent = send(portal.url, admin, `round${round}`, rows).catch(() => undefined)
    await sleep(usualMs * (0.2 + Math.random()))
    await portal.end('SIGKILL')
    const answer = await sent
    portal = await env.launch(restartSettings)
    await portal.ready()
    const { rawHeaders } = await admin.request(
      'GET',
      `/api/admin/members?limit=1&search=@round${round}.example`,
    )
    const nameIndex = rawHeaders.findIndex((name) => /^x-total-count$/i.test(name))
    const stored = Number(rawHeaders[nameIndex + 1])
    if (stored === rows) complete += 1
    // An acknowledged import must be stored.
    if (stored === 0 && answer !== 200) none += 1
  }
  return [
    counted(`killed imports with all rows or none, ${engine}`, complete + none, kills),
    info(`all rows / none, ${engine}`, `${complete} / ${none}`),
  ]
}

async function send(url: string, admin: ApiClient, name: string, rows: number): Promise<number> {
  const lines = Array.from(
    { length: rows },
    (_, i) => `Member ${i},m${i}@${name}.example,Firm ${i},9876543210,5000`,
  )
  const text = `name,email,company_name,whatsapp_number,payment_amount\n${lines.join('\n')}\n`
  const form = new FormData()
  form.set('file', new File([text], 'members.csv'))
  const cookie = cookieHeader(admin)
  const answer = await fetch(`${url}/api/members/import`, {
    method: 'POST',
    headers: { Cookie: cookie },
    body: form,
  })
  await answer.text()
  return answer.status
}
