/** Interrupted applications, by a lost connection or a killed portal: stored completely or not at all. */

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPostgres, openRunningSqlite } from '#platform/server/database/database.ts'
import { folderFiles } from '#platform/server/files/file-store.ts'
import { days } from '#shared/durations.ts'
import { plainPdf } from '#test/files/sample-files.ts'
import { fromNow } from '#test/setup/clock.ts'
import type { Engine } from '#test/support/engines.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { counted, type Finding, info } from '#test/support/process/findings.ts'
import {
  type Multipart,
  multipart,
  nextClientAddress,
  noisePhoto,
  oemFiles,
  oemForm,
  send,
} from '#test/support/process/form-client.ts'
import { portalSettings } from '#test/support/process/portal-settings.ts'
import { waitUntil } from '#test/support/process/wait-until.ts'

async function settingsFor(env: DrillEnvironment, engine: Engine) {
  const settings = await portalSettings(env, await env.mailServer(), engine)
  return { ...settings, TRUST_PROXY: 'on' }
}

/** Closes the connection at a random byte of forms and of single uploads. */
export async function connectionLossDrill(
  env: DrillEnvironment,
  engine: Engine,
  cuts: number,
): Promise<Finding[]> {
  const settings = await settingsFor(env, engine)
  const portal = await env.portal(settings)
  const photo = await noisePhoto(700, 500)
  const paper = plainPdf('x'.repeat(200_000))
  const file = { name: 'asha.jpg', type: 'image/jpeg', bytes: photo }
  for (let cut = 0; cut < cuts; cut++) {
    const isForm = cut % 2 === 0
    const form = isForm
      ? oemForm(`cut${cut}@drill.example`, oemFiles(photo, paper))
      : multipart([{ field: 'file', value: file }])
    const cutAt = 1 + Math.floor(Math.random() * (form.bytes.length - 1))
    await send(portal.url, isForm ? '/api/auth/apply' : '/api/upload?kind=memberPhoto', form, {
      cutAt,
    })
  }
  const form = oemForm('complete@drill.example', oemFiles(photo, paper))
  const last = await send(portal.url, '/api/auth/apply', form)
  await waitUntilEmpty(join(settings.DATA_DIR, 'incoming'))
  const temporaryFiles = namesIn(join(settings.DATA_DIR, 'incoming')).length
  await portal.end('SIGTERM')
  const stored = await inspectData(settings)
  return [
    counted(
      `next form accepted after ${cuts} lost connections, ${engine}`,
      last?.status === 201 ? 1 : 0,
      1,
    ),
    counted('complete applications, of the one sent completely', stored.complete, 1),
    counted('interrupted requests without an application', cuts - (stored.applications - 1), cuts),
    counted('temporary files deleted before any sweep', temporaryFiles === 0 ? 1 : 0, 1),
    ...stored.findings,
  ]
}

/** Kills the portal (SIGKILL) while four clients apply: acknowledged applications must be complete. */
export async function killedPortalDrill(
  env: DrillEnvironment,
  engine: Engine,
  kills: number,
): Promise<Finding[]> {
  const settings = await settingsFor(env, engine)
  let portal = await env.portal(settings)
  const restartSettings = { ...settings, PORT: portal.port }
  const forms = oemFiles(await noisePhoto(500, 400), plainPdf('x'.repeat(60_000)))
  const acknowledged = new Set<string>()
  let sent = 0
  for (let kill = 0; kill < kills; kill++) {
    const { url } = portal
    const work = async () => {
      for (;;) {
        sent += 1
        const form = oemForm(`kill${sent}@drill.example`, forms)
        if (!(await acknowledge(url, form, acknowledged))) return
      }
    }
    const before = acknowledged.size
    const finished = Promise.all(Array.from({ length: 4 }, work))
    // Waits for the first acknowledgement, at most 10 s on a slow machine.
    await waitUntil(() => acknowledged.size > before, 10_000, 25)
    await sleep(Math.random() * 600)
    await portal.end('SIGKILL')
    await finished
    portal = await env.portal(restartSettings)
  }
  await portal.end('SIGTERM')
  const stored = await inspectData(settings)
  const intact = [...acknowledged].filter((id) => stored.completeIds.has(id)).length
  return [
    counted(
      `acknowledged applications complete after ${kills} kills, ${engine}`,
      intact,
      acknowledged.size,
    ),
    counted('stored applications that are complete', stored.complete, stored.applications),
    info('applications sent', String(sent)),
    ...stored.findings,
  ]
}

/** Sends a form and collects the id of the response; false when the portal was killed before it responded. */
async function acknowledge(
  url: string,
  form: Multipart,
  acknowledgedIds: Set<string>,
): Promise<boolean> {
  try {
    const answer = await send(url, '/api/auth/apply', form, {
      headers: { 'X-Forwarded-For': nextClientAddress() },
    })
    if (answer?.status !== 201) throw new Error(`apply: ${answer?.status} ${answer?.text}`)
    acknowledgedIds.add(JSON.parse(answer.text).id)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false
    throw error
  }
}

const requiredFiles = {
  memberPhoto: 1,
  incorporationCertificate: 1,
  companyPanCard: 1,
  factoryMachineryPhotos: 2,
}

/** Runs the sweep of two days later on the data of a stopped portal, then counts files and applications. */
async function inspectData(settings: { DATA_DIR: string; DATABASE_URL: string | undefined }) {
  const { db, close } = settings.DATABASE_URL
    ? await openPostgres(settings.DATABASE_URL, { connections: 1 })
    : openRunningSqlite(settings.DATA_DIR)
  try {
    const files = folderFiles(db, settings.DATA_DIR)
    const { missing } = await files.sweep(fromNow(days(2)))
    const fileRows = await db.selectFrom('stored_file').selectAll().execute()
    const ids = (await db.selectFrom('application').select('id').execute()).map(({ id }) => id)
    const complete = ids.filter((id) =>
      Object.entries(requiredFiles).every(
        ([kind, count]) =>
          fileRows.filter((row) => row.owner_id === id && row.kind === kind).length === count,
      ),
    )
    const storedNames = namesIn(join(settings.DATA_DIR, 'uploads')).map((name) =>
      name.replace(/\.small$/, ''),
    )
    const ownedNames = new Set(
      fileRows.filter(({ owner }) => owner !== null).map(({ name }) => name),
    )
    const orphans = storedNames.filter((name) => !ownedNames.has(name)).length
    return {
      applications: ids.length,
      complete: complete.length,
      completeIds: new Set(complete),
      findings: [
        counted('files without an owner after the sweep: none', orphans === 0 ? 1 : 0, 1),
        counted('file rows with a stored file', fileRows.length - missing.length, fileRows.length),
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

/** The names of all files below a folder; empty when the folder does not exist. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
  } catch {
    return []
  }
}

/** Waits until the folder has no files, at most 10 s. */
async function waitUntilEmpty(folder: string): Promise<void> {
  await waitUntil(() => namesIn(folder).length === 0, 10_000, 100)
}
