/** Responses to link requests and their times must not reveal whether an address is registered. */
import { migrations } from '#app/server/migrations.ts'
import { newMember } from '#features/members/contract.ts'
import { ensureAdmin } from '#features/members/server/record/administrators.ts'
import { addMember } from '#features/members/server/record/enrol.ts'
import { createPerson } from '#features/members/server/record/new-person.ts'
import { mailComposer } from '#features/settings/server/compose-mail.ts'
import { associationDetails, defaultSettings } from '#features/settings/server/settings-store.ts'
import { linkSent } from '#features/sign-in/contract.ts'
import { type LinkType, linkTypes } from '#features/sign-in/rules.ts'
import { createLog } from '#platform/server/core/log.ts'
import { openPostgres, openSqlite } from '#platform/server/database/database.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { folderFiles } from '#platform/server/files/file-store.ts'
import { openSecrets } from '#platform/server/files/secrets.ts'
import type { World } from '#platform/server/world.ts'
import type { Engine } from '#test/support/engines.ts'
import { type Answer, pairs } from '#test/support/process/api-client.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { counted, type Finding, info, measured, median } from '#test/support/process/findings.ts'
import { portalSettings } from '#test/support/process/portal-settings.ts'
import { isTo } from '#test/support/process/sign-in.ts'
import { areaUnderCurve } from './area-under-curve.ts'

/** The allowed deviation of the AUC from 0.5; with fewer samples it is not significant. */
const tolerance = 0.05
const minSamples = 1000

export async function uniformAnswersDrill(
  env: DrillEnvironment,
  engine: Engine,
  samples: number,
): Promise<Finding[]> {
  const mail = await env.mailServer()
  const settings = await portalSettings(env, mail, engine)
  await createPeople(settings.DATA_DIR, settings.DATABASE_URL, samples)
  const portal = await env.portal(settings)
  const times = new Map<string, number[]>()
  const shapes = new Map<LinkType, Set<string>>()
  const warmUps = 20
  for (const { type, isRegistered, email, index } of shuffled(everyCase(samples))) {
    const client = env.client(portal)
    const startedAt = performance.now()
    const answer = await client.request('POST', '/api/auth/request-link', { email, type })
    const time = performance.now() - startedAt
    // Otherwise sending this mail would slow down the next sample.
    await mail.waitFor(isTo(email), 30_000)
    mail.clear()
    shapes.set(type, (shapes.get(type) ?? new Set()).add(shapeOf(answer)))
    const key = `${type} ${isRegistered}`
    if (index >= Math.min(warmUps, samples / 2)) times.set(key, [...(times.get(key) ?? []), time])
  }
  return linkTypes.flatMap((type) =>
    findingsOf(
      type,
      engine,
      shapes.get(type),
      times.get(`${type} false`),
      times.get(`${type} true`),
    ),
  )
}

function findingsOf(
  type: LinkType,
  engine: Engine,
  shapes = new Set<string>(),
  unregistered: number[] = [],
  registered: number[] = [],
): Finding[] {
  const [shape] = shapes
  const isUniform =
    shapes.size === 1 && shape?.startsWith('200') && shape.endsWith(JSON.stringify(linkSent))
  const area = areaUnderCurve(unregistered, registered)
  const ms = (samples: number[]) => `${median(samples).toFixed(2)} ms`
  const what = `AUC of the time, ${type}, ${engine}, ${registered.length} + ${unregistered.length} samples (medians ${ms(registered)} registered, ${ms(unregistered)} unregistered)`
  const isWithinTolerance = Math.abs(area - 0.5) <= tolerance
  return [
    counted(`identical responses, ${type}, ${engine}`, isUniform ? 1 : 0, 1),
    registered.length < minSamples
      ? info(what, area.toFixed(3))
      : measured(what, area.toFixed(3), `0.5 ± ${tolerance}`, isWithinTolerance),
  ]
}

/** Addresses of the same length, so that it does not affect the times. */
const address = (type: LinkType, isRegistered: boolean, index: number): string =>
  `${type}-${isRegistered ? 'known' : 'never'}-${index}@drill.example`

function everyCase(samples: number) {
  return Array.from({ length: samples }, (_, index) =>
    linkTypes.flatMap((type) =>
      [true, false].map((isRegistered) => ({
        type,
        isRegistered,
        index,
        email: address(type, isRegistered, index),
      })),
    ),
  )
}

/** The rounds in order, the six cases of each round in random order. */
function shuffled<Case>(rounds: Case[][]): Case[] {
  return rounds.flatMap((round) =>
    round
      .map((item) => ({ item, rank: Math.random() }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ item }) => item),
  )
}

/** A response without what differs in every one: date, request id and cookie values. */
function shapeOf({ status, rawHeaders, text }: Answer): string {
  const headers = pairs(rawHeaders)
    .filter(([name]) => !/^(date|x-request-id)$/i.test(name))
    .map(([name, value]) =>
      name.toLowerCase() === 'set-cookie'
        ? [name, value.replace(/=[\w-]{43};/, '=…;')]
        : [name, value],
    )
  return `${status}\n${headers.map((pair) => pair.join(': ')).join('\n')}\n\n${text}`
}

/** Creates the people of all registered addresses before the portal starts, and discards their mails. */
async function createPeople(
  folder: string,
  url: string | undefined,
  people: number,
): Promise<void> {
  const opened = url === undefined ? openSqlite(folder) : await openPostgres(url)
  const { db } = opened
  const now = () => new Date()
  const names = {
    product_name: 'Panel',
    association_name: 'Panel Makers Association',
    association_short_name: 'PMA',
    association_logo: '',
    association_website: 'https://panel.example',
    sample: false,
    writes_mails_to_files: false,
    links_are_local: false,
  }
  const world: World = {
    db,
    files: folderFiles(db, folder),
    now,
    log: createLog('silent'),
    publicUrl: 'http://portal.example',
    secure: false,
    info: () => names,
    association: () => associationDetails(defaultSettings(names)),
    composeMail: mailComposer({
      settings: () => defaultSettings(names),
      info: () => names,
      publicUrl: 'http://portal.example',
    }),
    secrets: openSecrets(`${folder}.key`),
  }
  try {
    await migrate(db, migrations)
    for (let index = 0; index < people; index++) {
      await addMember(world, 'nobody', newMember.parse(form(address('member', true, index))))
      await ensureAdmin(world, address('admin', true, index))
      await createPerson(db, address('jobseeker', true, index), now())
    }
    await db.deleteFrom('outbox').execute()
  } finally {
    await opened.close()
  }
}

const form = (email: string) => ({
  name: 'Asha Patil',
  email,
  role: 'oem',
  company_name: 'Teak & Co',
  whatsapp_number: '+91 98765 43210',
})
