import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { claimFile, findFile, nameInAddress, type StoredFile } from '#platform/server/files.ts'
import type { FileKind } from '#shared/file-kinds.ts'
import { storages } from '#test/files.ts'
import { jpegPhoto, plainPdf, pngPhoto } from '#test/samples-files.ts'
import { type Browser, engines, type TestPortal, testPortal } from '#test/world.ts'

const places = engines.flatMap((engine) => storages.map((storage) => ({ engine, storage })))

function formOf(...files: [field: string, bytes: Buffer, name: string][]): FormData {
  const form = new FormData()
  for (const [field, bytes, name] of files)
    form.append(field, new Blob([Uint8Array.from(bytes)]), name)
  return form
}

const send = (browser: Browser, kind: string | undefined, bytes: Buffer, name = 'a.jpg') =>
  browser.ask(
    'POST',
    `/api/upload${kind === undefined ? '' : `?kind=${kind}`}`,
    formOf(['file', bytes, name]),
  )

/** Uploads one and gives it an owner; answers its note. */
async function bring(
  portal: TestPortal,
  kind: FileKind,
  bytes: Buffer,
  owner: NonNullable<StoredFile['owner']>,
  ownerId: string,
  name?: string,
): Promise<StoredFile> {
  const answer = await send(await portal.as('admin'), kind, bytes, name)
  const file = nameInAddress((await answer.json()).url) ?? ''
  await claimFile(portal.db, file, kind, owner, ownerId)
  const note = await findFile(portal.db, file)
  if (!note) throw new Error(`${file} is not there`)
  return note
}

describe.each(places)('uploading, on $engine and $storage,', ({ engine, storage }) => {
  test('answers the address alone, under which the sender finds the picture', async () => {
    const portal = await testPortal(engine, { storage })
    const vendor = await portal.as('vendor')
    const answer = await send(vendor, undefined, await pngPhoto(), 'our logo.png')
    expect(answer.status).toBe(201)
    const { url, ...more } = await answer.json()
    expect(more).toEqual({})
    expect(url).toMatch(/^\/uploads\/[\w-]{43}\.png$/)
    const file = await findFile(portal.db, nameInAddress(url) ?? '')
    expect(file).toMatchObject({ kind: 'logo', owner: null, original_name: 'our logo.png' })
    const seen = await vendor.ask('GET', url)
    expect(seen.headers.get('Content-Type')).toBe('image/png')
    expect((await seen.bytes()).length).toBe(file?.size)
    expect((await portal.visitor().ask('GET', url)).status).toBe(404)
  })

  test('a visitor leaves papers for an application; in clear they lie nowhere', async () => {
    const portal = await testPortal(engine, { storage })
    const pan = plainPdf('Permanent Account Number ABCPE1234F')
    const answer = await send(portal.visitor(), 'companyPanCard', pan, 'PAN ABCPE1234F.pdf')
    expect(answer.status).toBe(201)
    const file = await findFile(portal.db, nameInAddress((await answer.json()).url) ?? '')
    expect(file).toMatchObject({ kind: 'companyPanCard', uploaded_by: null })
    for (const [, bytes] of portal.stored.lying()) expect(bytes.includes('ABCPE1234F')).toBe(false)
    await claimFile(portal.db, file?.name ?? '', 'companyPanCard', 'application', 'a1')
    const opened = await (await portal.as('admin')).ask('GET', `/uploads/${file?.name}`)
    expect(Buffer.from(await opened.bytes()).equals(pan)).toBe(true)
  })
})

describe.each(engines)('uploading, on %s,', (engine) => {
  test('is refused in words, and leaves nothing', async () => {
    const portal = await testPortal(engine)
    const visitor = portal.visitor()
    const photo = await jpegPhoto()
    const oem = await portal.as('oem')
    const big = Buffer.concat([photo, Buffer.alloc(4 * 1024 * 1024)])
    const cases: [Promise<Response>, number, string][] = [
      [send(visitor, undefined, photo), 401, 'Please log in'],
      [send(visitor, 'logo', photo), 401, 'Please log in'],
      [send(visitor, 'passport', photo), 400, 'Please say which kind of file this is'],
      [send(visitor, 'logo&kind=memberPhoto', photo), 400, 'Please say which kind of file this is'],
      [send(visitor, '__proto__', photo), 400, 'Please say which kind of file this is'],
      [send(oem, 'logo', plainPdf()), 415, 'Please choose a JPG, PNG or GIF file'],
      [send(oem, 'logo', big), 413, 'File size must be less than 4MB'],
      [visitor.ask('POST', '/api/upload?kind=memberPhoto', formOf()), 400, 'Please choose a file'],
      [
        visitor.ask('POST', '/api/upload?kind=memberPhoto', formOf(['photo', photo, 'a.jpg'])),
        400,
        'There is no such upload field in this form',
      ],
      [
        visitor.ask(
          'POST',
          '/api/upload?kind=memberPhoto',
          formOf(['file', photo, 'a.jpg'], ['file', photo, 'b.jpg']),
        ),
        400,
        'Please send one file at a time',
      ],
      [
        visitor.ask('POST', '/api/upload?kind=memberPhoto', {}),
        415,
        'Please send multipart/form-data',
      ],
    ]
    for (const [answer, status, words] of cases) {
      const { status: seen } = await answer
      expect([seen, await (await answer).text()]).toEqual([status, words])
    }
    expect(await portal.db.selectFrom('stored_file').selectAll().execute()).toEqual([])
    expect([...portal.stored.lying().keys()]).toEqual([])
  })

  test('has an end for one network, and says when to come back', async () => {
    const portal = await testPortal(engine)
    const from = (client: string) =>
      portal.visitor().ask('POST', '/api/upload?kind=memberPhoto', formOf(), {
        'X-Forwarded-For': client,
      })
    for (let i = 0; i < 120; i++) expect((await from('203.0.113.7')).status).toBe(400)
    const refused = await from('203.0.113.7')
    expect([refused.status, await refused.text()]).toEqual([
      429,
      'Too many files came from here; please try again in 60 minutes',
    ])
    expect(refused.headers.get('Retry-After')).toBe('3600')
    expect((await from('203.0.113.8')).status).toBe(400)
  })

  test('raises an alarm while too much waits for an owner', async () => {
    const lines: string[] = []
    const log = pino({}, { write: (line: string) => lines.push(line) })
    const portal = await testPortal(engine, { mostUnclaimed: 1000, log })
    const photo = await jpegPhoto(1, { width: 640, height: 480 })
    expect((await send(portal.visitor(), 'memberPhoto', photo)).status).toBe(201)
    const refused = await send(portal.visitor(), 'memberPhoto', photo)
    expect([refused.status, await refused.text()]).toEqual([
      503,
      'The portal has no room for more files at the moment; please try again later',
    ])
    expect(refused.headers.get('Retry-After')).toBe('3600')
    expect(lines.join()).toContain('alarm: too many files wait for an owner')
  })
})

