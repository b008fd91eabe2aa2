/**
 * A clock that jumps by up to a day, forwards and backwards, while links are open: the owners sign in
 * after every jump, and no link from before the jump is valid after it.
 */
import { minutes } from '#shared/durations.ts'
import type { Engine } from '#test/support/engines.ts'
import type { TestClient } from '#test/support/portal/test-client.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { counted, type Finding, info } from '#test/support/process/findings.ts'
import { type ClockedPortal, openClockedPortal } from '../support/clocked-portal.ts'
import {
  newestMail,
  type Person,
  people,
  requestLink,
  signInHere,
  verify,
} from '../support/owners.ts'

/** In minutes: the longest is a day, the shortest longer than a link is valid. */
const sizes = [11, 60, 6 * 60, 24 * 60]
const everyone = ['admin', 'member'] as const

export async function clockJumpsDrill(
  env: DrillEnvironment,
  engine: Engine,
  jumps: number,
): Promise<Finding[]> {
  const portal = await openClockedPortal(env, engine, people)
  const browsers = { admin: portal.client(), member: portal.client() }
  for (const person of everyone) await signInHere(portal, browsers[person], person)
  const failures = new Set<string>()
  const signedIn = { known: 0, fresh: 0 }
  let refused = 0
  let sessions = 0
  for (let jump = 0; jump < jumps; jump++) {
    for (const person of everyone) {
      const { browser, token } = await openLink(portal, person)
      await moveClock(portal, jump)
      const outcome = await verify(browser, { token })
      if (token && outcome?.startsWith('4')) refused += 1
      else failures.add(`jump ${jump}, link of ${person}: ${token ? outcome : 'not sent'}`)
      const answer = await browsers.member.request('GET', '/api/user')
      if (answer.status === 200) sessions += 1
      for (const [kind, owner] of [
        ['known', browsers[person]],
        ['fresh', portal.client()],
      ] as const) {
        const problem = await signInHere(portal, owner, person)
        if (problem === undefined) signedIn[kind] += 1
        else failures.add(`jump ${jump}, ${kind} browser of ${person}: ${problem}`)
      }
    }
  }
  const all = jumps * everyone.length
  const label = `${all} jumps, ${engine}`
  return [
    counted(`signed in on a known browser after the jump, ${label}`, signedIn.known, all),
    counted(`signed in on another browser after the jump, ${label}`, signedIn.fresh, all),
    counted(`links from before the jump refused, ${label}`, refused, all),
    counted(`sessions of members that last over the jump, ${label}`, sessions, all),
    ...[...failures].slice(0, 5).map((failure) => info('  problem', failure)),
  ]
}

/** A link that is requested in a browser and not used yet. */
async function openLink(
  portal: ClockedPortal,
  person: Person,
): Promise<{ browser: TestClient; token: string | undefined }> {
  const browser = portal.client()
  await requestLink(browser, person)
  const mail = await newestMail(portal, people[person])
  return { browser, token: mail?.token }
}

/** Jumps, forwards as often as backwards. Mails from before the jump leave the outbox, as if they were sent. */
async function moveClock({ db, clock }: ClockedPortal, jump: number): Promise<void> {
  await db.deleteFrom('outbox').execute()
  const size = minutes(sizes[Math.floor(jump / 2) % sizes.length] ?? 0)
  clock.now = new Date(clock.now.getTime() + (jump % 2 === 0 ? size : -size))
}
