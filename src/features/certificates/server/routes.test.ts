import { randomInt } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { addMember } from '#features/members/server/record/enrol.ts'
import { startOfDay } from '#shared/dates.ts'
import { days, minutes } from '#shared/durations.ts'
import { engines } from '#test/support/engines.ts'
import { pdfLines } from '#test/support/pdf.ts'
import { newMemberOf } from '#test/support/samples.ts'
import { type TestPortal, testPortal } from '#test/support/test-portal.ts'
import { codeAlphabet, codeLength } from '../code.ts'
import { defaultTemplate } from '../template.ts'

const path = '/api/admin/certificates'
const payment = {
  payment_status: true,
  paymentAmount: 5000,
  paymentMode: 'Bank',
  paymentRef: 'UTR1',
  membership_valid_from: '2024-04-01',
  membership_valid_to: '2025-03-31',
}

/** Members who have paid until 31 March 2025; returns their ids. */
async function paidMembers(portal: TestPortal, count: number): Promise<string[]> {
  const admin = await portal.as('admin')
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    const email = `m${index}@teak.example`
    const { id } = await addMember(portal.world, 'nobody', {
      ...newMemberOf('oem', email),
      name: `Member ${index}`,
    })
    await admin.put(`/api/admin/members/${id}/payment`, payment)
    ids.push(id)
  }
  return ids
}

const verify = async (portal: TestPortal, code: string | undefined) =>
  portal.visitor().get(`/api/verify/${code}`)

const randomCode = () =>
  Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')

