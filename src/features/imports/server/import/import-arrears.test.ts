import { describe, expect, test } from 'vitest'
import { addMember } from '#features/members/server/record/enrol.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { pdfLines } from '#test/support/pdf.ts'
import { importForm, openImporter } from '#test/support/portal/imports.ts'
import { newMemberOf } from '#test/support/samples.ts'

const headings = 'name,email,company_name,whatsapp_number'
const asha = 'Asha Patil,asha@ply.example,Ply & Co,9876543210'
const ravi = 'Ravi Kumar,ravi@ply.example,Boards Ltd,9876543211'

async function open(engine: Engine) {
  const { portal, admin, members, ...imports } = await openImporter(engine, {
    startsAt: '2026-11-25T06:00:00Z',
  })
  const write = async (content: string, fields?: Record<string, string>) => {
    portal.advanceClock(1000)
    return imports.write(content, fields)
  }
  const idOf = async (email: string) => (await members()).find((one) => one.email === email)?.id
  const accountOf = async (email: string) =>
    admin.get(`/api/admin/members/${await idOf(email)}/account`)
  return { portal, admin, members, ...imports, write, idOf, accountOf }
}

/** A member with imported arrears of 4,000, who pays in cash. */
async function openArrears(engine: Engine) {
  const { admin, write, idOf } = await open(engine)
  await write(`${headings},Dues pending\n${asha},4000\n`)
  const id = await idOf('asha@ply.example')
  const pay = async (amount: string): Promise<string> => {
    const paid = { amount, mode: 'Cash', paid_at: '2026-11-25T06:00:00.000Z' }
    return (await admin.post(`/api/admin/members/${id}/dues-payments`, paid)).entry.id
  }
  return { admin, id, pay }
}

