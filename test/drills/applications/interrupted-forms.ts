/** Applications that are cut off, and portals killed while they take them: whole or not at all. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPostgres, openRunningSqlite } from '#platform/server/database/database.ts'
import { folderFiles } from '#platform/server/files/file-store.ts'
import { days } from '#shared/durations.ts'
import { counted, type Finding, info } from '../support/findings.ts'
import {
  anotherClient,
  type Multipart,
  multipart,
  noisePhoto,
  oemFiles,
  oemForm,
  plainPdf,
  send,
} from '../support/form-client.ts'
import { portalSettings } from '../support/portal-settings.ts'
import type { Engine, Site } from '../support/site.ts'

async function settingsFor(site: Site, engine: Engine) {
  const settings = await portalSettings(site, await site.mailServer(), engine)
  return { ...settings, TRUST_PROXY: 'on' }
}

/** Forms and single uploads whose line is cut at a random byte. */
export async function cutDrill(site: Site, engine: Engine, cuts: number): Promise<Finding[]> {
  const settings = await settingsFor(site, engine)
  const portal = await site.portal(settings)
  const photo = await noisePhoto(700, 500)
  const paper = plainPdf(200_000)
  const file = { name: 'asha.jpg', type: 'image/jpeg', bytes: photo }
  for (let cut = 0; cut < cuts; cut++) {
    const whole = cut % 2 === 0
    const form = whole
      ? oemForm(`cut${cut}@drill.example`, oemFiles(photo, paper))
      : multipart([{ field: 'file', value: file }])
    const cutAt = 1 + Math.floor(Math.random() * (form.bytes.length - 1))
    await send(portal.url, whole ? '/api/auth/apply' : '/api/upload?kind=memberPhoto', form, {
      cutAt,
    })
  }
  const form = oemForm('whole@drill.example', oemFiles(photo, paper))
  const last = await send(portal.url, '/api/auth/apply', form)
  await emptied(join(settings.DATA_DIR, 'incoming'))
  const waiting = namesIn(join(settings.DATA_DIR, 'incoming')).length
  await portal.end('SIGTERM')
  const left = await takeStock(settings)
  return [
    counted(
      `after ${cuts} cuts the next form is taken, ${engine}`,
      last?.status === 201 ? 1 : 0,
      1,
    ),
    counted('applications, of the one that arrived whole', left.whole, 1),
    counted('cut forms that became no application', cuts - (left.applications - 1), cuts),
    counted('temporary files gone before any sweep', waiting === 0 ? 1 : 0, 1),
    ...left.findings,
  ]
}

/** kill -9 while four firms at a time apply; what was acknowledged is whole, nothing is half. */
export async function killDrill(site: Site, engine: Engine, kills: number): Promise<Finding[]> {
  const settings = await settingsFor(site, engine)
  let portal = await site.portal(settings)
  const again = { ...settings, PORT: portal.port }
  const forms = oemFiles(await noisePhoto(500, 400), plainPdf(60_000))
  const acknowledged = new Set<string>()
  let asked = 0
  for (let kill = 0; kill < kills; kill++) {
    const { url } = portal
    const work = async () => {
      for (;;) {
        asked += 1
        const form = oemForm(`kill${asked}@drill.example`, forms)
        if (!(await acknowledge(url, form, acknowledged))) return
      }
    }
    const before = acknowledged.size
    const over = Promise.all(Array.from({ length: 4 }, work))
    // On a slow machine the first one takes its time; a kill then is a kill in the middle all the same.
    for (let tries = 0; tries < 400 && acknowledged.size === before; tries++) await sleep(25)
    await sleep(Math.random() * 600)
    await portal.end('SIGKILL')
    await over
    portal = await site.portal(again)
  }
  await portal.end('SIGTERM')
  const left = await takeStock(settings)
  const kept = [...acknowledged].filter((id) => left.wholeIds.has(id)).length
  return [
    counted(
      `acknowledged applications kept whole over ${kills} kills, ${engine}`,
      kept,
      acknowledged.size,
    ),
    counted('applications there that are whole', left.whole, left.applications),
    info('applications sent', String(asked)),
    ...left.findings,
  ]
}

/** False when the portal ended before it answered. */
async function acknowledge(url: string, form: Multipart, said: Set<string>): Promise<boolean> {
  try {
    const answer = await send(url, '/api/auth/apply', form, {
      headers: { 'X-Forwarded-For': anotherClient() },
    })
    if (answer?.status !== 201) throw new Error(`apply: ${answer?.status} ${answer?.text}`)
    said.add(JSON.parse(answer.text).id)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false
    throw error
  }
}

const wanted = {
  memberPhoto: 1,
  incorporationCertificate: 1,
  companyPanCard: 1,
  factoryMachineryPhotos: 2,
}

/** What a stopped portal left behind: sweeps as it would in two days, then counts. */
async function takeStock(settings: { DATA_DIR: string; DATABASE_URL: string | undefined }) {
  const { db, close } = settings.DATABASE_URL
    ? await openPostgres(settings.DATABASE_URL, 1)
    : openRunningSqlite(settings.DATA_DIR)
  try {
    const files = folderFiles(db, settings.DATA_DIR)
    const { missing } = await files.sweep(new Date(Date.now() + days(2)))
    const notes = await db.selectFrom('stored_file').selectAll().execute()
    const ids = (await db.selectFrom('application').select('id').execute()).map(({ id }) => id)
    const whole = ids.filter((id) =>
      Object.entries(wanted).every(
        ([kind, count]) =>
          notes.filter((note) => note.owner_id === id && note.kind === kind).length === count,
      ),
    )
    const lying = namesIn(join(settings.DATA_DIR, 'uploads')).map((name) =>
      name.replace(/\.small$/, ''),
    )
    const known = new Set(notes.filter(({ owner }) => owner !== null).map(({ name }) => name))
    const orphans = lying.filter((name) => !known.has(name)).length
    return {
      applications: ids.length,
      whole: whole.length,
      wholeIds: new Set(whole),
      findings: [
        counted('files without an owner after the sweep: none', orphans === 0 ? 1 : 0, 1),
        counted('notes whose bytes are there', notes.length - missing.length, notes.length),
        counted(
          'temporary files after the sweep: none',
          namesIn(join(settings.DATA_DIR, 'incoming')).length === 0 ? 1 : 0,
          1,
        ),
      ],
    }
  } finally {
    await close()
  }
}

/** The files below a folder, without its own books; none when there is no such folder. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
  } catch {
    return []
  }
}

/** A portal lets go of what was cut off within moments. */
async function emptied(folder: string): Promise<void> {
  for (let tries = 0; tries < 100 && namesIn(folder).length > 0; tries++) await sleep(100)
}
