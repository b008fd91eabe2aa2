/** Who may open a file: every kind of file, every owner, every caller (contract 14.3). */
import { describe, expect, test } from 'vitest'
import { createPerson } from '#features/members/server/record/new-person.ts'
import {
  claimFile,
  fileUrl,
  findFile,
  type StoredFile,
} from '#platform/server/files/stored-files.ts'
import { type FileKind, fileKinds } from '#shared/file-kinds.ts'
import { jpegPhoto } from '#test/files/sample-files.ts'
import { storeFile } from '#test/support/portal/file-store.ts'
import { type Persona, personas } from '#test/support/portal/personas.ts'
import type { TestClient } from '#test/support/portal/test-client.ts'
import { type TestPortal, testPortal } from '#test/support/portal/test-portal.ts'

const kinds = Object.keys(fileKinds) as FileKind[]
const pictures: FileKind[] = ['memberPhoto', 'logo']

/** Owners of a file: 'own' is the caller, 'unclaimed' a file that no form has referred to yet. */
const owners = [
  'application',
  'own',
  'visible member',
  'hidden member',
  'inactive member',
  'job seeker',
  'administrator',
  'own, unclaimed',
  'unclaimed',
  "a visitor's, unclaimed",
  'association',
] as const
type Owner = (typeof owners)[number]
function mayOpen(caller: Persona, kind: FileKind, owner: Owner): boolean {
  // The association's logo is on the login screen and in mails (contract 14.3).
  if (owner === 'association') return kind === 'logo'
  if (caller === 'visitor') return false
  if (owner === 'own, unclaimed') return true
  if (owner.endsWith('unclaimed')) return false
  if (caller === 'admin') return true
  if (owner === 'application' || !pictures.includes(kind)) return false
  if (owner === 'own') return true
  return owner === 'visible member' && (caller === 'oem' || caller === 'vendor')
}

describe('a file', () => {
  test('can be opened by exactly those who may know about it', async () => {
    const portal = await testPortal('SQLite')
    const people = await addPeople(portal)
    const photo = await jpegPhoto()
    const deviations: string[] = []
    for (const kind of kinds) {
      const one = await storeFile(portal.world.files, kind, photo, 'me.jpg')
      for (const owner of owners)
        for (const caller of personas) {
          const client = people.clients[caller]
          await setOwner(portal, one, owner, people.ids, people.ids[caller])
          const outcomes: string[] = []
          for (const [method, query] of [
            ['GET', ''],
            ['GET', '?size=small'],
            ['HEAD', ''],
          ] as const) {
            const answer = await client.request(method, fileUrl(one.name) + query)
            outcomes.push(await outcomeOf(method, answer))
          }
          const expected = mayOpen(caller, kind, owner) ? 'opened' : 'not found'
          if (outcomes.some((outcome) => outcome !== expected))
            deviations.push(`${kind}, ${owner}, for ${caller}: ${outcomes}`)
        }
    }
    expect(deviations).toEqual([])
  })

  test('is not confirmed as unchanged to callers who may not open it', async () => {
    const portal = await testPortal('SQLite')
    const people = await addPeople(portal)
    const one = await storeFile(portal.world.files, 'memberPhoto', await jpegPhoto(), 'me.jpg')
    await setOwner(portal, one, 'visible member', people.ids)
    const get = (who: Persona, etag: string) =>
      people.clients[who].request('GET', fileUrl(one.name), undefined, { 'If-None-Match': etag })
    const etag = (await get('vendor', '')).headers.get('ETag') ?? ''
    const again = await get('vendor', `"other", W/${etag}`)
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect(again.headers.get('Cache-Control')).toBe('private, no-cache')
    for (const who of ['visitor', 'seeker'] as const)
      expect((await get(who, etag)).status).toBe(404)
    await setOwner(portal, one, 'hidden member', people.ids)
    expect((await get('vendor', etag)).status).toBe(404)
  })
})

async function outcomeOf(method: string, answer: Response): Promise<string> {
  const text = await answer.text()
  if (answer.status === 200) {
    const isComplete = method === 'HEAD' ? text === '' : text.length > 100
    return isComplete ? 'opened' : `opened with ${text.length}`
  }
  if (answer.status !== 404) return `${answer.status} ${text}`
  return text === (method === 'HEAD' ? '' : 'File not found') ? 'not found' : text
}

/** Signed-in clients of every role, and a person for every owner. */
async function addPeople(portal: TestPortal) {
  const { db } = portal
  const clients = {} as Record<Persona, TestClient>
  const ids: Record<string, string> = {}
  for (const who of personas) {
    clients[who] = await portal.as(who)
    if (who === 'visitor') continue
    ids[who] = (await clients[who].get('/api/user')).id
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
  return { clients, ids }
}

/** Gives a file an owner; a visitor owns nothing. */
async function setOwner(
  { db }: TestPortal,
  { name, kind }: StoredFile,
  owner: Owner,
  ids: Record<string, string>,
  callerId = 'no-such-id',
): Promise<void> {
  const uploaded_by = owner === 'own, unclaimed' ? callerId : ids['visible member']
  const by = owner.startsWith('a visitor') ? null : uploaded_by
  await db
    .updateTable('stored_file')
    .set({ owner: null, owner_id: null, uploaded_by: by ?? null })
    .where('name', '=', name)
    .execute()
  if (owner.endsWith('unclaimed')) return
  const table = owner === 'application' || owner === 'association' ? owner : 'person'
  const ownerId = owner === 'own' ? callerId : (ids[owner] ?? 'application-1')
  expect(await claimFile(db, name, { kind, owner: table, ownerId })).toBe(true)
  expect(await findFile(db, name)).toMatchObject({ owner: table, owner_id: ownerId })
}
