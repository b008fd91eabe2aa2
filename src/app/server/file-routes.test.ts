import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { claimFile, fileNameInUrl, findFile } from '#platform/server/files/stored-files.ts'
import { days } from '#shared/durations.ts'
import { encryptedPdfs, encryptedRefusal } from '#test/files/encrypted-pdfs.ts'
import { jpegPhoto, plainPdf, pngPhoto } from '#test/files/sample-files.ts'
import { storages } from '#test/support/portal/file-store.ts'
import type { TestClient } from '#test/support/portal/test-client.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'

function formOf(...files: [field: string, bytes: Buffer, name: string][]): FormData {
  const form = new FormData()
  for (const [field, bytes, name] of files)
    form.append(field, new Blob([Uint8Array.from(bytes)]), name)
  return form
}

const send = (client: TestClient, kind: string | undefined, bytes: Buffer, name = 'a.jpg') =>
  client.request(
    'POST',
    `/api/upload${kind === undefined ? '' : `?kind=${kind}`}`,
    formOf(['file', bytes, name]),
  )

describe.each(storages)('uploading to %s', (storage) => {
  test('answers only the address, where the sender can open the picture', async () => {
    const portal = await testPortal('SQLite', { storage })
    const vendor = await portal.as('vendor')
    const answer = await send(vendor, undefined, await pngPhoto(), 'our logo.png')
    expect(answer.status).toBe(201)
    const { url, ...rest } = await answer.json()
    expect(rest).toEqual({})
    expect(url).toMatch(/^\/uploads\/[\w-]{43}\.png$/)
    const file = await findFile(portal.db, fileNameInUrl(url) ?? '')
    expect(file).toMatchObject({ kind: 'logo', owner: null, original_name: 'our logo.png' })
    const opened = await vendor.request('GET', url)
    expect(opened.headers.get('Content-Type')).toBe('image/png')
    expect((await opened.arrayBuffer()).byteLength).toBe(file?.size)
    expect((await portal.visitor().request('GET', url)).status).toBe(404)
  })

  test('stores the papers of a visitor encrypted', async () => {
    const portal = await testPortal('SQLite', { storage })
    const pan = plainPdf('Permanent Account Number ABCPE1234F')
    const answer = await send(portal.visitor(), 'companyPanCard', pan, 'PAN ABCPE1234F.pdf')
    expect(answer.status).toBe(201)
    const file = await findFile(portal.db, fileNameInUrl((await answer.json()).url) ?? '')
    expect(file).toMatchObject({ kind: 'companyPanCard', uploaded_by: null })
    for (const [, bytes] of portal.stored.storedBytes())
      expect(bytes.includes('ABCPE1234F')).toBe(false)
    await claimFile(portal.db, file?.name ?? '', {
      kind: 'companyPanCard',
      owner: 'application',
      ownerId: 'a1',
    })
    const opened = await (await portal.as('admin')).request('GET', `/uploads/${file?.name}`)
    expect(Buffer.from(await opened.arrayBuffer()).equals(pan)).toBe(true)
  })
})

