import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { addMember } from '#features/members/server/record/enrol.ts'
import { startOfDay } from '#shared/dates.ts'
import { days, minutes } from '#shared/durations.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { pdfLines } from '#test/support/pdf.ts'
import { type TestPortal, testPortal } from '#test/support/portal/test-portal.ts'
import { newMemberOf } from '#test/support/samples.ts'
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

/** A portal with a member who has paid until 31 March 2025, and the calls about the certificates of that member. */
async function openWithMember(engine: Engine) {
  const portal = await testPortal(engine)
  const admin = await portal.as('admin')
  const [id = ''] = await paidMembers(portal, 1)
  return {
    portal,
    admin,
    id,
    issue: (more: object = {}) => admin.post(path, { selection: { ids: [id] }, ...more }),
    certificates: () => admin.get(`/api/admin/members/${id}/certificates`),
  }
}

const verify = async (portal: TestPortal, code: string | undefined) =>
  portal.visitor().get(`/api/verify/${code}`)

/** What a visitor sees of the certificate of the first member. */
const shownOf = (certificate: { membership_number: string } | undefined) => ({
  name: 'Member 0',
  company_name: 'Teak & Co',
  membership_number: certificate?.membership_number,
  valid_until: '',
})

describe.each(engines)('a certificate on %s', (engine) => {
  test('is issued once and verified with its code, however that is typed', async () => {
    const { portal, admin, id, issue, certificates } = await openWithMember(engine)
    expect(await certificates()).toEqual([])
    portal.advanceClock(minutes(1))
    expect(await issue()).toEqual({ changed: 1, failures: [] })
    expect(await issue()).toEqual({ changed: 0, failures: [] })
    const [first] = await certificates()
    expect(first).toMatchObject({
      number: 'C2024-25/0001',
      status: 'valid',
      name: 'Member 0',
      company_name: 'Teak & Co',
      issued_by: 'admin@teak.example',
    })
    expect(first?.membership_number).toBe(
      (await admin.get(`/api/admin/members/${id}`)).membership_number,
    )
    const valid_until = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
    const shown = { status: 'valid', ...shownOf(first), valid_until }
    expect(await verify(portal, first?.code)).toEqual(shown)
    const typed = `${first?.code.slice(0, 5)}-${first?.code.slice(5)}`.toLowerCase()
    expect(await verify(portal, typed.replaceAll('0', 'o').replaceAll('1', 'l'))).toEqual(shown)
  })

  test('is valid to the end of the last day in India', async () => {
    const { portal, issue, certificates } = await openWithMember(engine)
    await issue()
    const [first] = await certificates()
    portal.clock.now = new Date(Date.parse(startOfDay('2025-04-01')) - 1)
    expect(await verify(portal, first?.code)).toMatchObject({ status: 'valid' })
    portal.advanceClock(1)
    expect(await verify(portal, first?.code)).toEqual({
      status: 'expired',
      ...shownOf(first),
    })
  })

  test('is replaced by a new one and revoked, with both in the history', async () => {
    const { portal, admin, id, issue, certificates } = await openWithMember(engine)
    portal.advanceClock(minutes(1))
    await issue()
    const [first] = await certificates()
    portal.advanceClock(minutes(1))
    expect(await issue({ reissue: true })).toEqual({ changed: 1, failures: [] })
    const [second, old] = await certificates()
    expect(second).toMatchObject({ number: 'C2024-25/0002', status: 'valid' })
    expect(old).toMatchObject({
      number: 'C2024-25/0001',
      status: 'revoked',
      revoked_by: 'admin@teak.example',
      revoked_reason: 'Replaced by a new certificate',
    })
    const shown = { status: 'revoked', ...shownOf(first) }
    expect(await verify(portal, first?.code)).toEqual(shown)
    const revoke = (certificateId: string | undefined) =>
      admin.post(`${path}/${certificateId}/revoke`, { reason: 'Left the trade' })
    await expect(revoke(old?.id)).rejects.toThrow('409: This certificate has been revoked already')
    await revoke(second?.id)
    expect(await verify(portal, second?.code)).toEqual(shown)
    const history = await admin.get(`/api/admin/members/${id}/history`)
    expect(history.slice(0, 4).map(({ words }) => words)).toEqual([
      'admin@teak.example revoked the certificate C2024-25/0002: Left the trade',
      'admin@teak.example issued the certificate C2024-25/0002',
      'admin@teak.example revoked the certificate C2024-25/0001: Replaced by a new certificate',
      'admin@teak.example issued the certificate C2024-25/0001',
    ])
  })

  test('counts only while the member is active and has paid, and is deleted with the member', async () => {
    const { portal, admin, id, issue, certificates } = await openWithMember(engine)
    await issue()
    const code = (await certificates())[0]?.code
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

  test('is never changed or replaced in the database', async () => {
    const { portal, issue } = await openWithMember(engine)
    await issue()
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
})

describe.each(engines)('certificates of selected members on %s', (engine) => {
  test('have different numbers, one for each member, when issued at the same time', async () => {
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

describe('the certificate of a signed-in member', () => {
  test('can be downloaded while the membership is valid', async () => {
    const { portal, issue } = await openWithMember('SQLite')
    const own = async () => (await portal.signIn('m0@teak.example')).get('/api/certificate')
    expect(await own()).toEqual({
      status: 'ready',
      number: null,
      issued_at: null,
      valid_until: '2025-03-31',
    })
    await issue()
    expect(await own()).toMatchObject({ status: 'ready', number: 'C2024-25/0001' })
    const data = await (await portal.signIn('m0@teak.example')).get('/api/profile/data')
    expect(data.certificates).toMatchObject([{ number: 'C2024-25/0001', name: 'Member 0' }])
    portal.advanceClock(days(100))
    expect(await own()).toMatchObject({ status: 'not-valid', valid_until: null })
  })

  test('is issued by the first download of the member', async () => {
    const { portal, admin, issue, certificates } = await openWithMember('SQLite')
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
    const [issued] = await certificates()
    expect(issued).toMatchObject({ number: 'C2024-25/0001', issued_by: 'Member 0' })
    expect((await download('card')).status).toBe(200)
    expect(await certificates()).toHaveLength(1)

    await admin.post(`${path}/${issued?.id}/revoke`, { reason: 'Wrong name' })
    expect(await (await download('card')).text()).toBe(
      'Your certificate has been revoked. Please contact the association',
    )
    await issue()
    expect((await download('card')).status).toBe(200)
    portal.advanceClock(days(100))
    const late = await (await portal.signIn('m0@teak.example')).request(
      'POST',
      '/api/certificate/document',
      { document: 'card' },
    )
    expect([late.status, await late.text()]).toEqual([409, 'Your membership is not valid today'])
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

  test('have the look of the settings, whose images only administrators open', async () => {
    const { portal, admin, certificates } = await openWithMember('SQLite')
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
    expect(await certificates()).toHaveLength(1)
  })
})
