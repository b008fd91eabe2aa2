import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { portalLogo } from '#platform/server/mail/mail-page.ts'
import { days } from '#shared/durations.ts'
import { gifPhoto, jpegPhoto, plainPdf } from '#test/files/sample-files.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { emailOf } from '#test/support/portal/personas.ts'
import type { TestClient } from '#test/support/portal/test-client.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'

const path = '/api/admin/settings'

async function twoAdmins(engine: Engine) {
  const portal = await testPortal(engine)
  const first = await portal.as('admin')
  portal.advanceClock(1000)
  await first.post('/api/admin/admins', { name: 'Asha Treasurer', email: 'asha@teak.example' })
  return { portal, first, second: await portal.signIn('asha@teak.example') }
}

const history = (admin: TestClient) => admin.get(`${path}/history`)

describe.each(engines)('concurrent changes of the settings on %s', (engine) => {
  test('refuses to overwrite a value the administrator has not read', async () => {
    const { first, second } = await twoAdmins(engine)
    await second.put(path, { upi_id: 'asha@bank', seen: { upi_id: '' } })
    await expect(
      first.put(path, {
        upi_id: 'pma@bank',
        bank_name: 'SBI',
        seen: { upi_id: '', bank_name: '' },
      }),
    ).rejects.toThrow(
      '409: Asha Treasurer has changed the UPI ID since you opened the settings. Please check it and save again.',
    )
    expect(await first.get(path)).toMatchObject({ upi_id: 'asha@bank', bank_name: '' })
    await first.put(path, { upi_id: 'pma@bank', seen: { upi_id: 'asha@bank' } })
    expect(await second.get(path)).toMatchObject({ upi_id: 'pma@bank' })
  })

  test('accepts changes of different settings', async () => {
    const { first, second } = await twoAdmins(engine)
    await first.put(path, { bank_name: 'SBI', seen: { bank_name: '' } })
    await second.put(path, { dues_oem: '5000', seen: { dues_oem: '' } })
    expect(await first.get(path)).toMatchObject({ bank_name: 'SBI', dues_oem: '5000' })
  })

  test('accepts one of twelve simultaneous changes and records it once', async () => {
    const { first, second } = await twoAdmins(engine)
    // Opens the connections that the simultaneous calls will use.
    await Promise.all(Array.from({ length: 12 }, () => first.get(path)))
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        (index % 2 ? first : second).request('PUT', path, {
          bank_name: `Bank ${index}`,
          seen: { bank_name: '' },
        }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(11).fill(409)])
    const [change, ...more] = (await history(first)).filter(({ can_undo }) => can_undo)
    expect(more).toEqual([])
    const { bank_name } = await first.get(path)
    expect(change?.details).toEqual([{ field: 'the bank', before: 'empty', after: bank_name }])
  })

  test('refuses to overwrite a mail the administrator has not read', async () => {
    const { first, second } = await twoAdmins(engine)
    const mail = { kind: 'welcome', subject: 'Namaste', text: 'Dear {name}' }
    const none = { subject: '', text: '' }
    await first.put(`${path}/mails`, { ...mail, seen: none })
    await expect(
      second.put(`${path}/mails`, { ...mail, text: 'Hello {name}', seen: none }),
    ).rejects.toThrow(
      '409: admin@teak.example has changed the email “Welcome to a new member” since you opened the settings.',
    )
    expect((await first.get(path)).mails).toEqual([mail])
  })
})

