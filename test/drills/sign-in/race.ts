/** Fifty calls at once with one link: one of them gets a session, the others get nothing. */
import { counted, type Finding } from '../support/findings.ts'
import { portalSettings } from '../support/portal-settings.ts'
import { codeOf, requestLink, tokenOf } from '../support/sign-in.ts'
import type { Engine, Site } from '../support/site.ts'
import type { Visitor } from '../support/visitor.ts'

/** On PostgreSQL two portals share the database; they share the second half of the rounds. */
export async function raceDrill(
  site: Site,
  engine: Engine,
  rounds: number,
  racers = 50,
): Promise<Finding[]> {
  const mail = await site.mailServer()
  const settings = await portalSettings(site, mail, engine)
  const start = () => site.portal({ ...settings, DATA_DIR: site.folder() })
  const portals = engine === 'SQLite' ? [await start()] : [await start(), await start()]
  const [first] = portals
  if (!first) return []
  let fair = 0
  let shared = 0
  for (let round = 0; round < rounds; round++) {
    const used = round < rounds / 2 ? [first] : portals
    if (used.length > 1) shared += 1
    const email = `racer${round}@drill.example`
    const asker = site.visitor(first)
    const letter = await requestLink(asker, mail, email, 'jobseeker')
    const entrants = Array.from({ length: racers }, (_, index) => {
      const visitor = site.visitor(used[index % used.length] ?? first)
      return { visitor, proof: proofOf(index, round, email, tokenOf(letter), codeOf(letter)) }
    })
    if (await hasOneWinner(asker, entrants)) fair += 1
    mail.clear()
  }
  const where = engine === 'SQLite' ? '' : `, ${shared} of them on two portals`
  return [
    counted(`rounds of ${racers} calls with one session each, ${engine}${where}`, fair, rounds),
  ]
}

interface Entrant {
  visitor: Visitor
  proof: { payload: Record<string, string>; pending: boolean }
}

/** In every other round two come with the code alone, and two from another browser with both. */
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

async function hasOneWinner(asker: Visitor, entrants: Entrant[]): Promise<boolean> {
  const pending = asker.cookies.get('pending') ?? ''
  for (const { visitor, proof } of entrants)
    if (proof.pending) visitor.cookies.set('pending', pending)
  const statuses = await Promise.all(
    entrants.map(async ({ visitor, proof }) => {
      return (await visitor.request('POST', '/api/auth/verify', proof.payload)).status
    }),
  )
  const refused = statuses.filter((status) => status >= 400 && status < 500).length
  const holders = entrants.filter(({ visitor }) => visitor.cookies.has('session'))
  const [winner] = holders
  if (!winner || holders.length !== 1 || refused !== entrants.length - 1) return false
  const sessions = await winner.visitor.call('GET', '/api/auth/sessions')
  return Array.isArray(sessions) && sessions.length === 1
}