describe.each(engines)('certificates on %s', (engine) => {
  test('are issued once, verified live, reissued and revoked', async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    const [id = ''] = await paidMembers(portal, 1)
    const selection = { ids: [id] }
    const certificates = () => admin.get(`/api/admin/members/${id}/certificates`)
    expect(await certificates()).toEqual([])
    portal.advanceClock(minutes(1))
    expect(await admin.post(path, { selection })).toEqual({ changed: 1, failures: [] })
    expect(await admin.post(path, { selection })).toEqual({ changed: 0, failures: [] })
    const [first] = await certificates()
    expect(first).toMatchObject({
      number: 'C2024-25/0001',
      status: 'valid',
      name: 'Member 0',
      company_name: 'Teak & Co',
      issued_by: 'admin@teak.example',
    })
    const shown = {
      name: 'Member 0',
      company_name: 'Teak & Co',
      membership_number: first?.membership_number,
    }
    expect(await verify(portal, first?.code)).toEqual({ status: 'valid', ...shown })
    const typed = `${first?.code.slice(0, 5)}-${first?.code.slice(5)}`.toLowerCase()
    expect(await verify(portal, typed.replaceAll('0', 'o').replaceAll('1', 'l'))).toEqual({
      status: 'valid',
      ...shown,
    })

    // To the end of the last day in India.
    portal.clock.now = new Date(Date.parse(startOfDay('2025-04-01')) - 1)
    expect(await verify(portal, first?.code)).toMatchObject({ status: 'valid' })
    portal.advanceClock(1)
    expect(await verify(portal, first?.code)).toEqual({ status: 'expired', ...shown })
    portal.clock.now = new Date('2025-01-05T10:00:00.000Z')

    expect(await admin.post(path, { selection, reissue: true })).toEqual({
      changed: 1,
      failures: [],
    })
    const [second, old] = await certificates()
    expect(second).toMatchObject({ number: 'C2024-25/0002', status: 'valid' })
    expect(old).toMatchObject({
      number: 'C2024-25/0001',
      status: 'revoked',
      revoked_by: 'admin@teak.example',
      revoked_reason: 'Replaced by a new certificate',
    })
    expect(await verify(portal, first?.code)).toEqual({ status: 'revoked', ...shown })
    const revoke = (certificateId: string | undefined) =>
      admin.post(`${path}/${certificateId}/revoke`, { reason: 'Left the trade' })
    await expect(revoke(old?.id)).rejects.toThrow('409: This certificate has been revoked already')
    await revoke(second?.id)
    expect(await verify(portal, second?.code)).toEqual({ status: 'revoked', ...shown })
    const history = await admin.get(`/api/admin/members/${id}/history`)
    expect(history.slice(0, 4).map(({ words }) => words)).toEqual([
      'admin@teak.example revoked the certificate C2024-25/0002: Left the trade',
      'admin@teak.example issued the certificate C2024-25/0002',
      'admin@teak.example revoked the certificate C2024-25/0001: Replaced by a new certificate',
      'admin@teak.example issued the certificate C2024-25/0001',
    ])
  })

  test('count only while the member is active, and are deleted with the member', async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    const [id = ''] = await paidMembers(portal, 1)
    await admin.post(path, { selection: { ids: [id] } })
    const code = (await admin.get(`/api/admin/members/${id}/certificates`))[0]?.code
    await admin.put(`/api/admin/members/${id}/status`, { is_active: false })
    expect(await verify(portal, code)).toMatchObject({ status: 'expired' })
    await admin.put(`/api/admin/members/${id}/status`, { is_active: true })
    expect(await verify(portal, code)).toMatchObject({ status: 'valid' })
    await admin.put(`/api/admin/members/${id}/payment`, { payment_status: false })
    expect(await verify(portal, code)).toMatchObject({ status: 'expired' })
    await admin.put(`/api/admin/members/${id}/status`, { is_active: false })
    await admin.delete(`/api/admin/members/${id}`)
    expect(await verify(portal, code)).toMatchObject({ status: 'unknown', name: '' })
  })

  test('are left out of a print for members who are not valid', async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    const [paid = '', inactive = ''] = await paidMembers(portal, 2)
    await portal.as('vendor')
    const unpaid = (await admin.get('/api/admin/members?role=vendor'))[0]?.id
    await admin.put(`/api/admin/members/${inactive}/status`, { is_active: false })
    const selection = { ids: [paid, inactive, unpaid] }
    const preview = (document: string) => admin.post(`${path}/preview`, { selection, document })
    expect(await preview('certificate')).toMatchObject({
      count: 3,
      affected: 1,
      missing: 1,
      left_out: expect.arrayContaining([
        expect.objectContaining({ reason: 'Inactive', count: 1 }),
        expect.objectContaining({ reason: 'Membership is not valid today', count: 1 }),
      ]),
    })
    expect(await preview('labels-24')).toMatchObject({
      affected: 0,
      left_out: [{ reason: 'No certificate postal address', count: 3 }],
    })
    expect(await admin.post(path, { selection })).toEqual({ changed: 1, failures: [] })
    expect(await preview('card')).toMatchObject({ affected: 1, missing: 0 })
  })

  test('get different numbers, one for each member, when issued at the same time', async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    const ids = await paidMembers(portal, 4)
    const selection = { ids }
    const results = await Promise.all([1, 2, 3].map(() => admin.post(path, { selection })))
    expect(results.map(({ changed }) => changed).reduce((a, b) => a + b)).toBe(4)
    const rows = await portal.db.selectFrom('certificate').select(['number', 'person_id']).execute()
    expect(rows.map(({ number }) => number).toSorted()).toEqual(
      [1, 2, 3, 4].map((serial) => `C2024-25/000${serial}`),
    )
    expect(new Set(rows.map(({ person_id }) => person_id)).size).toBe(4)
  })

  test('are never changed or replaced in the database', async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    const [id = ''] = await paidMembers(portal, 1)
    await admin.post(path, { selection: { ids: [id] } })
    const update = (values: Record<string, string | null>) =>
      portal.db.updateTable('certificate').set(values).execute()
    const message = 'A certificate is only revoked, never changed'
    await expect(update({ name: 'Someone else' })).rejects.toThrow(message)
    await expect(update({ name: 'Someone else', revoked_at: 'now' })).rejects.toThrow(message)
    const [row] = await portal.db.selectFrom('certificate').selectAll().execute()
    const copy = { ...row, id: 'copy', number: 'C1', code_hash: 'hash' } as NonNullable<typeof row>
    await expect(portal.db.insertInto('certificate').values(copy).execute()).rejects.toThrow(
      engine === 'SQLite' ? message : 'certificate_current',
    )
    await update({ revoked_at: 'now' })
    await expect(update({ revoked_at: null })).rejects.toThrow(message)
  })

  test('tell members whether theirs can be downloaded', async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    const [id = ''] = await paidMembers(portal, 1)
    const own = async () => (await portal.signIn('m0@teak.example')).get('/api/certificate')
    expect(await own()).toEqual({
      status: 'ready',
      number: null,
      issued_at: null,
      valid_until: '2025-03-31',
    })
    await admin.post(path, { selection: { ids: [id] } })
    expect(await own()).toMatchObject({ status: 'ready', number: 'C2024-25/0001' })
    const data = await (await portal.signIn('m0@teak.example')).get('/api/profile/data')
    expect(data.certificates).toMatchObject([{ number: 'C2024-25/0001', name: 'Member 0' }])
    portal.advanceClock(days(100))
    expect(await own()).toMatchObject({ status: 'not-valid', valid_until: null })
  })

  test('are downloaded by the member, whose first download issues the certificate', async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    const [id = ''] = await paidMembers(portal, 1)
    const member = await portal.signIn('m0@teak.example')
    const download = (document: string) =>
      member.request('POST', '/api/certificate/document', { document })
    const pdf = await download('certificate')
    expect(pdf.headers.get('Content-Type')).toBe('application/pdf')
    expect(pdf.headers.get('Content-Disposition')).toBe(
      'attachment; filename="membership-certificate.pdf"',
    )
    const bytes = Buffer.from(await pdf.arrayBuffer())
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    const [issued] = await admin.get(`/api/admin/members/${id}/certificates`)
    expect(issued).toMatchObject({ number: 'C2024-25/0001', issued_by: 'Member 0' })
    expect((await download('card')).status).toBe(200)
    expect(await admin.get(`/api/admin/members/${id}/certificates`)).toHaveLength(1)

    await admin.post(`${path}/${issued?.id}/revoke`, { reason: 'Wrong name' })
    expect(await (await download('card')).text()).toBe(
      'Your certificate has been revoked. Please contact the association',
    )
    await admin.post(path, { selection: { ids: [id] } })
    expect((await download('card')).status).toBe(200)
    portal.advanceClock(days(100))
    const late = await (await portal.signIn('m0@teak.example')).request(
      'POST',
      '/api/certificate/document',
      { document: 'card' },
    )
    expect([late.status, await late.text()]).toEqual([409, 'Your membership is not valid today'])
  })

  test('are printed in the order of PIN codes, like labels', async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    const ids = await paidMembers(portal, 5)
    const pins = ['411042', '', '110001', '342012']
    for (const [index, pin] of pins.entries())
      await admin.put(`/api/admin/members/${ids[index]}/data`, {
        certificate_postal_address: pin && `Plot ${index}, Town ${pin}`,
      })
    const selection = { ids }
    const print = async (document: string) => {
      const answer = await admin.request('POST', `${path}/print`, { selection, document })
      return answer.ok ? Buffer.from(await answer.arrayBuffer()) : answer.text()
    }
    expect(await print('certificate')).toBe('There is nothing to print for the selected members')
    await admin.post(path, { selection })
    const linesOf = async (document: string, pattern: RegExp) =>
      pdfLines((await print(document)) as Buffer).filter((line) => pattern.test(line))
    expect(await linesOf('certificate', /^represented by/)).toEqual(
      [2, 3, 0, 1, 4].map((index) => `represented by Member ${index}`),
    )
    expect(await linesOf('card-sheet', /^Member \d/)).toEqual(
      [2, 3, 0, 1, 4].map((index) => `Member ${index}`),
    )
    expect(await linesOf('labels-14', /^Plot/)).toEqual([
      'Plot 2, Town 110001',
      'Plot 3, Town 342012',
      'Plot 0, Town 411042',
    ])
  })
})