describe('uploading', () => {
  test('is refused without leaving a file behind', async () => {
    const portal = await testPortal('SQLite')
    const visitor = portal.visitor()
    const photo = await jpegPhoto()
    const oem = await portal.as('oem')
    const big = Buffer.concat([photo, Buffer.alloc(4 * 1024 * 1024)])
    const cases: [Promise<Response>, number, string][] = [
      [send(visitor, undefined, photo), 401, 'Please log in'],
      [send(visitor, 'logo', photo), 401, 'Please log in'],
      [send(visitor, 'passport', photo), 400, 'Please specify the type of file'],
      [send(visitor, 'logo&kind=memberPhoto', photo), 400, 'Please give "kind" only once'],
      [send(visitor, '__proto__', photo), 400, 'Please specify the type of file'],
      [
        send(oem, 'logo', plainPdf()),
        415,
        'This file is named .jpg but is a PDF. Please choose a JPG, PNG or GIF file',
      ],
      [send(oem, 'logo', big), 413, 'File size must be less than 4MB'],
      [
        visitor.request('POST', '/api/upload?kind=memberPhoto', formOf()),
        400,
        'Please choose a file',
      ],
      [
        visitor.request('POST', '/api/upload?kind=memberPhoto', formOf(['photo', photo, 'a.jpg'])),
        400,
        'This form has no such upload field',
      ],
      [
        visitor.request(
          'POST',
          '/api/upload?kind=memberPhoto',
          formOf(['file', photo, 'a.jpg'], ['file', photo, 'b.jpg']),
        ),
        400,
        'Please send one file at a time',
      ],
      [
        visitor.request('POST', '/api/upload?kind=memberPhoto', {}),
        415,
        'Please send multipart/form-data',
      ],
    ]
    for (const [sent, status, message] of cases) {
      const answer = await sent
      expect([answer.status, await answer.text()]).toEqual([status, message])
    }
    expect(await portal.db.selectFrom('stored_file').selectAll().execute()).toEqual([])
    expect([...portal.stored.storedBytes().keys()]).toEqual([])
  })

  test('names the reason and the field of a PDF with a password', async () => {
    const portal = await testPortal('SQLite')
    for (const { bytes } of encryptedPdfs()) {
      const answer = await send(portal.visitor(), 'companyPanCard', bytes, 'e-PAN.pdf')
      const { headers } = answer
      expect([answer.status, await answer.text()]).toEqual([400, encryptedRefusal.message])
      expect([headers.get('Error-Code'), headers.get('Error-Field')]).toEqual([
        encryptedRefusal.code,
        'companyPanCard',
      ])
    }
    expect([...portal.stored.storedBytes().keys()]).toEqual([])
  })

  test('is limited to 120 files an hour from one network', async () => {
    const portal = await testPortal('SQLite')
    const from = (client: string) =>
      portal.visitor().request('POST', '/api/upload?kind=memberPhoto', formOf(), {
        'X-Forwarded-For': client,
        'Content-Length': '1000',
      })
    for (let i = 0; i < 120; i++) expect((await from('203.0.113.7')).status).toBe(400)
    const refused = await from('203.0.113.7')
    expect([refused.status, await refused.text()]).toEqual([
      429,
      'Too many files were uploaded from your network; please try again in 60 minutes',
    ])
    expect(refused.headers.get('Retry-After')).toBe('3600')
    expect((await from('203.0.113.8')).status).toBe(400)
  })

  test.each(['/api/upload?kind=memberPhoto', '/api/auth/apply', '/api/applications/mine/changes'])(
    'to %s is refused before the body when the network has stored its bytes of a day',
    async (path) => {
      const portal = await testPortal('SQLite', { limits: { networkDaily: 20_000 } })
      const attempt = (client: string) =>
        portal.visitor().request('POST', path, formOf(), { 'X-Forwarded-For': client })
      const photo = await jpegPhoto(1, { width: 640, height: 480 })
      const stored = async () => {
        const form = formOf(['file', photo, 'a.jpg'])
        const headers = { 'X-Forwarded-For': '203.0.113.7' }
        return portal.visitor().request('POST', '/api/upload?kind=memberPhoto', form, headers)
      }
      let answer = await stored()
      for (let i = 0; i < 20 && answer.status === 201; i += 1) answer = await stored()
      const message =
        'More than 0 MB were uploaded from your connection within a day; please try again in 24 hours'
      expect([answer.status, await answer.text()]).toEqual([429, message])
      expect(answer.headers.get('Retry-After')).toBe('86400')
      // What was refused is not counted: the budget is used up to less than one file.
      await portal.db
        .updateTable('rate_count')
        .set({ hits: 20 })
        .where('key', 'like', 'stored-bytes:%')
        .execute()
      const refused = await attempt('203.0.113.7')
      expect([refused.status, await refused.text()]).toEqual([429, message])
      expect((await attempt('203.0.113.8')).status).toBe(400)
      expect((await attempt('')).status).toBe(400)
      portal.advanceClock(days(1))
      expect((await attempt('203.0.113.7')).status).toBe(400)
    },
  )

  test('is refused, and an alarm is logged, while visitors have used all their space', async () => {
    const lines: string[] = []
    const log = pino({}, { write: (line: string) => lines.push(line) })
    const visitors = 20_000
    const portal = await testPortal('SQLite', { limits: { visitors }, log })
    const photo = await jpegPhoto(1, { width: 640, height: 480 })
    let answer = await send(portal.visitor(), 'memberPhoto', photo)
    expect(answer.status).toBe(201)
    for (let i = 0; i < 20 && answer.status === 201; i += 1)
      answer = await send(portal.visitor(), 'memberPhoto', photo)
    expect([answer.status, await answer.text()]).toEqual([
      503,
      'The portal is out of storage space; please try again later',
    ])
    expect(answer.headers.get('Retry-After')).toBe('3600')
    expect(lines.join()).toContain('alarm: too many files of visitors')
    expect((await send(await portal.as('oem'), 'logo', photo)).status).toBe(201)
  })
})
