import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { days } from '#shared/durations.ts'
import { sum } from '#shared/sum.ts'
import { plainPdf } from '#test/files/sample-files.ts'
import { engines } from '#test/support/engines.ts'
import { decide, sendOem, submitApplication } from '#test/support/portal/applications.ts'
import { storeFile, testFiles } from '#test/support/portal/file-store.ts'
import type { TestClient } from '#test/support/portal/test-client.ts'
import { type TestPortal, testDatabase, testPortal } from '#test/support/portal/test-portal.ts'
import { noisePhoto } from '#test/support/process/form-client.ts'
import { createIncomingBytes } from './incoming-bytes.ts'

const photo = await noisePhoto(64, 64)

const upload = (
  client: TestClient,
  kind: string,
  { bytes = photo, network = '203.0.113.7' } = {},
): Promise<Response> => {
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(bytes)]), 'a.jpg')
  return client.request('POST', `/api/upload?kind=${kind}`, form, { 'X-Forwarded-For': network })
}

/** Uploads until one is refused; the number of accepted ones and the refusal. */
async function uploadAll(send: () => Promise<Response>) {
  for (let accepted = 0; accepted < 200; accepted += 1) {
    const answer = await send()
    if (answer.status !== 201)
      return {
        accepted,
        status: answer.status,
        message: await answer.text(),
        retryAfter: Number(answer.headers.get('Retry-After')),
      }
  }
  throw new Error('nothing was refused')
}

const rows = ({ db }: TestPortal) => db.selectFrom('stored_file').selectAll().execute()

describe.each(engines)('budgets of uploads on %s', (engine) => {
  test('of visitors leave room for other networks and never affect signed-in people', async () => {
    const visitors = 1_280_000
    const portal = await testPortal(engine, { limits: { visitors } })
    const visitor = portal.visitor()
    for (let i = 0; i < 5; i += 1) {
      const from = { network: `198.51.100.${i}` }
      const { accepted, ...refusal } = await uploadAll(() => upload(visitor, 'memberPhoto', from))
      expect(accepted).toBeGreaterThan(0)
      expect(refusal).toEqual({
        status: 429,
        message: 'There are too many files from your connection; please try again tomorrow',
        retryAfter: 86_400,
      })
    }
    expect((await upload(visitor, 'memberPhoto')).status).toBe(201)
    for (const persona of ['admin', 'oem', 'vendor', 'seeker'] as const)
      expect((await upload(await portal.as(persona), 'logo')).status).toBe(201)
    // No address is stored.
    expect(JSON.stringify(await rows(portal))).not.toContain('198.51.100')
  })

  test('count the papers of an application until it is approved', async () => {
    const portal = await testPortal(engine)
    const pools = async () => new Set((await rows(portal)).map(({ pool }) => pool))
    const { id } = await submitApplication(portal, sendOem)
    expect(await pools()).toEqual(new Set(['visitor']))
    await decide(portal, id, { status: 'rejected' })
    expect(await pools()).toEqual(new Set(['visitor']))
    await decide(portal, id, { status: 'pending' })
    await decide(portal, id, { status: 'approved' })
    expect(await pools()).toEqual(new Set([null]))
  })

  test('are never exceeded by concurrent uploads', async () => {
    const { db } = await testDatabase(engine)
    const limits = { visitors: 640_000 }
    const { files, storedBytes } = await testFiles(db, 'folder', { limits })
    const store = (index: number) => {
      const uploader = { visitor: `${index}`, network: '198.51.100.1', factor: 3 }
      return storeFile(files, 'memberPhoto', photo, 'a.jpg', undefined, uploader)
    }
    const stored = await Promise.allSettled(Array.from({ length: 40 }, (_, index) => store(index)))
    const accepted = stored.filter(({ status }) => status === 'fulfilled').length
    expect(accepted).toBeGreaterThan(0)
    expect(accepted).toBeLessThan(40)
    const bytes = [...storedBytes()].filter(([path]) => path.includes('/uploads/'))
    expect(bytes).toHaveLength(accepted * 2)
    expect(sum(bytes, ([, { length }]) => length)).toBeLessThanOrEqual(15_000)
  })
})

