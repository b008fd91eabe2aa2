/** Fifty simultaneous calls with one link: exactly one may get a session. */

import type { Engine } from '#test/support/engines.ts'
import type { ApiClient } from '#test/support/process/api-client.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { counted, type Finding } from '#test/support/process/findings.ts'
import { portalSettings } from '#test/support/process/portal-settings.ts'
import { codeOf, requestLink, tokenOf } from '#test/support/process/sign-in.ts'

/** On PostgreSQL the second half of the rounds runs against two portals that share the database. */
export async function raceDrill(
  env: DrillEnvironment,
  engine: Engine,
  rounds: number,
  racers = 50,
): Promise<Finding[]> {
  const mail = await env.mailServer()
  const settings = await portalSettings(env, mail, engine)
  const start = () => env.portal({ ...settings, DATA_DIR: env.folder() })
  const portals = engine === 'SQLite' ? [await start()] : [await start(), await start()]
  const [first] = portals
  if (!first) return []
  let oneWinner = 0
  let onTwoPortals = 0
  for (let round = 0; round < rounds; round++) {
    const target = round < rounds / 2 ? [first] : portals
    if (target.length > 1) onTwoPortals += 1
    const email = `racer${round}@drill.example`
    const requester = env.client(first)
    const signInMail = await requestLink(requester, mail, email, 'jobseeker')
    const entrants = Array.from({ length: racers }, (_, index) => {
      const client = env.client(target[index % target.length] ?? first)
      return {
        client,
        proof: proofOf(index, round, email, tokenOf(signInMail), codeOf(signInMail)),
      }
    })
    if (await hasOneWinner(requester, entrants)) oneWinner += 1
    mail.clear()
  }
  const details = engine === 'SQLite' ? '' : `, ${onTwoPortals} of them on two portals`
  return [
    counted(`rounds of ${racers} calls with one session, ${engine}${details}`, oneWinner, rounds),
  ]
}

interface Entrant {
  client: ApiClient
  proof: { payload: Record<string, string>; pending: boolean }
}

/** In every other round two callers send only the code, and two callers of another browser send both. */
function proofOf(
  index: number,
  round: number,
  email: string,
  token: string,
  code: string,
): Entrant['proof'] {
  if (round % 2 === 1 && index < 2) return { payload: { email, code }, pending: true }
  if (round % 2 === 1 && index < 4) return { payload: { token, code }, pending: false }
  return { payload: { token }, pending: true }
}

async function hasOneWinner(requester: ApiClient, entrants: Entrant[]): Promise<boolean> {
  const pending = requester.cookies.get('pending') ?? ''
  for (const { client, proof } of entrants)
    if (proof.pending) client.cookies.set('pending', pending)
  const statuses = await Promise.all(
    entrants.map(async ({ client, proof }) => {
      return (await client.request('POST', '/api/auth/verify', proof.payload)).status
    }),
  )
  const refused = statuses.filter((status) => status >= 400 && status < 500).length
  const holders = entrants.filter(({ client }) => client.cookies.has('session'))
  const [winner] = holders
  if (!winner || holders.length !== 1 || refused !== entrants.length - 1) return false
  const sessions = await winner.client.call('GET', '/api/auth/sessions')
  return Array.isArray(sessions) && sessions.length === 1
}
