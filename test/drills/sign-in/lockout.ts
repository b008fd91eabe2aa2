/**
 * A day of attack on the sign-in of two people, with a moved clock: strangers request links in their
 * names and send wrong codes each minute. The owners can sign in at every try, the strangers never.
 */

import { minutes } from '#shared/durations.ts'
import { sum } from '#shared/sum.ts'
import type { Engine } from '#test/support/engines.ts'
import type { TestClient } from '#test/support/portal/test-client.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { counted, type Finding, info, measured } from '#test/support/process/findings.ts'
import { type ClockedPortal, openClockedPortal } from '../support/clocked-portal.ts'
import { newestMail, type Person, people, signInHere, verify } from '../support/owners.ts'

interface Attack {
  /** The length of the attack. */
  minutes: number
  /** From how many networks the strangers send. */
  networks: number
  /** How many links the strangers request each minute for each person. */
  requests: number
}

/** How an owner signs in, and every how many minutes. */
interface Owner {
  way: 'known browser' | 'newest mail in another browser'
  every: number
}

/** The codes of administrators have eight of 31 characters; the others six digits. */
const codes: Record<Person, number> = { admin: 31 ** 8, member: 10 ** 6 }

export async function lockoutDrill(
  env: DrillEnvironment,
  engine: Engine,
  { networks, ...attack }: Omit<Attack, 'networks'> & { networks: readonly number[] },
): Promise<Finding[]> {
  const findings: Finding[] = []
  // For an owner who signs in rarely, every limit is used up.
  for (const count of networks)
    for (const way of ['known browser', 'newest mail in another browser'] as const)
      for (const every of [1, 97].filter((interval) => interval < attack.minutes))
        findings.push(
          ...(await attackAndSignIn(env, engine, { ...attack, networks: count }, { way, every })),
        )
  return findings
}

async function attackAndSignIn(
  env: DrillEnvironment,
  engine: Engine,
  attack: Attack,
  owner: Owner,
): Promise<Finding[]> {
  const portal = await openClockedPortal(env, engine, people)
  const attackers = Array.from({ length: attack.networks }, (_, index) =>
    openAttacker(portal, `198.51.${100 + Math.floor(index / 200)}.${1 + (index % 200)}`),
  )
  const browsers = {} as Record<Person, TestClient>
  const signedIn: Record<Person, number> = { admin: 0, member: 0 }
  const failures = new Set<string>()
  for (const person of ['admin', 'member'] as const) {
    browsers[person] = portal.client()
    await signInHere(portal, browsers[person], person)
  }
  let next = 0
  let tries = 0
  for (let minute = 1; minute <= attack.minutes; minute++) {
    portal.clock.now = new Date(portal.clock.now.getTime() + minutes(1))
    for (const person of ['admin', 'member'] as const)
      for (let i = 0; i < attack.requests; i++) {
        await attackers[next % attackers.length]?.(person)
        next += 1
      }
    if (minute % owner.every !== 0) continue
    tries += 1
    for (const person of ['admin', 'member'] as const) {
      const outcome =
        owner.way === 'known browser'
          ? await signInHere(portal, browsers[person], person)
          : await signInElsewhere(portal, person)
      if (outcome === undefined) signedIn[person] += 1
      else failures.add(`${person}: ${outcome}`)
    }
  }
  const title = `${engine}, ${attack.networks} network${attack.networks > 1 ? 's' : ''}, ${owner.way}, every ${owner.every} min`
  return [
    ...(['admin', 'member'] as const).map((person) =>
      counted(`${title}: ${person} signed in`, signedIn[person], tries),
    ),
    ...[...failures].slice(0, 3).map((failure) => info('  refused', failure)),
    ...(await guessFindings(portal, title, attack)),
  ]
}

/** A stranger in one network: requests a link and sends five wrong codes with its cookie. */
function openAttacker(portal: ClockedPortal, address: string) {
  const headers = { 'X-Forwarded-For': address }
  return async (person: Person): Promise<void> => {
    const client = portal.client()
    const email = people[person]
    const type = person === 'admin' ? 'admin' : 'member'
    const body = { email, type }
    const { status } = await client.request('POST', '/api/auth/request-link', body, headers)
    if (status !== 200) return
    const sent = await newestMail(portal, email)
    for (let i = 0; i < 5; i++) {
      const wrong = person === 'admin' ? `AAAAAAA${i + 2}` : String(i).repeat(6)
      if (wrong === sent?.code.replace('-', '')) continue
      const answer = await client.request(
        'POST',
        '/api/auth/verify',
        { email, code: wrong },
        headers,
      )
      if (answer.ok) throw new Error('A stranger is signed in')
    }
  }
}

/** Opens the newest mail of the mailbox in a new browser; requests one when there is none that is unused. */
async function signInElsewhere(portal: ClockedPortal, person: Person): Promise<string | undefined> {
  const browser = portal.client()
  const mail = await newestMail(portal, people[person])
  const failure = mail ? await verify(browser, mail) : 'no mail'
  const isUsed = failure === 'no mail' || failure?.startsWith('409')
  return isUsed ? signInHere(portal, browser, person) : failure
}

/** How many codes the strangers could try, and how likely one of them was right. */
async function guessFindings(
  { db }: ClockedPortal,
  title: string,
  attack: Attack,
): Promise<Finding[]> {
  const days = Math.max(1, attack.minutes / 1440)
  const rows = await db.selectFrom('sign_in_request').select(['email', 'tries']).execute()
  return (['admin', 'member'] as const).map((person) => {
    const guesses = sum(
      rows.filter(({ email }) => email === people[person]),
      ({ tries }) => tries,
    )
    const chance = guesses / days / codes[person]
    return measured(
      `${title}: ${person}'s code guessed within a day (${guesses} guesses)`,
      chance === 0 ? '0' : `1 in ${Math.round(1 / chance).toLocaleString('en')}`,
      'at most 1 in 50,000',
      chance <= 1 / 50_000,
    )
  })
}
