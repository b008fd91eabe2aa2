/** Every kind of file, every place it can have, every caller: who may open it (contract 14). */
import { describe, expect, test } from 'vitest'
import { createPerson } from '#features/members/server/record/new-person.ts'
import { claimFile, fileUrl, findFile, type StoredFile } from '#platform/server/files/files.ts'
import { type FileKind, fileKinds } from '#shared/file-kinds.ts'
import { bring } from '#test/files.ts'
import { jpegPhoto } from '#test/samples-files.ts'
import {
  type Browser,
  emailOf,
  engines,
  principals,
  type TestPortal,
  testPortal,
} from '#test/world.ts'

const kinds = Object.keys(fileKinds) as FileKind[]
const pictures: FileKind[] = ['memberPhoto', 'logo']

/** Whose a file is. `own…` is the caller's; the others are a member's whom nobody here is. */
const standings = [
  'application',
  'own',
  'visible member',
  'hidden member',
  'inactive member',
  'job seeker',
  'administrator',
  'own, unclaimed',
  'unclaimed',
  'a visitor’s, unclaimed',
  'association',
] as const
type Standing = (typeof standings)[number]
type Who = (typeof principals)[number]

function mayOpen(who: Who, kind: FileKind, standing: Standing): boolean {
  // The association's logo is on the login screen and in mails (contract 14.3).
  if (standing === 'association') return kind === 'logo'
  if (who === 'visitor') return false
  if (standing === 'own, unclaimed') return true
  if (standing.endsWith('unclaimed')) return false
  if (who === 'admin') return true
  if (standing === 'application' || !pictures.includes(kind)) return false
  if (standing === 'own') return true
  return standing === 'visible member' && (who === 'oem' || who === 'vendor')
}

describe.each(engines)('a file, on %s,', (engine) => {
  test('is opened by exactly those who may know of it', async () => {
    const portal = await testPortal(engine)
    const people = await peopleOf(portal)
    const photo = await jpegPhoto()
    const deviations: string[] = []
    let cells = 0
    for (const kind of kinds) {
      const one = await bring(portal.world.files, kind, photo, 'me.jpg')
      for (const standing of standings)
        for (const who of principals) {
          const browser = people.browsers[who]
          await stand(portal, one, standing, people.ids, people.ids[who])
          const seen: string[] = []
          for (const [method, query] of [
            ['GET', ''],
            ['GET', '?size=small'],
            ['HEAD', ''],
          ] as const) {
            const answer = await browser.ask(method, fileUrl(one.name) + query)
            seen.push(await verdict(method, answer))
          }
          const wanted = mayOpen(who, kind, standing) ? 'opened' : 'nothing there'
          if (seen.some((one) => one !== wanted))
            deviations.push(`${kind}, ${standing}, for ${who}: ${seen}`)
          cells += 1
        }
    }
    expect(deviations).toEqual([])
    expect(cells).toBe(kinds.length * standings.length * principals.length)
  }, 60_000)

  test('that the caller may open is not told as unchanged to those who may not', async () => {
    const portal = await testPortal(engine)
    const people = await peopleOf(portal)
    const one = await bring(portal.world.files, 'memberPhoto', await jpegPhoto(), 'me.jpg')
    await stand(portal, one, 'visible member', people.ids)
    const get = (who: Who, etag: string) =>
      people.browsers[who].ask('GET', fileUrl(one.name), undefined, { 'If-None-Match': etag })
    const etag = (await get('vendor', '')).headers.get('ETag') ?? ''
    const again = await get('vendor', `"other", W/${etag}`)
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect(again.headers.get('Cache-Control')).toBe('private, no-cache')
    for (const who of ['visitor', 'seeker'] as const)
      expect((await get(who, etag)).status).toBe(404)
    await stand(portal, one, 'hidden member', people.ids)
    expect((await get('vendor', etag)).status).toBe(404)
  })
})

async function verdict(method: string, answer: Response): Promise<string> {
  const text = await answer.text()
  if (answer.status === 200) {
    const isWhole = method === 'HEAD' ? text === '' : text.length > 100
    return isWhole ? 'opened' : `opened with ${text.length}`
  }
  if (answer.status !== 404) return `${answer.status} ${text}`
  return text === (method === 'HEAD' ? '' : 'There is no such file') ? 'nothing there' : text
}

/** Signed-in browsers of every role, and people of every standing. */
async function peopleOf(portal: TestPortal) {
  const { db } = portal
  const browsers = {} as Record<Who, Browser>
  const ids: Record<string, string> = {}
  for (const who of principals) {
    browsers[who] = await portal.as(who)
    if (who === 'visitor') continue
    ids[who] = (await browsers[who].get('/api/user')).id
  }
  const add = async (name: string, fields: object) => {
    const person = await createPerson(db, `${name}@sal.example`, portal.world.now())
    await db.updateTable('person').set(fields).where('id', '=', person.id).execute()
    return person.id
  }
  const member = { role: 'oem', is_active: true, is_visible: true }
  ids['visible member'] = await add('visible', member)
  ids['hidden member'] = await add('hidden', { ...member, is_visible: false })
  ids['inactive member'] = await add('inactive', { ...member, is_active: false })
  ids['job seeker'] = await add('jobless', { ...member, role: null })
  ids.administrator = await add('boss', { ...member, role: 'admin' })
  expect(ids.oem && emailOf('oem')).toBe('oem@teak.example')
  return { browsers, ids }
}

/** Puts a file into a standing; for a visitor nothing is their own. */
async function stand(
  { db }: TestPortal,
  { name, kind }: StoredFile,
  standing: Standing,
  ids: Record<string, string>,
  callerId = 'somebody',
): Promise<void> {
  const uploaded_by = standing === 'own, unclaimed' ? callerId : ids['visible member']
  const by = standing.startsWith('a visitor') ? null : uploaded_by
  await db
    .updateTable('stored_file')
    .set({ owner: null, owner_id: null, uploaded_by: by ?? null })
    .where('name', '=', name)
    .execute()
  if (standing.endsWith('unclaimed')) return
  const owner = standing === 'application' || standing === 'association' ? standing : 'person'
  const ownerId = standing === 'own' ? callerId : (ids[standing] ?? 'application-1')
  expect(await claimFile(db, name, kind, owner, ownerId)).toBe(true)
  expect(await findFile(db, name)).toMatchObject({ owner, owner_id: ownerId })
}
