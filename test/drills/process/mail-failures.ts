/** A mail server in every kind of trouble, and the portal killed besides: no mail is lost. */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Fate,
  startTroubledMailServer,
  type TroubledMailServer,
} from '../support/failing-mail-server.ts'
import { counted, type Finding, info, measured, median, quantile } from '../support/findings.ts'
import { adminEmail } from '../support/sign-in.ts'
import { concurrently, type Site } from '../support/site.ts'
import type { Visitor } from '../support/visitor.ts'

interface Counts {
  mails: number
  /** Mails that the server answers with silence at first; each holds a line up for 30 s. */
  silences: number
  kills: number
  /** Calls measured with a mail server in order, and with one in trouble; 0: not measured. */
  calls: number
}

const longestWait = 400_000

export async function mailDrill(site: Site, counts: Counts): Promise<Finding[]> {
  const server = await startTroubledMailServer()
  site.onClose(server.down)
  const settings = portalSettings(site, server)
  let portal = await site.portal(settings)
  const again = { ...settings, PORT: portal.port }
  const addresses: string[] = []
  const ask = async (name: string): Promise<number> => {
    addresses.push(`${name}@drill.example`)
    return askFor(site.visitor(portal), name)
  }
  const fates = dealFates(counts)
  server.decide((address, before) => (before === 0 ? (fates.get(address) ?? 'taken') : 'taken'))
  const share = Math.ceil(counts.mails / (counts.kills + 1))
  for (let part = 0; part <= counts.kills; part++) {
    if (part > 0) {
      await portal.end('SIGKILL')
      portal = await site.portal(again)
    }
    const from = part * share
    await concurrently(Math.min(share, counts.mails - from), 4, async (index) => {
      await ask(`m${from + index}`)
    })
  }
  await server.down()
  await ask('troubled')
  const slowness = counts.calls === 0 ? [] : [await compare(site, counts.calls, ask)]
  await server.up()
  const began = performance.now()
  const arrived = await untilTaken(server, addresses)
  const late = (performance.now() - began) / 1000
  const stopping = performance.now()
  const { code } = await portal.end('SIGTERM')
  const isClean = code === 0 && performance.now() - stopping < 10_000
  return [
    counted('mails that arrived in spite of everything', arrived, addresses.length),
    info('what befell them', [...server.fates].map(([fate, n]) => `${n} ${fate}`).join(', ')),
    info(
      'mails that came twice (same Message-ID)',
      `${doublesOf(server)} with ${server.fates.get('dropped') ?? 0} lines broken after DATA and ${counts.kills} kills`,
    ),
    info('the last one arrived after the server was back', `${late.toFixed(0)} s`),
    ...slowness,
    counted('clean stops at the end', isClean ? 1 : 0, 1),
  ]
}

const portalSettings = (site: Site, server: TroubledMailServer) => ({
  DATA_DIR: site.folder(),
  SMTP_URL: `smtp://127.0.0.1:${server.port}`,
  ADMIN_EMAIL: adminEmail,
  LOG_LEVEL: 'error',
})

async function askFor(visitor: Visitor, name: string): Promise<number> {
  const email = `${name}@drill.example`
  const began = performance.now()
  await visitor.call('POST', '/api/auth/request-link', { email, type: 'jobseeker' })
  return performance.now() - began
}

/** Silence for the first few, then every kind in turn; one in six is taken at once. */
function dealFates({ mails, silences }: Counts): Map<string, Fate> {
  const kinds: Fate[] = ['later', 'dropped', 'never', 'later', 'dropped', 'taken']
  return new Map(
    Array.from({ length: mails }, (_, index) => [
      `m${index}@drill.example`,
      index < silences ? 'silence' : (kinds[index % kinds.length] ?? 'taken'),
    ]),
  )
}

/** Calls by turns to the portal in trouble, with mails waiting, and to one whose mail server is well. */
async function compare(
  site: Site,
  calls: number,
  ask: (name: string) => Promise<number>,
): Promise<Finding> {
  const well = await startTroubledMailServer()
  site.onClose(well.down)
  const portal = await site.portal(portalSettings(site, well))
  const warming = Math.min(30, calls)
  const calm: number[] = []
  const troubled: number[] = []
  for (let i = 0; i < warming + calls; i++) {
    calm.push(await askFor(site.visitor(portal), `calm${i}`))
    // The mail of a call must not meet the next call.
    await sleep(25)
    troubled.push(await ask(`troubled${i}`))
    await sleep(25)
  }
  for (const times of [calm, troubled]) times.splice(0, warming)
  await portal.end('SIGTERM')
  const ratio = median(troubled) / median(calm)
  const words = (times: number[]) =>
    `${median(times).toFixed(1)} / ${quantile(times, 0.99).toFixed(1)} ms`
  const what = `time of a request for a link, median / p99: ${words(calm)} in order, ${words(troubled)} in trouble`
  const value = `x ${ratio.toFixed(2)}`
  // A few calls on a busy machine say little.
  return calls < 100 ? info(what, value) : measured(what, value, '<= 1.5', ratio <= 1.5)
}

async function untilTaken(server: TroubledMailServer, addresses: string[]): Promise<number> {
  const taken = () => addresses.filter((address) => server.taken.has(address)).length
  for (const end = performance.now() + longestWait; performance.now() < end; await sleep(200))
    if (taken() === addresses.length) break
  return taken()
}

const doublesOf = (server: TroubledMailServer): number =>
  [...server.taken.values()]
    .flatMap((ids) => [...ids.values()])
    .reduce((sum, times) => sum + times - 1, 0)