describe.each(engines)('arrears of an imported sheet on %s', (engine) => {
  test('are charged once as brought forward, and undone with the import', async () => {
    const { portal, admin, write, plan, undo, idOf, accountOf } = await open(engine)
    const sheet = `${headings},Outstanding,Arrears Year\n${asha},"Rs. 4,000",\n${ravi},2500.50,2023-2024\n`
    expect((await plan(sheet)).arrears).toEqual({ members: 2, amount_paise: 650_050 })
    const first = await write(sheet)
    expect(first.arrears).toEqual({ members: 2, amount_paise: 650_050 })
    const account = await accountOf('asha@ply.example')
    expect(account.charges).toMatchObject([
      { item: 'arrears', year: '2025-26', due_on: '2026-03-31', open_paise: 400_000 },
    ])
    expect(account.dues).toMatchObject({
      status: 'lapsed',
      since: '2026-04-01',
      owed_paise: 400_000,
      years: ['2025-26'],
    })
    expect((await accountOf('ravi@ply.example')).charges).toMatchObject([
      { year: '2023-24', open_paise: 250_050 },
    ])
    expect(await plan(sheet)).toMatchObject({
      counts: { new: 0, changed: 0, same: 2, wrong: 0 },
      arrears: { members: 0, amount_paise: 0 },
    })
    expect((await write(sheet)).batch).toBeNull()
    const id = (await idOf('asha@ply.example')) ?? ''
    await undo(first.batch)
    expect(await idOf('asha@ply.example')).toBeUndefined()
    const kinds = await portal.db
      .selectFrom('ledger_entry')
      .select('kind')
      .where('person_id', '=', id)
      .orderBy('recorded_at')
      .execute()
    expect(kinds.map(({ kind }) => kind)).toEqual(['charge', 'cancellation'])
    expect(await admin.get('/api/admin/renewals')).toEqual([])
    const again = await write(sheet)
    expect(again.counts.new).toBe(2)
    expect(await idOf('asha@ply.example')).not.toBe(id)
    expect((await accountOf('asha@ply.example')).owed_paise).toBe(400_000)
  })

  test('of a member who exists are added beside the payment of the sheet, and undone', async () => {
    const { portal, write, plan, undo, accountOf, admin, idOf } = await open(engine)
    await addMember(portal.world, 'nobody', newMemberOf('oem', 'o@ply.example'))
    const sheet = 'email,Amount,Paid Date,बकाया\no@ply.example,5000,10/05/2026,4000\n'
    const { batch } = await write(sheet)
    const account = await accountOf('o@ply.example')
    expect(account.charges).toMatchObject([{ item: 'arrears', open_paise: 400_000 }])
    expect(account.owed_paise).toBe(400_000)
    const id = await idOf('o@ply.example')
    const { paid_until } = await admin.get(`/api/admin/members/${id}`)
    expect(paid_until).toBe('2027-03-31')
    expect((await plan(sheet)).counts).toMatchObject({ same: 1, changed: 0 })
    const history = await admin.get(`/api/admin/members/${id}/history`)
    expect(history.map(({ words }) => words)).toContainEqual(
      expect.stringContaining('brought forward arrears of ₹4,000'),
    )
    await undo(batch)
    const undone = await accountOf('o@ply.example')
    expect([undone.charges, undone.owed_paise]).toEqual([[], 0])
    expect((await admin.get(`/api/admin/members/${id}`)).paid_until).toBeNull()
  })

  test('are paid with a receipt that says so, and are arrears in the day book', async () => {
    const { admin, pay } = await openArrears(engine)
    const payment = await pay('3000')
    const receipt = await admin.request('GET', `/api/admin/payments/${payment}/receipt.pdf`)
    expect(pdfLines(new Uint8Array(await receipt.arrayBuffer())).join('\n')).toContain(
      'Arrears brought forward 2025-26 (part payment)',
    )
    const dayBook = '/api/admin/payments/day-book?from=2026-11-01&to=2026-11-30&format=csv'
    const text = await (await admin.request('GET', dayBook)).text()
    const [heads = [], paid = []] = text.split('\r\n').map((line) => line.split(','))
    expect(paid[heads.findIndex((head) => head.includes('Arrears'))]).toBe('"3000"')
  })

  test('are paid before the dues of the year', async () => {
    const { admin, id, pay } = await openArrears(engine)
    const paidUntil = async () => (await admin.get(`/api/admin/members/${id}`)).paid_until
    await pay('4000')
    expect(await paidUntil()).toBeNull()
    await pay('5000')
    expect(await paidUntil()).toBe('2027-03-31')
  })

  test('are in the answer to a repeated request as in the first one', async () => {
    const { admin, plan } = await open(engine)
    const sheet = `${headings},Outstanding\n${asha},4000\n${ravi},\n`
    expect((await plan(sheet)).arrears).toEqual({ members: 1, amount_paise: 400_000 })
    const answer = async (key: string, content: string) =>
      (
        await admin.request('POST', '/api/members/import', importForm(content), {
          'Idempotency-Key': key,
        })
      ).json()
    const first = await answer('one', sheet)
    expect(first.arrears).toEqual({ members: 1, amount_paise: 400_000 })
    expect(await answer('one', sheet)).toEqual(first)
    const without = await answer('two', `${headings},remarks\n${asha},New\n`)
    expect(without).not.toHaveProperty('arrears')
    expect(await answer('two', `${headings},remarks\n${asha},New\n`)).toEqual(without)
  })
})

describe('arrears of an imported sheet', () => {
  test.each([
    ['0', undefined],
    ['', undefined],
    ['nil', undefined],
    ['-500', 'Arrears cannot be negative: credit is recorded as a payment of the member'],
    ['(500)', 'Arrears cannot be negative: credit is recorded as a payment of the member'],
    ['500 Cr', 'Arrears cannot be negative: credit is recorded as a payment of the member'],
    ['two years', 'Please enter the arrears in rupees, like 5000'],
  ])('of %j are nothing, or an error of the row', async (cell, reason) => {
    const { plan } = await open('SQLite')
    const { errors, arrears, counts } = await plan(`${headings},Old dues\n${asha},${cell}\n`)
    expect(errors).toEqual(
      reason
        ? [{ line: 2, row: 2, column: 'Old dues', reason, value: cell, member: 'Ply & Co' }]
        : [],
    )
    expect([arrears.members, counts.new]).toEqual([0, reason ? 0 : 1])
  })

  test('of another amount than before, or of a year that has not ended, are named', async () => {
    const { write, plan } = await open('SQLite')
    await write(`${headings},Arrears\n${asha},4000\n`)
    const reasons = async (sheet: string) =>
      (await plan(sheet)).errors.map(({ column, reason }) => [column, reason])
    expect(await reasons(`${headings},Arrears\n${asha},3000\n`)).toEqual([
      [
        'Arrears',
        "Arrears of ₹4,000 for 2025-26 are brought forward already; reverse them in the member's account to import others",
      ],
    ])
    expect(await reasons(`${headings},Arrears,Arrears since\n${ravi},3000,2026-27\n`)).toEqual([
      [
        'Arrears since',
        'Arrears are of a year before 2026-27; the dues of 2026-27 are raised in Renewals',
      ],
    ])
  })
})

