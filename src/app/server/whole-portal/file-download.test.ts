import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { claimFile, type StoredFile } from '#platform/server/files/stored-files.ts'
import type { FileKind } from '#shared/file-kinds.ts'
import { jpegPhoto, plainPdf } from '#test/files/sample-files.ts'
import { storeFile } from '#test/support/portal/file-store.ts'
import { type TestPortal, testPortal } from '#test/support/portal/test-portal.ts'

/** Stores a file that belongs to an owner. */
async function storeOwned(
  { db, world }: TestPortal,
  kind: FileKind,
  bytes: Buffer,
  owner: NonNullable<StoredFile['owner']>,
  ownerId: string,
  name?: string,
): Promise<StoredFile> {
  const file = await storeFile(world.files, kind, bytes, name)
  await claimFile(db, file.name, { kind, owner, ownerId })
  return { ...file, owner, owner_id: ownerId }
}

describe('opening a file', () => {
  test('sends a PDF as a download under its cleaned name, uncached and sandboxed', async () => {
    const portal = await testPortal('SQLite')
    const file = await storeOwned(
      portal,
      'businessCard',
      plainPdf(),
      'application',
      'a1',
      'कार्ड "x"; filename=evil.html\u202e(1).pdf',
    )
    const { headers } = await (await portal.as('admin')).request('GET', `/uploads/${file.name}`)
    expect(headers.get('Content-Type')).toBe('application/pdf')
    expect(headers.get('Content-Length')).toBe(String(file.size))
    expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; sandbox")
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(headers.get('ETag')).toBeNull()
    const disposition = headers.get('Content-Disposition') ?? ''
    expect(disposition).toMatch(
      /^attachment; filename="[\w. -]+\.pdf"; filename\*=UTF-8''[\w.%~-]+$/,
    )
    const fullName = decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')
    expect(fullName).toMatch(/^कार्ड .*\.pdf$/)
    expect(fullName).not.toMatch(/\u202e/)
  })

  test('shows a photo inline, revalidated each time, with a small version', async () => {
    const portal = await testPortal('SQLite')
    const oem = await portal.as('oem')
    const { id } = await oem.get('/api/user')
    const photo = await jpegPhoto(3, { width: 900, height: 600 })
    const file = await storeOwned(portal, 'memberPhoto', photo, 'person', id, 'me.html.JPG')
    const vendor = await portal.as('vendor')
    const full = await vendor.request('GET', `/uploads/${file.name}`)
    const small = await vendor.request('GET', `/uploads/${file.name}?size=small`)
    const [smallBytes, fullBytes] = [await small.arrayBuffer(), await full.arrayBuffer()]
    expect(smallBytes.byteLength).toBeLessThan(fullBytes.byteLength)
    expect(full.headers.get('Content-Disposition')).toMatch(/^inline; filename="photo\.jpg"/)
    expect(full.headers.get('Cache-Control')).toBe('private, no-cache')
    expect(full.headers.get('ETag')).not.toBe(small.headers.get('ETag'))
    const head = await vendor.request('HEAD', `/uploads/${file.name}`)
    expect(head.headers.get('Content-Length')).toBe(String(file.size))
  })

  test('records each opening of a paper by an administrator, but not of its small version', async () => {
    const portal = await testPortal('SQLite')
    const admin = await portal.as('admin')
    const { id } = await admin.get('/api/user')
    const file = await storeOwned(
      portal,
      'factoryMachineryPhotos',
      await jpegPhoto(),
      'application',
      'a1',
    )
    const openingsAfter = async (method: string, query = '') => {
      await admin.request(method, `/uploads/${file.name}${query}`)
      return portal.db
        .selectFrom('history')
        .select(['actor_id', 'subject', 'subject_id', 'after'])
        .where('act', '=', 'paper-opened')
        .execute()
    }
    expect(await openingsAfter('GET', '?size=small')).toEqual([])
    expect(await openingsAfter('HEAD')).toEqual([])
    const sessions = await admin.get('/api/auth/sessions')
    const opening = {
      actor_id: id,
      subject: 'application',
      subject_id: 'a1',
      after: JSON.stringify({
        kind: 'factoryMachineryPhotos',
        file: file.name,
        session: sessions[0]?.id,
      }),
    }
    expect(await openingsAfter('GET')).toEqual([opening])
    expect(await openingsAfter('GET', '?size=large')).toEqual([opening, opening])
    await (await portal.as('oem')).request('GET', `/uploads/${file.name}`)
    expect(await openingsAfter('HEAD')).toHaveLength(2)
  })

  test('answers 503 for a damaged paper, logs it, and records no opening', async () => {
    const lines: string[] = []
    const log = pino({}, { write: (line: string) => lines.push(line) })
    const portal = await testPortal('SQLite', { log })
    const file = await storeOwned(portal, 'companyPanCard', plainPdf(), 'application', 'a1')
    const { folder, storage } = portal.stored
    const bytes = (await storage.read(file.name)) ?? Buffer.alloc(0)
    bytes[40] = (bytes[40] ?? 0) ^ 1
    writeFileSync(join(folder, 'damaged'), bytes)
    await storage.put(file.name, join(folder, 'damaged'))
    const admin = await portal.as('admin')
    const answer = await admin.request('GET', `/uploads/${file.name}`)
    expect([answer.status, await answer.text()]).toEqual([
      503,
      'This paper cannot be read: it is damaged or its key is missing. Please contact the person who runs the portal.',
    ])
    expect(answer.headers.get('Content-Disposition')).toBeNull()
    await storage.remove(file.name)
    expect((await admin.request('GET', `/uploads/${file.name}`)).status).toBe(503)
    expect(lines.join()).toContain('decrypting a file failed')
    expect(lines.join()).toContain('file content missing')
    const opened = portal.db.selectFrom('history').where('act', '=', 'paper-opened').selectAll()
    expect(await opened.execute()).toEqual([])
  })

  test.each([
    '/uploads/',
    '/uploads/..%2f..%2fportal.sqlite',
    '/uploads/%00.jpg',
    '/uploads/.probe',
    `/uploads/${'a'.repeat(43)}.jpg`,
    `/uploads/${'a'.repeat(43)}.jpg.small`,
    `/uploads/${'a'.repeat(43)}.svg`,
  ])('answers 404 for %s, also to an administrator', async (path) => {
    const portal = await testPortal('SQLite')
    expect((await (await portal.as('admin')).request('GET', path)).status).toBe(404)
  })
})
