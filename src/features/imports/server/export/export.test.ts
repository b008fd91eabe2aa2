import { setImmediate as nextImmediate } from 'node:timers/promises'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { addMember } from '#features/members/server/record/enrol.ts'
import type { Database } from '#platform/server/database/database.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { paidMark } from '#test/support/money/payments.ts'
import { importForm } from '#test/support/portal/imports.ts'
import type { TestClient } from '#test/support/portal/test-client.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'
import { newMemberOf } from '#test/support/samples.ts'

const paid = {
  ...paidMark,
  payment_date: '2025-01-02T20:00:00.000Z',
  paymentAmount: '5000.50',
  paymentMode: 'GPay',
  paymentRef: '@upi',
}

async function open(engine: Engine) {
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

const select = (admin: TestClient, body: object) =>
  admin.request('POST', '/api/admin/export', { columns: [], format: 'csv', ...body })

describe.each(engines)('the export of selected members on %s', (engine) => {
  test('as CSV has its members, order and columns', async () => {
    const { portal, admin, make, asha, ravi } = await open(engine)
    const leena = await make('oem', 'leena@ply.example', { name: 'Leena' })
    const query = { role: 'member', search: 'ply.example' }
    const answer = await select(admin, {
      selection: { query, except: [leena.id], count: 2 },
      sort: 'name',
      columns: ['dues', 'membership_valid_to', 'paid', 'payment_date', 'created_at'],
    })
    expect(answer.headers.get('Content-Disposition')).toContain('PMA-all-members-2025-01-05.csv')
    expect(await answer.text()).toBe(
      [
        'Membership No.,Name,Company Name,Dues 2024-25,Last Paid (Rs.),Payment,Paid Date,Valid from,Valid to,Date of Joining',
        'OEM2025001,\'=HYPERLINK(""x""),Teak & Co,Paid,5000.5,PAID,03/01/2025,01/04/2024,31/03/2025,05/01/2025',
        'VENDOR2025001,Ravi Kumar,Sagwan Supplies,Due,,PENDING,,,,05/01/2025',
      ]
        .map((row) =>
          row
            .split(',')
            .map((cell) => `"${cell}"`)
            .join(','),
        )
        .map((row) => `${row}\r\n`)
        .join(''),
    )
    const oems = await select(admin, { selection: { query: { role: 'oem' }, count: 2 } })
    expect(oems.headers.get('Content-Disposition')).toContain('PMA-oem-members-2025-01-05.csv')
    const stale = await select(admin, { selection: { query, count: 9 } })
    expect([stale.status, await stale.text()]).toEqual([
      409,
      'The list has changed: it has 3 members now, and you selected 9 members. Please check and try again',
    ])
    const none = await select(admin, { selection: { ids: [] } })
    expect([none.status, await none.text()]).toEqual([400, 'Please select members'])
    const oem = await portal.as('oem')
    const ids = [asha.id, ravi.id]
    expect((await select(oem, { selection: { ids } })).status).toBe(403)
  })
})

test('an export as xlsx has dates, numbers, a bold header and no formulas', async () => {
  const { admin, asha } = await open('SQLite')
  const answer = await select(admin, {
    selection: { ids: [asha.id] },
    columns: ['paid', 'payment_date', 'mobile'],
    format: 'xlsx',
  })
  expect(answer.headers.get('Content-Disposition')).toContain('PMA-all-members-2025-01-05.xlsx')
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const { sheets } = await readXlsx(bytes, { readStyles: true })
  expect(sheets[0]?.rows).toEqual([
    [
      'Membership No.',
      'Name',
      'Company Name',
      'Last Paid (Rs.)',
      'Payment',
      'Paid Date',
      'Mobile No.',
    ],
    [
      'OEM2025001',
      `'=HYPERLINK("x")`,
      'Teak & Co',
      5000.5,
      'PAID',
      new Date('2025-01-03'),
      '+91 98765 43210',
    ],
  ])
  expect(sheets[0]?.freezePane).toEqual({ rows: 1 })
  const bold = (cell: string) => sheets[0]?.cells?.get(cell)?.style?.font?.bold ?? false
  expect([bold('0,0'), bold('0,6'), bold('1,0')]).toEqual([true, true, false])
})

describe.each(engines)('the export of a list on %s', (engine) => {
  test.each([
    ['?role=oem', 'PMA-oem-members-2025-01-05.csv', ['"OEM2025001"']],
    ['?role=vendor', 'PMA-vendor-members-2025-01-05.csv', ['"VENDOR2025001"']],
    ['', 'PMA-all-members-2025-01-05.csv', ['"VENDOR2025001"', '"OEM2025001"']],
  ])('%s is named %s', async (query, name, numbers) => {
    const { admin } = await open(engine)
    const file = await download(admin, `/api/admin/export${query}`)
    expect(file.name).toBe(name)
    expect(file.text.startsWith('\uFEFF"membership_number","role","name","email",')).toBe(true)
    expect(file.text.match(/"(OEM|VENDOR)\d+"/g)).toEqual(numbers)
  })

  test('has no formulas and changes nothing when imported again', async () => {
    const { portal, admin, asha } = await open(engine)
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
    const { admin } = await open(engine)
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
    const { admin, asha, ravi } = await open(engine)
    for (const { id } of [asha, ravi])
      await admin.put(`/api/admin/members/${id}/status`, { is_active: false })
    const { text } = await download(admin, '/api/admin/export')
    expect(text.trim().split('\r\n')).toHaveLength(1)
  })
})

test.each(['oem', 'vendor'])(
  'the template for %s has a sample row that can be imported',
  async (role) => {
    const { admin } = await open('SQLite')
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
}

const delimiters = [',', ';', '\t']
const lineEnds = ['\n', '\r\n']

test.each(Object.entries(encode))(
  'a sheet in %s is read with each delimiter and line end',
  async (_encoding, bytesOf) => {
    const admin = await (await testPortal('SQLite')).as('admin')
    for (const delimiter of delimiters)
      for (const lineEnd of lineEnds) {
        const text = ['Member Name,E-mail,Firm,Mobile No.', accents, '']
          .join(lineEnd)
          .replaceAll(',', delimiter)
        expect(await upload(admin, new Uint8Array(bytesOf(text)))).toMatchObject({
          new: [{ line: 2, name: 'Émile Zölner', company_name: 'Plâtre – Co' }],
          errors: [],
        })
      }
  },
)

test('a sheet in UTF-16 without its mark is refused', async () => {
  const admin = await (await testPortal('SQLite')).as('admin')
  const text = `Member Name,E-mail,Firm,Mobile No.\n${accents}\n`
  await expect(upload(admin, new Uint8Array(Buffer.from(text, 'utf16le')))).rejects.toThrow(
    '400: This file is UTF-16 without its mark',
  )
})

test('a sheet may say its delimiter in its first line', async () => {
  const admin = await (await testPortal('SQLite')).as('admin')
  const text = `sep=;\nName;Email;Company;Phone\n${accents.replaceAll(',', ';')}`
  expect(await upload(admin, new Uint8Array(Buffer.from(text)))).toMatchObject({
    new: [{ name: 'Émile Zölner' }],
  })
})

test('an export whose database connection is lost is answered with an error, never cut short', async () => {
  // The statements are ended over another connection than theirs.
  const portal = await testPortal('PostgreSQL', { connections: 3 })
  const admin = await portal.as('admin')
  const rows = Array.from(
    { length: 600 },
    (_, n) => `Ravi ${n},m${n}@ply.example,Firm ${n},98250${10000 + n}`,
  )
  const sheet = Buffer.from(['name,email,company_name,whatsapp_number', ...rows].join('\n'))
  await admin.post('/api/members/import', importForm(new Uint8Array(sheet), {}, 'oem-members.csv'))
  const selection = { query: { role: 'oem' }, count: 600 }
  const requests = [
    () => admin.request('GET', '/api/admin/export'),
    ...(['csv', 'xlsx'] as const).map(
      (format) => () =>
        admin.request('POST', '/api/admin/export', { selection, columns: ['mobile'], format }),
    ),
  ]
  for (const send of requests) {
    const complete = await send()
    const size = Number(complete.headers.get('Content-Length'))
    expect((await complete.arrayBuffer()).byteLength).toBe(size)
    let kills = 0
    for (let attempt = 0; kills === 0 && attempt < 50; attempt++)
      kills = await killWhileAnswering(portal.db, send, 2 ** (attempt % 8))
    expect(kills).toBeGreaterThan(0)
  }
})

/** Ends what the database does every few turns until the answer is complete; returns how many statements were ended. */
async function killWhileAnswering(
  db: Database,
  send: () => Promise<Response>,
  turns: number,
): Promise<number> {
  let isAnswered = false
  const receive = async () => {
    const response = await send()
    const body = await response.arrayBuffer().catch(() => undefined)
    return { status: response.status, headers: response.headers, body }
  }
  const answer = receive().finally(() => {
    isAnswered = true
  })
  let kills = 0
  while (!isAnswered) {
    for (let turn = 0; turn < turns && !isAnswered; turn++) await nextImmediate()
    kills += isAnswered ? 0 : await killQueries(db)
  }
  const { status, headers, body } = await answer
  expect(body, `${kills} killed, status ${status}`).toBeDefined()
  if (status === 200) expect(body?.byteLength).toBe(Number(headers.get('Content-Length')))
  else expect(status).toBe(503)
  return kills
}

/** Ends the other connections of the database; returns how many there were. */
async function killQueries(db: Database): Promise<number> {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and backend_type = 'client backend' and state <> 'idle'`.execute(db)
  return rows.length
}
