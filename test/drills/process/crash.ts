/** Kills the portal (SIGKILL) under load: nothing acknowledged is lost, no act is done by half. */
import { setTimeout as sleep } from 'node:timers/promises'
import { queryDatabase } from '#test/support/database/query-database.ts'
import type { Engine } from '#test/support/engines.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { counted, type Finding, info, quantile } from '#test/support/process/findings.ts'
import { portalSettings } from '#test/support/process/portal-settings.ts'
import { waitUntil } from '#test/support/process/wait-until.ts'
import { checkIntegrity } from '../support/check-integrity.ts'
import { acknowledgedFindings, mixedLoad, signInPeople, welcomed } from '../support/mixed-load.ts'

/** On PostgreSQL, mails claimed by the killed process wait for the end of its lease of two minutes. */
const maxMailWaitMs = 180_000

export async function crashDrill(
  env: DrillEnvironment,
  engine: Engine,
  kills: number,
): Promise<Finding[]> {
  const mail = await env.mailServer()
  const settings = await portalSettings(env, mail, engine)
  let portal = await env.portal(settings)
  const people = await signInPeople(env, portal, mail)
  const restartSettings = { ...settings, PORT: portal.port }
  const load = await mixedLoad()
  const mailed = new Set<string>()
  const readMails = () => {
    for (const address of welcomed(mail.mails)) mailed.add(address)
    mail.clear()
  }
  const starts: number[] = []
  for (let kill = 0; kill < kills; kill++) {
    if (kill % 5 === 4) {
      // During the start, every fifth time.
      await portal.end('SIGTERM')
      const starting = await env.launch(restartSettings)
      await sleep(Math.random() * 700)
      await starting.end('SIGKILL')
    } else {
      const running = load.start(portal, people)
      await running.reached(1 + Math.floor(Math.random() * 40))
      await portal.end('SIGKILL')
      await running.done
    }
    readMails()
    portal = await env.launch(restartSettings)
    starts.push(await portal.ready())
  }
  const label = `${kills} kills, ${engine}`
  const findings = await acknowledgedFindings(settings, people, load.acknowledged, label)
  const added = await queryDatabase(
    settings,
    `select email from person where email like '%@added.example'`,
  )
  const addresses = added.map(({ email }) => String(email))
  const areAllMailed = () => {
    readMails()
    return addresses.every((address) => mailed.has(address))
  }
  await waitUntil(areAllMailed, maxMailWaitMs, 200)
  const { code } = await portal.end('SIGTERM')
  const welcomedCount = addresses.filter((address) => mailed.has(address)).length
  return [
    ...findings,
    addresses.length === 0
      ? info(`members whose welcome mail arrived, ${label}`, 'none was added')
      : counted(`members whose welcome mail arrived, ${label}`, welcomedCount, addresses.length),
    info(`slowest start, ${engine}`, `${quantile(starts, 1).toFixed(0)} ms`),
    counted(`clean stops at the end, ${engine}`, code === 0 ? 1 : 0, 1),
    await checkIntegrity(settings),
  ]
}