describe.each(engines)('history of the settings on %s', (engine) => {
  test('describes changes in sentences and undoes them', async () => {
    const { portal, first, second } = await twoAdmins(engine)
    portal.advanceClock(1000)
    await second.put(path, { dues_vendor: '3000', association_name: 'Board Makers' })
    portal.advanceClock(1000)
    const text = 'Dear {name}\n\nwelcome'
    await first.put(`${path}/mails`, { kind: 'welcome', subject: 'Namaste', text })
    const [mail, dues, ...rest] = await history(first)
    expect(mail).toMatchObject({
      words: 'admin@teak.example changed the email “Welcome to a new member”',
      details: [{ before: 'Default text', after: `Namaste\n\n${text}` }],
      can_undo: true,
    })
    expect(dues).toMatchObject({
      at: '2025-01-05T09:00:02.000Z',
      words: 'Asha Treasurer changed the name of the association and the dues of vendors',
      details: [
        {
          field: 'the name of the association',
          before: 'Panel Makers Association',
          after: 'Board Makers',
        },
        { field: 'the dues of vendors', before: 'empty', after: '₹3,000' },
      ],
      can_undo: true,
    })
    expect(rest).toMatchObject([
      { words: 'admin@teak.example made Asha Treasurer an administrator', can_undo: false },
      { words: 'The portal made admin@teak.example an administrator', can_undo: false },
    ])

    portal.advanceClock(1000)
    for (const one of [mail, dues]) {
      await first.post(`${path}/history/${one?.id}/undo`)
      portal.advanceClock(1000)
    }
    expect(await second.get(path)).toMatchObject({
      association_name: 'Panel Makers Association',
      dues_vendor: '',
      mails: [],
    })
    const [undone] = await history(first)
    expect(undone?.words).toBe(
      'admin@teak.example undid a change to the name of the association and the dues of vendors',
    )
    await expect(first.post(`${path}/history/${dues?.id}/undo`)).rejects.toThrow(
      '409: This can no longer be undone: the name of the association and the dues of vendors have changed since',
    )
    await first.post(`${path}/history/${undone?.id}/undo`)
    expect(await first.get(path)).toMatchObject({ dues_vendor: '3000' })
    await expect(first.post(`${path}/history/nothing/undo`)).rejects.toThrow(
      '404: Change not found',
    )
    await expect(first.post(`${path}/history/${rest[0]?.id}/undo`)).rejects.toThrow(
      '409: This change cannot be undone',
    )
  })

  test('names the removed administrator', async () => {
    const { portal, first, second } = await twoAdmins(engine)
    portal.advanceClock(1000)
    const { id } = await second.get('/api/user')
    await first.delete(`/api/admin/admins/${id}`)
    expect((await history(first))[0]?.words).toBe(
      'admin@teak.example removed Asha Treasurer as administrator',
    )
  })
})

describe('logo of the association', () => {
  const upload = async (client: TestClient, bytes: Buffer) => {
    const form = new FormData()
    form.append('file', new File([new Uint8Array(bytes)], 'logo.png'))
    const answer = await client.request('POST', '/api/upload', form)
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
    return ((await answer.json()) as { url: string }).url
  }

  test('is public and part of mails once set, until it is removed', async () => {
    const { portal, first, second } = await twoAdmins('SQLite')
    const url = await upload(first, await gifPhoto(1))
    const visitor = portal.visitor()
    expect((await visitor.request('GET', url)).status).toBe(404)
    await first.put(path, {
      association_logo: url,
      bank_name: 'SBI',
      seen: { association_logo: '' },
    })
    expect((await visitor.get('/api/about')).association_logo).toBe(url)
    const page = await (await visitor.request('GET', '/login')).text()
    expect(page).toContain(url)
    const answer = await visitor.request('GET', `${url}?size=small`)
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'image/png'])
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('Content-Security-Policy')).toBe("default-src 'none'; sandbox")

    const template = { kind: 'welcome', subject: 'Hello', text: 'Hello' }
    await first.post(`${path}/mails/test`, template)
    const [logo] = (await portal.mails()).at(-1)?.attachments ?? []
    expect(logo).toMatchObject({ contentId: '<logo@portal>', mimeType: 'image/png' })
    // As high as mails show it, twice, for sharp screens.
    expect(await sharp(logo?.content as ArrayBuffer).metadata()).toMatchObject({ height: 72 })

    await second.put(path, { association_logo: '', seen: { association_logo: url } })
    expect((await visitor.get('/api/about')).association_logo).toBe('')
    expect((await visitor.request('GET', url)).status).toBe(404)
    expect(
      [...portal.stored.storedBytes().keys()].filter((name) => name.includes('uploads')),
    ).toEqual([])
    await first.post(`${path}/mails/test`, template)
    const [old] = (await portal.mails()).at(-1)?.attachments ?? []
    expect(old?.content).toEqual(new Uint8Array(portalLogo.content).buffer)
  })

  test('has its own history entry, which cannot be undone', async () => {
    const { first } = await twoAdmins('SQLite')
    const url = await upload(first, await jpegPhoto(1))
    await first.put(path, { association_logo: url, bank_name: 'SBI' })
    const changes = await history(first)
    const logo = changes.find(({ words }) => words.endsWith('the logo'))
    expect(logo).toMatchObject({
      words: 'admin@teak.example changed the logo',
      details: [{ field: 'the logo', before: 'empty', after: 'an image' }],
      can_undo: false,
    })
    expect(changes.find(({ words }) => words.endsWith('the bank'))).toMatchObject({
      words: 'admin@teak.example changed the bank',
      can_undo: true,
    })
  })

  test('must be a picture uploaded by the same administrator', async () => {
    const { portal, first, second } = await twoAdmins('SQLite')
    const url = await upload(second, await jpegPhoto(1))
    for (const address of [url, url.replace('uploads/', 'uploads/x'), 'https://evil.example/a.png'])
      await expect(first.put(path, { association_logo: address })).rejects.toThrow(
        '400: Please upload the logo again',
      )
    await expect(upload(first, plainPdf())).rejects.toThrow(
      /^415: .*Please choose a JPG, PNG or GIF/,
    )
    const member = await portal.as('oem')
    const own = await upload(member, await jpegPhoto(2))
    await member.put('/api/profile', { ...(await member.get('/api/user')), logo_url: own })
    await expect(first.put(path, { association_logo: own })).rejects.toThrow(
      '400: Please upload the logo again',
    )
    await second.put(path, { association_logo: url })
    await expect(
      member.put('/api/profile', { ...(await member.get('/api/user')), logo_url: url }),
    ).rejects.toThrow('Please upload the logo again')
  })
})

