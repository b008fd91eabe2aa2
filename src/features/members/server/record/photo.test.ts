import { readdirSync } from 'node:fs'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { portalUploader } from '#platform/server/files/uploader.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { tooLargeMessage } from '#shared/file-kinds.ts'
import { gifPhoto, jpegPhoto, plainPdf, pngPhoto } from '#test/files/sample-files.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import type { TestClient } from '#test/support/portal/test-client.ts'
import { type TestPortal, testPortal } from '#test/support/portal/test-portal.ts'
import { editWithPhoto } from './photo.ts'

const details = {
  name: 'Asha Patil',
  company_name: 'Teak & Co',
  whatsapp_number: '9876543210',
}

const formOf = (photo: Uint8Array | undefined, memberData: unknown = details, name = 'me.jpg') => {
  const form = new FormData()
  if (photo) form.append('photo', new Blob([Uint8Array.from(photo)]), name)
  if (memberData !== null) form.append('memberData', JSON.stringify(memberData))
  return form
}

const filesIn = ({ stored }: TestPortal): string[] => {
  try {
    return readdirSync(`${stored.folder}/uploads`, { recursive: true })
      .map(String)
      .filter((name) => /\.\w{3}$/.test(name))
  } catch {
    return []
  }
}

const open = async (engine: Engine) => {
  const portal = await testPortal(engine)
  const member = await (await portal.as('oem')).get('/api/user')
  const admin = await portal.as('admin')
  const put = (form: FormData, by: TestClient = admin) =>
    by.put(`/api/admin/members/${member.id}/photo`, form)
  return { portal, admin, member, put }
}

describe.each(engines)('photo of a member on %s', (engine) => {
  test('replaces the previous photo and deletes its file', async () => {
    const { portal, admin, put } = await open(engine)
    const first = await put(formOf(await jpegPhoto(1)))
    const second = await put(formOf(await jpegPhoto(2)))
    expect(second.photo_url).not.toBe(first.photo_url)
    expect((await admin.request('GET', `${first.photo_url}`)).status).toBe(404)
    expect(await portal.db.selectFrom('stored_file').select('owner').execute()).toEqual([
      { owner: 'person' },
    ])
  })
})

describe('photo of a member', () => {
  test.each([
    ['JPG', jpegPhoto],
    ['PNG', pngPhoto],
    ['GIF', gifPhoto],
  ])('is accepted as %s and saved together with the details', async (_name, draw) => {
    const { portal, member, put } = await open('SQLite')
    const saved = await put(formOf(await draw()))
    expect(saved).toMatchObject(details)
    expect(saved.photo_url).toMatch(/^\/uploads\//)
    const oem = await portal.signIn(member.email)
    expect((await oem.request('GET', `${saved.photo_url}`)).status).toBe(200)
  })

  test('stays when the file of the previous one cannot be removed', async () => {
    const { portal, admin, member, put } = await open('SQLite')
    await put(formOf(await jpegPhoto(1)))
    const { files } = portal.world
    const world = {
      ...portal.world,
      files: { ...files, removeBytes: () => Promise.reject(new Error('The disk is gone')) },
    }
    const bytes = await jpegPhoto(2)
    const photo = await files.receive(
      Readable.from([bytes]),
      'memberPhoto',
      'me.jpg',
      portalUploader,
    )
    const form = { fields: { memberData: [JSON.stringify(details)] }, files: [photo] }
    const caller = { id: (await admin.get('/api/user')).id, role: 'admin' } as Caller
    await editWithPhoto(world, caller, member.id, form).catch(() => undefined)
    const { photo_url } = await admin.get(`/api/admin/members/${member.id}`)
    expect((await admin.request('GET', `${photo_url}`)).status).toBe(200)
  })

  test('must be smaller than 4MB', async () => {
    const { put } = await open('SQLite')
    const large = new Uint8Array(4 * 1024 * 1024).fill(7)
    expect(tooLargeMessage('memberPhoto')).toBe('File size must be less than 4MB')
    await expect(put(formOf(large))).rejects.toThrow('413: File size must be less than 4MB')
  })

  test('is refused when it is not an image or the details are invalid, and nothing changes', async () => {
    const { portal, admin, member, put } = await open('SQLite')
    await expect(put(formOf(plainPdf()))).rejects.toThrow(
      '415: This file is named .jpg but is a PDF. Please choose a JPG, PNG or GIF file',
    )
    await expect(put(formOf(undefined))).rejects.toThrow('400: Please choose a photo')
    const photo = await jpegPhoto()
    await expect(put(formOf(photo, { ...details, name: 'A' }))).rejects.toThrow(
      '400: Name must be at least 2 characters',
    )
    await expect(put(formOf(photo, null))).rejects.toThrow('400: Please send the details')
    await expect(put(formOf(photo, { ...details, updated_at: 'long ago' }))).rejects.toThrow('409')
    const after = await admin.get(`/api/admin/members/${member.id}`)
    expect(after).toMatchObject({ photo_url: null, updated_at: member.updated_at })
    expect(await portal.db.selectFrom('stored_file').selectAll().execute()).toEqual([])
    expect(filesIn(portal)).toEqual([])
  })
})