describe('certificates', () => {
  test('have the script of the name, and take no number while letters cannot be drawn', async () => {
    const portal = await testPortal('SQLite')
    const admin = await portal.as('admin')
    const ids = await paidMembers(portal, 3)
    const rename = (id: string | undefined, name: string) =>
      portal.db
        .updateTable('person')
        .set({ name })
        .where('id', '=', id ?? '')
        .execute()
    await rename(ids[0], 'Asha 🪑 Patil')
    await rename(ids[1], 'முருகன்')
    const message = '🪑 in the name of Asha 🪑 Patil cannot be printed. Please correct it first.'
    expect(await admin.post(path, { selection: { ids } })).toMatchObject({
      changed: 2,
      failures: [{ id: ids[0], message }],
    })
    const own = await (await portal.signIn('m0@teak.example')).request(
      'POST',
      '/api/certificate/document',
      { document: 'card' },
    )
    expect([own.status, await own.text()]).toEqual([409, message])
    await rename(ids[0], 'Asha Patil')
    await admin.post(path, { selection: { ids } })
    expect(await admin.get(`/api/admin/members/${ids[0]}/certificates`)).toMatchObject([
      { number: 'C2024-25/0003', name: 'Asha Patil' },
    ])
    const printed = await admin.request('POST', `${path}/print`, {
      selection: { ids },
      document: 'card-sheet',
    })
    const lines = pdfLines(new Uint8Array(await printed.arrayBuffer()))
    expect(lines).toEqual(expect.arrayContaining(['Asha Patil', 'முருகன்']))
  })

  test('give the same answer for all unknown codes, and refuse a client who tries too many', async () => {
    const portal = await testPortal('SQLite')
    const visitor = portal.visitor()
    for (let count = 0; count < 30; count++)
      expect(await visitor.get(`/api/verify/${randomCode()}`)).toEqual({
        status: 'unknown',
        name: '',
        company_name: '',
        membership_number: '',
      })
    const answer = await visitor.request('GET', '/api/verify/x')
    expect(answer.headers.get('X-Robots-Tag')).toBe('noindex')
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    const page = await visitor.request('GET', `/verify/${randomCode()}`)
    expect([page.status, page.headers.get('X-Robots-Tag')]).toEqual([200, 'noindex'])
    expect((await visitor.request('GET', '/verify')).status).toBe(404)
    const from = (address: string) =>
      portal.visitor().request('GET', '/api/verify/x', undefined, { 'X-Forwarded-For': address })
    for (let count = 0; count < 120; count++) expect((await from('203.0.113.7')).status).toBe(200)
    const refused = await from('203.0.113.7')
    expect([refused.status, await refused.text()]).toEqual([
      429,
      'Too many certificates were checked from your network; please try again in 10 minutes',
    ])
    expect((await from('203.0.113.8')).status).toBe(200)
    portal.advanceClock(minutes(10))
    expect((await from('203.0.113.7')).status).toBe(200)
  })

  test('have the look of the settings, whose images only administrators open', async () => {
    const portal = await testPortal('SQLite')
    const admin = await portal.as('admin')
    const [id = ''] = await paidMembers(portal, 1)
    const member = await portal.signIn('m0@teak.example')
    const upload = async () => {
      const form = new FormData()
      const picture = sharp({
        create: { width: 60, height: 20, channels: 4, background: '#1c2f6b80' },
      })
      const bytes = Uint8Array.from(await picture.png().toBuffer())
      form.append('file', new File([bytes], 'signature.png', { type: 'image/png' }))
      const answer = await admin.request('POST', '/api/upload?kind=logo', form)
      return (await answer.json()).url as string
    }
    const template = {
      ...defaultTemplate,
      certificate_signature: await upload(),
      certificate_signatory: 'Rajesh Deshmukh',
      certificate_colour: '#7f1d1d',
    }
    const sample = (fields: object) =>
      admin.request('POST', `${path}/sample`, {
        document: 'certificate',
        language: 'hi',
        template: { ...template, ...fields },
      })
    expect((await sample({})).headers.get('Content-Type')).toBe('application/pdf')
    const tooLight = await sample({ certificate_colour: '#FFD700' })
    expect(await tooLight.text()).toBe('This colour is too light to read on white paper')

    await admin.put('/api/admin/settings', template)
    const pdf = async () => {
      const answer = await member.request('POST', '/api/certificate/document', {
        document: 'certificate',
      })
      return (await answer.arrayBuffer()).byteLength
    }
    const withImage = await pdf()
    const open = async (client: typeof admin) =>
      (await client.request('GET', template.certificate_signature)).status
    expect([await open(admin), await open(member), await open(portal.visitor())]).toEqual([
      200, 404, 404,
    ])
    await admin.put('/api/admin/settings', { certificate_signature: '' })
    expect(await open(admin)).toBe(404)
    expect(await pdf()).toBeLessThan(withImage)
    const history = await admin.get('/api/admin/settings/history')
    const words = 'admin@teak.example changed the signature of certificates'
    const entries = history.filter((entry) => entry.words === words)
    expect(entries.map(({ can_undo }) => can_undo)).toEqual([false, false])
    expect(await admin.get(`/api/admin/members/${id}/certificates`)).toHaveLength(1)
  })
})