describe('budgets of uploads', () => {
  test('count the bytes that lie on the disk', async () => {
    const portal = await testPortal('SQLite')
    await upload(portal.visitor(), 'memberPhoto')
    await upload(portal.visitor(), 'companyPanCard', { bytes: plainPdf('x'.repeat(5000)) })
    const onDisk = [...portal.stored.storedBytes()].map(([, bytes]) => bytes.length)
    const counted = (await rows(portal)).map(({ stored_bytes }) => stored_bytes)
    expect(onDisk).toHaveLength(3)
    expect(sum(counted)).toBe(sum(onDisk))
  })

  test('of a person are used up by a photo or logo that is replaced again and again', async () => {
    const limits = {
      personDaily: { admin: 100_000, member: 50_000, jobseeker: 20_000 },
    }
    const portal = await testPortal('SQLite', { limits })
    const oem = await portal.as('oem')
    const replaceLogo = async () => {
      const answer = await upload(oem, 'logo')
      if (answer.status === 201) {
        const { url } = await answer.json()
        await oem.put('/api/profile', { ...(await oem.get('/api/user')), logo_url: url })
      }
      return answer
    }
    const { accepted, ...refusal } = await uploadAll(replaceLogo)
    expect(accepted).toBeGreaterThan(5)
    expect(await rows(portal)).toHaveLength(1)
    expect(refusal).toEqual({
      status: 429,
      message: 'You have uploaded more than 0 MB within a day; please try again in 24 hours',
      retryAfter: 86_400,
    })
    const [seeker, admin] = [await portal.as('seeker'), await portal.as('admin')]
    expect((await uploadAll(() => upload(seeker, 'logo'))).accepted).toBeLessThan(accepted)
    expect((await uploadAll(() => upload(admin, 'logo'))).accepted).toBeGreaterThan(accepted)
    // Neither visitors nor other members notice.
    expect((await upload(portal.visitor(), 'memberPhoto')).status).toBe(201)
    expect((await upload(await portal.as('vendor'), 'logo')).status).toBe(201)
    portal.advanceClock(days(1))
    expect((await upload(oem, 'logo')).status).toBe(201)
  })

  test('are those of a customer for all its IPv6 networks', async () => {
    const visitors = 1_280_000
    const portal = await testPortal('SQLite', { limits: { visitors } })
    const send = (network: string) => upload(portal.visitor(), 'memberPhoto', { network })
    expect((await uploadAll(() => send('2001:db8:1:1::1'))).accepted).toBeGreaterThan(0)
    expect((await send('2001:db8:1:2::1')).status).toBe(429)
    expect((await send('2001:db8:2:1::1')).status).toBe(201)
  })

  test('get back the bytes of a form that is refused', async () => {
    const portal = await testPortal('SQLite')
    const from = { 'X-Forwarded-For': '203.0.113.7' }
    const count = async () => {
      const counters = await portal.db.selectFrom('rate_count').selectAll().execute()
      return counters.find(({ key }) => key.startsWith('stored-bytes:'))?.hits
    }
    for (let i = 0; i < 3; i += 1) {
      const form = await oemForm()
      const answer = await portal.visitor().request('POST', '/api/auth/apply', form, from)
      expect(answer.status).toBe(410)
    }
    expect(await count()).toBe(0)
    expect(await rows(portal)).toEqual([])
    expect([...portal.stored.storedBytes().keys()]).toEqual([])
  })

  test('of visitors leave room for their copies in the backups on the same disk', async () => {
    const disk = { free: 10e9, total: 100e9 }
    const copies = {
      limits: { visitors: 16e9 },
      diskSpace: async () => disk,
    }
    const portal = await testPortal('SQLite', { ...copies, backupCopies: 4 })
    const held = async (stored_bytes: number) => {
      const row = { pool: 'visitor', pool_key: 'other', stored_bytes } as const
      await portal.db.updateTable('stored_file').set(row).execute()
      disk.free = 10e9 - stored_bytes
      return (await upload(portal.visitor(), 'memberPhoto')).status
    }
    expect((await upload(portal.visitor(), 'memberPhoto')).status).toBe(201)
    expect(await held(1_990_000_000)).toBe(201)
    await portal.db.deleteFrom('stored_file').where('pool_key', '!=', 'other').execute()
    expect(await held(2_000_000_000)).toBe(503)
  })

  test('refuse uploads below the floor of free space, those of visitors first', async () => {
    const disk = { free: 0, total: 100_000_000_000 }
    const portal = await testPortal('SQLite', { diskSpace: async () => disk })
    const statuses = async () => [
      (await upload(portal.visitor(), 'memberPhoto')).status,
      (await upload(await portal.as('oem'), 'logo')).status,
    ]
    const floor = 512 * 1024 ** 2
    disk.free = 2 * floor + 1e6
    expect(await statuses()).toEqual([201, 201])
    disk.free = 2 * floor - 1
    expect(await statuses()).toEqual([503, 201])
    disk.free = floor - 1
    expect(await statuses()).toEqual([503, 503])
    const refused = await upload(await portal.as('oem'), 'logo')
    expect(await refused.text()).toBe('The portal is out of storage space; please try again later')
    expect(refused.headers.get('Retry-After')).toBe('3600')
  })
})

/** A form whose logo was uploaded before, to an address that does not exist. */
async function oemForm(): Promise<FormData> {
  const { formOf, oemFields, oemFiles } = await import('#test/support/portal/applications.ts')
  const files = (await oemFiles()).filter(({ field }) => field !== 'businessCard')
  const businessCard = `/uploads/${'x'.repeat(43)}.pdf`
  return formOf({ ...oemFields, businessCard }, files)
}

test('files that are being received share the space for them', async () => {
  const count = createIncomingBytes(128_000)
  const inUse = 'Other files from your connection are still being uploaded'
  const one = count('198.51.100.1', 1)
  one.add(990)
  expect(() => one.add(11)).toThrow(inUse)
  const trial = count('trial', Number.POSITIVE_INFINITY)
  trial.add(127_000)
  expect(() => count('198.51.100.3', 1).add(11)).toThrow(inUse)
  one.release()
  one.release()
  trial.release()
  count('198.51.100.3', 1).add(1000)
})

test('a file counts as being received until it is discarded', async () => {
  const { db } = await testDatabase('SQLite')
  const limits = { incoming: 256_000 }
  const { files } = await testFiles(db, 'folder', { limits })
  const uploader = { visitor: 'v', network: '198.51.100.1', factor: 1 }
  const receive = (bytes: number) =>
    files.receive(Readable.from([Buffer.alloc(bytes, 'x')]), 'memberPhoto', 'a.jpg', uploader)
  const first = await receive(1500)
  await expect(receive(1500)).rejects.toMatchObject({ kind: 'too-many' })
  await files.discard([first])
  await files.discard([await receive(1500)])
})