describe.each(engines)('opening a file, on %s,', (engine) => {
  test('a PDF is saved under its cleaned name and never shown, cached or run', async () => {
    const portal = await testPortal(engine)
    const file = await bring(
      portal,
      'businessCard',
      plainPdf(),
      'application',
      'a1',
      'कार्ड "x"; filename=evil.html\u202e(1).pdf',
    )
    const { headers } = await (await portal.as('admin')).ask('GET', `/uploads/${file.name}`)
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
    const whole = decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')
    expect(whole).toMatch(/^कार्ड .*\.pdf$/)
    expect(whole).not.toMatch(/\u202e/)
  })

  test('a photo is shown, asked for again each time, and has a small version', async () => {
    const portal = await testPortal(engine)
    const oem = await portal.as('oem')
    const { id } = await oem.get('/api/user')
    const photo = await jpegPhoto(3, { width: 900, height: 600 })
    const file = await bring(portal, 'memberPhoto', photo, 'person', id, 'me.html.JPG')
    const vendor = await portal.as('vendor')
    const full = await vendor.ask('GET', `/uploads/${file.name}`)
    const small = await vendor.ask('GET', `/uploads/${file.name}?size=small`)
    expect((await small.bytes()).length).toBeLessThan((await full.bytes()).length)
    expect(full.headers.get('Content-Disposition')).toMatch(/^inline; filename="me\.html\.jpg"/)
    expect(full.headers.get('Cache-Control')).toBe('private, no-cache')
    expect(full.headers.get('ETag')).not.toBe(small.headers.get('ETag'))
    const head = await vendor.ask('HEAD', `/uploads/${file.name}`)
    expect(head.headers.get('Content-Length')).toBe(String(file.size))
  })

  test('each opening of a paper by an administrator is written down, small pictures are not', async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    const { id } = await admin.get('/api/user')
    const file = await bring(
      portal,
      'factoryMachineryPhotos',
      await jpegPhoto(),
      'application',
      'a1',
    )
    const visits = async (method: string, query = '') => {
      await admin.ask(method, `/uploads/${file.name}${query}`)
      const rows = await portal.db
        .selectFrom('history')
        .select(['actor_id', 'subject', 'subject_id', 'after'])
        .where('act', '=', 'opened paper')
        .execute()
      return rows
    }
    expect(await visits('GET', '?size=small')).toEqual([])
    expect(await visits('HEAD')).toEqual([])
    const visit = {
      actor_id: id,
      subject: 'application',
      subject_id: 'a1',
      after: JSON.stringify({ kind: 'factoryMachineryPhotos', file: file.name }),
    }
    expect(await visits('GET')).toEqual([visit])
    expect(await visits('GET', '?size=large')).toEqual([visit, visit])
    await (await portal.as('oem')).ask('GET', `/uploads/${file.name}`)
    expect(await visits('HEAD')).toHaveLength(2)
  })

  test('a damaged paper is told in words and in the log, and not written down as opened', async () => {
    const lines: string[] = []
    const log = pino({}, { write: (line: string) => lines.push(line) })
    const portal = await testPortal(engine, { log })
    const file = await bring(portal, 'companyPanCard', plainPdf(), 'application', 'a1')
    const { folder, storage } = portal.stored
    const bytes = (await storage.read(file.name)) ?? Buffer.alloc(0)
    bytes[40] = (bytes[40] ?? 0) ^ 1
    writeFileSync(join(folder, 'damaged'), bytes)
    await storage.put(file.name, join(folder, 'damaged'))
    const admin = await portal.as('admin')
    const answer = await admin.ask('GET', `/uploads/${file.name}`)
    expect([answer.status, await answer.text()]).toEqual([
      503,
      'This paper cannot be read: it is damaged or its key is gone. Please tell whoever runs the portal.',
    ])
    expect(answer.headers.get('Content-Disposition')).toBeNull()
    await storage.remove(file.name)
    expect((await admin.ask('GET', `/uploads/${file.name}`)).status).toBe(503)
    expect(lines.join()).toContain('a paper cannot be read')
    expect(lines.join()).toContain('a file is not where it was put')
    const opened = portal.db.selectFrom('history').where('act', '=', 'opened paper').selectAll()
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
  ])('there is nothing at %s, not even for an administrator', async (path) => {
    const portal = await testPortal(engine)
    expect((await (await portal.as('admin')).ask('GET', path)).status).toBe(404)
  })
})
