import { describe, expect, test } from 'vitest'
import { addMember } from '#features/members/server/record/enrol.ts'
import { engines } from '#test/support/engines.ts'
import { importForm } from '#test/support/imports.ts'
import { paidMark } from '#test/support/payments.ts'
import { newMemberOf } from '#test/support/samples.ts'
import type { TestClient } from '#test/support/test-client.ts'
import { testPortal } from '#test/support/test-portal.ts'

const paid = {
  ...paidMark,
  payment_date: '2025-01-02T20:00:00.000Z',
  paymentAmount: '5000.50',
  paymentMode: 'GPay',
  paymentRef: '@upi',
}

describe.each(engines)('the export on %s', (engine) => {
  const open = async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    const make = (role: 'oem' | 'vendor', email: string, more: object = {}) =>
      addMember(portal.world, 'nobody', { ...newMemberOf(role, email), ...more })
    const asha = await make('oem', 'asha@ply.example', {
      name: '=HYPERLINK("x")',
      remarks: 'Two\nlines, "quoted"',
      factory_address: "'-5 Road",
    })
    const ravi = await make('vendor', 'ravi@ply.example', {
      additional_info_materials_products: ['mdf', 'other'],
      materials_other: 'Glue',
    })
    await admin.put(`/api/admin/members/${asha.id}/payment`, paid)
    await admin.put(`/api/admin/members/${ravi.id}/visibility`, { is_visible: false })
    return { portal, admin, make, asha, ravi }
  }
  const download = async (admin: TestClient, path: string) => {
    const answer = await admin.request('GET', path)
    expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    const bytes = new Uint8Array(await answer.arrayBuffer())
    return {
      name: answer.headers.get('Content-Disposition')?.match(/filename="([^"]+)"/)?.[1],
      bytes,
      text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes),
    }
  }
  const upload = (admin: TestClient, bytes: Uint8Array<ArrayBuffer>, name = 'x.csv') => {
    return admin.post('/api/members/import', importForm(bytes, { dry_run: 'true' }, name))
  }

  test('of selected members has the same rows and name', async () => {
    const { portal, admin, make, asha, ravi } = await open()
    const leena = await make('oem', 'leena@ply.example')
    const full = await download(admin, '/api/admin/export?role=oem')
    const rowWith = (id: string | null) =>
      full.text.split('\r\n').find((row) => row.includes(`"${id}"`))
    const select = (body: object) => admin.request('POST', '/api/admin/export', body)
    const answer = await select({ role: 'oem', ids: [leena.id, ravi.id, 'nobody'] })
    expect(answer.headers.get('Content-Disposition')).toContain('PMA-oem-members-2025-01-05.csv')
    const [headings] = full.text.split('\r\n')
    const bytes = new TextDecoder('utf-8', { ignoreBOM: true })
    expect(bytes.decode(await answer.arrayBuffer())).toBe(
      `${headings}\r\n${rowWith(leena.membership_number)}\r\n`,
    )
    const both = await select({ ids: [asha.id, ravi.id] })
    expect(both.headers.get('Content-Disposition')).toContain('PMA-all-members-2025-01-05.csv')
    for (const body of [{ ids: [] }, {}]) {
      const refused = await select(body)
      expect([refused.status, await refused.text()]).toEqual([400, 'Please choose members'])
    }
    const oem = await portal.as('oem')
    expect((await oem.request('POST', '/api/admin/export', { ids: [asha.id] })).status).toBe(403)
  })

  test.each([
    ['?role=oem', 'PMA-oem-members-2025-01-05.csv', ['"OEM2025001"']],
    ['?role=vendor', 'PMA-vendor-members-2025-01-05.csv', ['"VENDOR2025001"']],
    ['', 'PMA-all-members-2025-01-05.csv', ['"VENDOR2025001"', '"OEM2025001"']],
  ])('%s is named %s', async (query, name, numbers) => {
    const { admin } = await open()
    const file = await download(admin, `/api/admin/export${query}`)
    expect(file.name).toBe(name)
    expect(file.text.startsWith('\uFEFF"membership_number","role","name","email",')).toBe(true)
    expect(file.text.match(/"(OEM|VENDOR)\d+"/g)).toEqual(numbers)
  })

  test('has no formulas and changes nothing when imported again', async () => {
    const { portal, admin, asha } = await open()
    // The free text of Member Data edits survives too.
    await admin.put(`/api/admin/members/${asha.id}/data`, {
      whatsapp_number: '12',
      website_url: 'no address',
    })
    portal.advanceClock(3_600_000)
    for (const query of ['', '?role=oem', '?role=vendor', '?format=member-data']) {
      const { text, bytes } = await download(admin, `/api/admin/export${query}`)
      expect(text).not.toMatch(/(^\uFEFF?|,|\n)"[=+\-@]/)
      const { counts, errors } = await upload(admin, bytes)
      expect(errors).toEqual([])
      expect(counts).toEqual({
        new: 0,
        changed: 0,
        same: text.match(/"(OEM|VENDOR)\d+"/g)?.length,
        wrong: 0,
      })
    }
  })

  test('of Member Data has the headings and cells of the contract', async () => {
    const { admin } = await open()
    const { name, text } = await download(admin, '/api/admin/export?format=member-data')
    expect(name).toBe('member_data_2025_01_05.csv')
    const [headings, first, ...rest] = text.replace('\uFEFF', '').split('\r\n')
    expect(headings).toBe(
      'S. No, Membership No, Name, Business Partner, Company Name, Date of Joining, Amount (Rs.), Paid Date, Mode (Bank/Cash/Cheque/GPay), Reference No., Mobile No., Email, Website, Factory Address, Certificate Postal Address, Remarks, Visible (Yes/No)'
        .split(', ')
        .map((heading) => `"${heading}"`)
        .join(','),
    )
    expect(first).toBe(
      `"1","VENDOR2025001","Ravi Kumar","","Sagwan Supplies","05/01/2025","","","","","'+91 98765 43210","ravi@ply.example","https://teak.example","","","","No"`,
    )
    expect(rest.join('\n')).toContain(
      `"2","OEM2025001","'=HYPERLINK(""x"")","","Teak & Co","05/01/2025","5000.5","03/01/2025","GPay","'@upi",`,
    )
  })

  test('leaves out inactive members and has only headings without members', async () => {
    const { admin, asha, ravi } = await open()
    for (const { id } of [asha, ravi])
      await admin.put(`/api/admin/members/${id}/status`, { is_active: false })
    const { text } = await download(admin, '/api/admin/export')
    expect(text.trim().split('\r\n')).toHaveLength(1)
  })

  test.each(['oem', 'vendor'])(
    'has a template for %s whose sample row can be imported',
    async (role) => {
      const { admin } = await open()
      const { name, bytes, text } = await download(admin, `/api/admin/import-template?role=${role}`)
      expect(name).toBe(`${role}-import-template.csv`)
      expect(text.split('\r\n')[0]).toBe(
        '\uFEFF' +
          'name, email, company_name, whatsapp_number, website_url, factory_address, certificate_postal_address, business_partner, services_products, company_description, address, payment_amount, payment_mode, payment_reference, remarks'
            .split(', ')
            .map((heading) => `"${heading}"`)
            .join(','),
      )
      expect(text.trim().split('\r\n')).toHaveLength(2)
      expect((await upload(admin, bytes, `${role}-import-template.csv`)).counts).toEqual({
        new: 1,
        changed: 0,
        same: 0,
        wrong: 0,
      })
    },
  )

  const accents = '"Émile Zölner",e@ply.example,"Plâtre – Co",9876543210'
  const encode: Record<string, (text: string) => Buffer> = {
    'UTF-8': (text) => Buffer.from(text),
    'UTF-8 with its mark': (text) => Buffer.from(`\uFEFF${text}`),
    'UTF-16 LE': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
    'UTF-16 BE': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
    'Windows-1252': (text) => Buffer.from(text.replaceAll('–', '\u0096'), 'latin1'),
    'UTF-16 without its mark': (text) => Buffer.from(text, 'utf16le'),
  }
  test('imports 5 encodings with 3 delimiters and 2 line ends, and refuses UTF-16 without a mark', async () => {
    const { admin } = await open()
    for (const [encoding, bytesOf] of Object.entries(encode))
      for (const delimiter of [',', ';', '\t'])
        for (const lineEnd of ['\n', '\r\n']) {
          const text = ['Member Name,E-mail,Firm,Mobile No.', accents, '']
            .join(lineEnd)
            .replaceAll(',', delimiter)
          const plan = upload(admin, new Uint8Array(bytesOf(text)))
          if (encoding === 'UTF-16 without its mark')
            await expect(plan).rejects.toThrow('400: This file is UTF-16 without its mark')
          else
            expect(await plan).toMatchObject({
              new: [{ line: 2, name: 'Émile Zölner', company_name: 'Plâtre – Co' }],
              errors: [],
            })
        }
    expect(
      (
        await upload(
          admin,
          new Uint8Array(
            Buffer.from(`sep=;\nName;Email;Company;Phone\n${accents.replaceAll(',', ';')}`),
          ),
        )
      ).new,
    ).toHaveLength(1)
  })
})
