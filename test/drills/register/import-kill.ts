/** kill -9 while members are imported: afterwards all rows of a file are there, or none. */
import { setTimeout as sleep } from 'node:timers/promises'
import { counted, type Finding, info } from '../support/findings.ts'
import { portalSettings } from '../support/portal-settings.ts'
import { adminEmail, signIn } from '../support/sign-in.ts'
import type { Engine, Site } from '../support/site.ts'
import type { Visitor } from '../support/visitor.ts'

/** Killed at any moment of the import, most of them while it writes. */
export async function importKillDrill(
  site: Site,
  engine: Engine,
  kills: number,
  rows = 2000,
): Promise<Finding[]> {
  const mail = await site.mailServer()
  const settings = await portalSettings(site, mail, engine)
  let portal = await site.portal(settings)
  const admin = await signIn(site.visitor(portal), mail, adminEmail, 'admin')
  const again = { ...settings, PORT: portal.port }
  const began = performance.now()
  await send(portal.url, admin, 'first', rows)
  const usual = performance.now() - began
  let whole = 0
  let none = 0
  for (let round = 0; round < kills; round++) {
    const sent = send(portal.url, admin, `round${round}`, rows).catch(() => undefined)
    await sleep(usual * (0.2 + Math.random()))
    await portal.end('SIGKILL')
    const answer = await sent
    portal = await site.launch(again)
    await portal.ready()
    const { rawHeaders } = await admin.request(
      'GET',
      `/api/admin/members?limit=1&search=@round${round}.example`,
    )
    const place = rawHeaders.findIndex((name) => /^x-total-count$/i.test(name))
    const found = Number(rawHeaders[place + 1])
    if (found === rows) whole += 1
    // What was acknowledged must be there.
    if (found === 0 && answer !== 200) none += 1
  }
  return [
    counted(`killed imports of which all rows or none are there, ${engine}`, whole + none, kills),
    info(`of them all / none, ${engine}`, `${whole} / ${none}`),
  ]
}

async function send(url: string, admin: Visitor, name: string, rows: number): Promise<number> {
  const lines = Array.from(
    { length: rows },
    (_, i) => `Member ${i},m${i}@${name}.example,Firm ${i},9876543210,5000`,
  )
  const text = `name,email,company_name,whatsapp_number,payment_amount\n${lines.join('\n')}\n`
  const form = new FormData()
  form.set('file', new File([text], 'members.csv'))
  const cookie = [...admin.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
  const answer = await fetch(`${url}/api/members/import`, {
    method: 'POST',
    headers: { Cookie: cookie },
    body: form,
  })
  await answer.text()
  return answer.status
}
