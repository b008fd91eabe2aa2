/** What visitors do at this portal: refused sign-ins, limits, and a proxy that hides who they are. */

import { refusedAct, signInSubject } from '#features/sign-in/server/sign-in-history.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { ProxyStats } from '#platform/server/http/client-network.ts'
import { readHits } from '#platform/server/http/rate-limit.ts'
import { days } from '#shared/durations.ts'
import { limits } from '#shared/limits.ts'
import { formatCount } from '#shared/sentences.ts'
import { sum } from '#shared/sum.ts'
import type { Check, RunningNeeds } from './check.ts'

const manyRefusals = 100

export const signInsCheck: Check<RunningNeeds> = {
  title: 'Refused sign-ins',
  problems: async ({ db, now }) => {
    const { total } = await refusedSignIns(db, now())
    if (total <= manyRefusals) return []
    return [
      `${formatCount(total)} sign-ins were refused in the last 24 hours. Someone may be guessing codes; the limits hold.`,
    ]
  },
  section: 'sign-in',
  facts: async ({ db, now }) => {
    const { total, reasons, networks } = await refusedSignIns(db, now())
    return [
      ['Last 24 hours', total],
      ...[...reasons].map(([reason, count]) => [capital(reason), count] as [string, number]),
      ...highest(networks, 3).map(
        ([network, count]) => [maskedNetwork(network), count] as [string, number],
      ),
    ]
  },
}

export const proxyCheck: Check<RunningNeeds> = {
  title: 'Reverse proxy and limits',
  problems: ({
    monitor: {
      proxies: { undeclaredProxy },
    },
  }) =>
    undeclaredProxy === undefined
      ? []
      : [
          `Requests come through a reverse proxy (${undeclaredProxy}) that TRUST_PROXY does not cover, so all visitors share one set of limits. Set TRUST_PROXY=${undeclaredProxy} and restart the portal.`,
        ],
  section: 'proxy',
  facts: ({ monitor: { proxies, limited } }) => [
    ['Trusted proxies', trustedNames(proxies)],
    ['Refused because of a limit', sum([...limited.values()])],
  ],
}

const highest = (counts: ReadonlyMap<string, number>, most: number): [string, number][] =>
  [...counts].toSorted(([, a], [, b]) => b - a).slice(0, most)

function trustedNames({ trusted }: ProxyStats): string {
  if (trusted.kind === 'off') return 'None'
  if (trusted.kind === 'peers') return trusted.names.join(', ')
  return `${trusted.count} in the private network`
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** The first half of a network: enough to recognise one's own office. */
export function maskedNetwork(network: string): string {
  if (network.includes(':')) return `${network.split(':').slice(0, 2).join(':')}:…`
  const [first = '', second = '', ...rest] = network.split('.')
  return rest.length === 2 ? `${first}.${second}.x.x` : network
}

const maxRefusals = 5000

/**
 * Refused sign-ins within a day: all, those of unknown addresses included, and the recorded ones by
 * reason and network. The history records a few for each person and hour.
 */
async function refusedSignIns(db: Database, now: Date) {
  const counted = await readHits(db, limits.refusals, '', now)
  const rows = await db
    .selectFrom('history')
    .select('after')
    .where('subject', '=', signInSubject)
    .where('act', '=', refusedAct)
    .where('at', '>=', new Date(now.getTime() - days(1)).toISOString())
    .orderBy('at', 'desc')
    .limit(maxRefusals)
    .execute()
  const reasons = new Map<string, number>()
  const networks = new Map<string, number>()
  const add = (counts: Map<string, number>, key: unknown) => {
    if (typeof key === 'string') counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  for (const { after } of rows) {
    const { reason, network } = JSON.parse(after ?? '{}')
    add(reasons, reason)
    add(networks, network)
  }
  return { total: Math.max(counted.hits, rows.length), reasons, networks }
}