describe('changed payment details', () => {
  const upi = (before: string, after: string) => ({
    who: 'Asha Treasurer',
    details: [{ field: 'UPI ID', before, after }],
  })

  test('are shown to the other administrators for a week, with who, old and new', async () => {
    const { portal, first } = await twoAdmins('SQLite')
    const asha = () => portal.signIn('asha@teak.example')
    const changes = async () =>
      (await portal.signIn(emailOf('admin'))).get(`${path}/payment-changes`)
    await first.put(path, { upi_id: 'old@bank' })
    portal.advanceClock(days(8))
    await (await asha()).put(path, { association_address: 'Pune', office_email: 'o@panel.example' })
    expect(await changes()).toEqual([])
    await (await asha()).put(path, { upi_id: 'pma@bank', association_address: 'Nashik' })
    portal.advanceClock(days(3))
    await (await asha()).put(path, { upi_id: 'other@bank' })
    portal.advanceClock(days(1))
    const second = await asha()
    const [change] = await history(second)
    await second.post(`${path}/history/${change?.id}/undo`)
    const all = [
      upi('other@bank', 'pma@bank'),
      upi('pma@bank', 'other@bank'),
      upi('old@bank', 'pma@bank'),
    ]
    expect(await changes()).toMatchObject(all)
    expect(await second.get(`${path}/payment-changes`)).toEqual([])
    portal.advanceClock(days(3) - 1000)
    expect(await changes()).toHaveLength(3)
    portal.advanceClock(2000)
    expect(await changes()).toMatchObject(all.slice(0, 2))
  })

  test('are shown when a detail is added to others or changed, not when the first ones are filled in', async () => {
    const { portal } = await twoAdmins('SQLite')
    const asha = () => portal.signIn('asha@teak.example')
    const changes = async () =>
      (await portal.signIn(emailOf('admin'))).get(`${path}/payment-changes`)
    await (await asha()).put(path, { bank_name: 'Teak Bank' })
    await (await asha()).put(path, { upi_id: 'pma@bank' })
    expect(await changes()).toEqual([])
    await (await asha()).put(path, { upi_id: 'other@bank' })
    expect(await changes()).toMatchObject([upi('pma@bank', 'other@bank')])
    portal.advanceClock(days(8))
    await (await asha()).put(path, { upi_payee_name: 'Teak' })
    expect(await changes()).toMatchObject([
      { details: [{ field: 'UPI payee name', before: 'empty', after: 'Teak' }] },
    ])
  })
})