describe.each(engines)('payments of closed years in a sheet on %s', (engine) => {
  test('are named by the plan with their members, and left out', async () => {
    const { admin, plan, refused, write, members } = await openImporter(engine, {
      startsAt: '2026-11-25T06:00:00Z',
    })
    await admin.put('/api/admin/settings', { founded_in: '2020' })
    await admin.put('/api/admin/books/closing', { closed_to: '2024-25' })
    const sheet = [
      `${headings},Amount,Paid Date`,
      `${asha},5000,31/03/2025`,
      `${ravi},5000,01/04/2025`,
      'Sita Rao,sita@ply.example,Sita Works,9876543212,5000,26/11/2026',
      'Uma Devi,uma@ply.example,Uma Works,9876543213,5000,31/12/2019',
      '',
    ].join('\n')
    const closed = 'The books are closed up to 31 March 2025, so nothing can be dated'
    const errors = [
      { row: 2, member: 'Ply & Co', value: '31/03/2025', reason: `${closed} 31 March 2025` },
      {
        row: 4,
        member: 'Sita Works',
        value: '26/11/2026',
        reason: 'The day of the payment is in the future',
      },
      { row: 5, member: 'Uma Works', value: '31/12/2019', reason: `${closed} 31 December 2019` },
    ].map((error) => ({ ...error, line: error.row, column: 'Paid Date' }))
    expect((await plan(sheet)).errors).toEqual(errors)
    expect((await refused(sheet)).errors).toEqual(errors)
    await admin.put('/api/admin/books/closing', { closed_to: '', reason: 'For the test' })
    expect((await plan(sheet)).errors.map(({ reason }) => reason)).toEqual([
      'The day of the payment is in the future',
      'The association was founded in 2020, so nothing can be dated 31 December 2019',
    ])
    await admin.put('/api/admin/books/closing', { closed_to: '2024-25' })
    const { counts } = await write(sheet, { skip_errors: 'true' })
    expect(counts).toMatchObject({ new: 1, wrong: 3 })
    expect(await members()).toHaveLength(1)
  })
})

describe.each(engines)('arrears of closed years in a sheet on %s', (engine) => {
  test('are named by the plan with their members, and left out', async () => {
    const { admin, plan, write } = await openImporter(engine, { startsAt: '2026-11-25T06:00:00Z' })
    await admin.put('/api/admin/books/closing', { closed_to: '2024-25' })
    const sheet = [
      `${headings},Arrears,Arrears Year`,
      `${asha},5000,2024-25`,
      `${ravi},5000,2025-26`,
      'Sita Rao,sita@ply.example,Sita Works,9876543212,,2024-25',
      '',
    ].join('\n')
    const { errors, arrears } = await plan(sheet)
    expect(errors).toMatchObject([
      {
        row: 2,
        column: 'Arrears Year',
        value: '2024-25',
        member: 'Ply & Co',
        reason: 'The books are closed up to 31 March 2025, so nothing can be charged for 2024-25',
      },
    ])
    expect(arrears).toEqual({ members: 1, amount_paise: 500_000 })
    await admin.put('/api/admin/books/closing', { closed_to: '2025-26' })
    const { errors: unnamed } = await plan(`${headings},Arrears\n${asha},5000\n`)
    expect(unnamed).toMatchObject([
      {
        row: 2,
        column: 'Arrears',
        value: '5000',
        reason: 'The books are closed up to 31 March 2026, so nothing can be charged for 2025-26',
      },
    ])
    const { counts } = await write(sheet, { skip_errors: 'true' })
    expect(counts).toMatchObject({ new: 1, wrong: 2 })
  })
})
