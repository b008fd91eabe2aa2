import { describe, expect, test } from 'vitest'
import { addMember } from '#features/members/server/record/enrol.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { nextYear, paidMark, unpaidMark } from '#test/support/money/payments.ts'
import { openImporter } from '#test/support/portal/imports.ts'
import { newMemberOf } from '#test/support/samples.ts'

const firstPayment = {
  payment_amount: '5000',
  payment_mode: 'Bank',
  payment_reference: 'UTR 1',
  paid_date: '10/04/2024',
}
const columns = 'email,payment_amount,payment_mode,payment_reference,Paid Date'
const row = (changes: Partial<typeof firstPayment> = {}) =>
  `${columns}\no@ply.example,${Object.values({ ...firstPayment, ...changes }).join(',')}\n`

async function open(engine: Engine) {
  const { portal, admin, undo, ...imports } = await openImporter(engine, {
    startsAt: '2026-03-05T09:00:00.000Z',
  })
  const { id } = await addMember(portal.world, 'nobody', newMemberOf('oem', 'o@ply.example'))
  const write = (content: string, fields?: Record<string, string>) => {
    portal.advanceClock(1000)
    return imports.write(content, fields)
  }
  await write(row())
  const entries = async () =>
    (await admin.get(`/api/admin/members/${id}/payments`)).map(
      ({ kind, amount_paise: paise, reference }) => `${kind} ${paise} ${reference}`,
    )
  const plannedChange = async (content: string) => (await imports.plan(content)).changed[0]?.payment
  const member = () => admin.get(`/api/admin/members/${id}`)
  const receipts = async () =>
    (await admin.get(`/api/admin/members/${id}/payments`)).flatMap(
      ({ receipt_number: number }) => number ?? [],
    )
  const markPaid = (changes = {}) =>
    admin.put(`/api/admin/members/${id}/payment`, { ...paidMark, ...nextYear, ...changes })
  return {
    ...imports,
    portal,
    admin,
    id,
    write,
    entries,
    plannedChange,
    undo,
    member,
    receipts,
    markPaid,
  }
}

describe('an imported payment', () => {
  test('within the same year corrects the current one', async () => {
    const { write, entries, plannedChange } = await open('SQLite')
    const file = row({ payment_amount: '5500', paid_date: '11/04/2024' })
    expect(await plannedChange(file)).toBe('correction')
    await write(file)
    expect(await entries()).toEqual([
      'payment 550000 UTR 1',
      'reversal -500000 UTR 1',
      'payment 500000 UTR 1',
    ])
  })

  test('in a later year is a renewal, and undo reverts it', async () => {
    const { write, entries, plannedChange, undo, member } = await open('SQLite')
    const before = await member()
    const file = row({
      payment_amount: '6000',
      payment_reference: 'UTR 2',
      paid_date: '12/04/2025',
    })
    expect(await plannedChange(file)).toBe('renewal')
    const { batch } = await write(file)
    expect(await entries()).toEqual(['payment 600000 UTR 2', 'payment 500000 UTR 1'])

    expect(await undo(batch)).toMatchObject({ undone: 1, stay: 0 })
    expect(await entries()).toEqual([
      'reversal -600000 UTR 2',
      'payment 600000 UTR 2',
      'payment 500000 UTR 1',
    ])
    expect(await member()).toEqual({ ...before, updated_at: expect.any(String) })
  })

  test('for later days is a renewal, paid now without a paid date', async () => {
    const { write, entries, plannedChange, member } = await open('SQLite')
    const days = 'email,membership_valid_from,membership_valid_to\no@ply.example,'
    expect(await plannedChange(`${days}2024-05-01,2025-03-31\n`)).toBe('correction')
    await write(`${days}2024-05-01,2025-03-31\n`)
    expect(await member()).toMatchObject({ payment_amount: 5000, payment_reference: 'UTR 1' })
    const renewal = `email,Amount,membership_valid_from,membership_valid_to
o@ply.example,5000,2025-04-01,2026-03-31\n`
    expect(await plannedChange(renewal)).toBe('renewal')
    await write(renewal)
    expect((await entries()).filter((entry: string) => entry.startsWith('reversal'))).toHaveLength(
      1,
    )
    const { payment_date: paid, membership_valid_to: to } = await member()
    expect([(paid ?? '') > '2025', to]).toEqual([true, '2026-03-31'])
  })

  const until = { membership_valid_to: '2026-03-31' }
  const from = { membership_valid_from: '2024-04-01' }
  const sameDay = { payment_date: '2024-04-10' }
  test.each<[cells: Record<string, string>, change: 'renewal' | 'correction', entries: string[]]>([
    [{ payment_amount: '6000', ...until }, 'renewal', ['payment 600000 ']],
    [{ payment_amount: '5000', ...until }, 'renewal', ['payment 500000 ']],
    [
      { payment_amount: '6000', ...until, payment_date: '2025-03-20', payment_reference: 'UTR 2' },
      'renewal',
      ['payment 600000 UTR 2'],
    ],
    [{ payment_amount: '6000', ...until, ...sameDay }, 'correction', ['payment 600000 UTR 1']],
    [{ payment_amount: '5000', ...until, ...sameDay }, 'correction', ['payment 500000 UTR 1']],
    [{ payment_amount: '6000', ...from, ...until }, 'correction', ['payment 600000 UTR 1']],
    [{ payment_amount: '5000', ...from, ...until }, 'correction', ['payment 500000 UTR 1']],
    [
      { payment_amount: '6000', membership_valid_to: '2025-03-31' },
      'correction',
      ['payment 600000 UTR 1'],
    ],
    [
      { payment_amount: '6000', membership_valid_to: '2024-12-31' },
      'correction',
      ['payment 600000 UTR 1'],
    ],
    [until, 'correction', ['payment 500000 UTR 1']],
  ])('with %j is a %s', async (cells, change, added) => {
    const { plan, write, entries, member } = await open('SQLite')
    const sheet = `email,${Object.keys(cells).join(',')}\no@ply.example,${Object.values(cells).join(',')}\n`
    const planned = await plan(sheet)
    expect(planned.changed[0]?.payment).toBe(change)
    expect(planned.notes.filter(({ kind }) => kind === 'renewal').map(({ text }) => text)).toEqual(
      change === 'renewal' ? ['2026-03-31 is after 2025-03-31'] : [],
    )
    await write(sheet)
    const replaced = change === 'correction' ? ['reversal -500000 UTR 1'] : []
    expect(await entries()).toEqual([...added, ...replaced, 'payment 500000 UTR 1'])
    expect((await member()).membership_valid_to).toBe(cells.membership_valid_to)
    expect((await plan(sheet)).counts).toMatchObject({ changed: 0, same: 1 })
  })

  test.each([
    ['the reference of a held cheque', 'Cheque', '4512 HDFC', true],
    ['the number of it with another bank', 'Cheque', '4512 Axis', false],
    ['the number of it as a transfer', 'Bank', '4512 HDFC', false],
  ])('with %s is named before it is saved: %s %s', async (_name, mode, reference, isNamed) => {
    const { portal, admin, id, plan } = await open('SQLite')
    const other = await addMember(portal.world, 'nobody', newMemberOf('oem', 'p@ply.example'))
    const cheque = { number: '004512', bank: 'HDFC Bank', amount: '6000' }
    for (const [member, payer] of [
      [id, 'o@ply.example'],
      [other.id, 'o@ply.example'],
    ]) {
      const path = `/api/admin/members/${member}/cheques` as const
      const noted = await admin.post(path, { ...cheque, received_on: '2026-03-02' })
      const sheet = `${columns}\n${payer},6000,${mode},${reference},03/03/2026\n`
      const { note_counts, notes, errors } = await plan(sheet)
      expect(errors).toEqual([])
      expect(note_counts.reference ?? 0).toBe(isNamed ? 1 : 0)
      if (isNamed)
        expect(notes).toContainEqual({
          row: 2,
          column: 'payment_reference',
          kind: 'reference',
          text: expect.stringMatching(
            /^also of a cheque of .+, ₹6,000, received 2 March 2026 and not cleared$/,
          ),
        })
      await admin.delete(`${path}/${noted.id}`)
    }
  })
})

describe.each(engines)('a further payment of a sheet, on %s,', (engine) => {
  const days = { membership_valid_from: '2025-04-01', membership_valid_to: '2026-03-31' }
  const sheetOf = (cells: Record<string, string>) =>
    `email,${Object.keys(cells).join(',')}\no@ply.example,${Object.values(cells).join(',')}\n`

  test.each([
    ['days', days, {}, 'membership_valid_from: 2025-04-01\nmembership_valid_to: 2026-03-31'],
    ['a paid date', { payment_date: '2025-06-02' }, {}, 'payment_date: 2025-06-02'],
    ['the same', { 'Paid Date': '2025-06-02' }, { set_validity: 'false' }, 'Paid Date: 2025-06-02'],
    [
      'days, mode and reference',
      { ...days, payment_mode: 'Bank', payment_reference: 'UTR 2' },
      {},
      'membership_valid_from: 2025-04-01\nmembership_valid_to: 2026-03-31\npayment_mode: Bank\npayment_reference: UTR 2',
    ],
  ])('needs an amount of its own: with %s alone it is kept in the remarks', async (...values) => {
    const [, cells, fields, remarks] = values
    const { plan, write, entries, member } = await open(engine)
    const before = await member()
    const planned = await plan(sheetOf(cells), fields)
    const count = remarks.split('\n').length
    expect(planned).toMatchObject({
      counts: { changed: 1, wrong: 0 },
      note_counts: { 'no amount': count },
      changed: [{ fields: [{ column: 'remarks', from: '', to: remarks }] }],
    })
    await write(sheetOf(cells), fields)
    expect(await entries()).toEqual(['payment 500000 UTR 1'])
    expect(await member()).toEqual({ ...before, remarks, updated_at: expect.any(String) })
    expect((await plan(sheetOf(cells), fields)).counts).toMatchObject({ changed: 0, same: 1 })
  })

  test.each([
    ['days', days, {}, days],
    [
      'the last day',
      { payment_date: '2025-06-02', membership_valid_to: '2026-03-31' },
      {},
      { membership_valid_from: null, membership_valid_to: '2026-03-31' },
    ],
    [
      'a paid date',
      { payment_date: '2025-06-02' },
      { set_validity: 'false' },
      { membership_valid_from: null, membership_valid_to: null },
    ],
    ['a paid date in a year', { payment_date: '2025-06-02' }, {}, days],
    [
      'all columns',
      { ...days, payment_mode: 'Bank', payment_reference: 'UTR 2' },
      {},
      { ...days, payment_mode: 'Bank', payment_reference: 'UTR 2' },
    ],
  ])('has only what its row says: %s', async (_name, cells, fields, saved) => {
    const { plan, write, entries, member } = await open(engine)
    const sheet = sheetOf({ ...cells, payment_amount: '5000' })
    const { changed, errors } = await plan(sheet, fields)
    expect(errors).toEqual([])
    const expected = { payment_mode: null, payment_reference: '', ...saved }
    expect(changed).toMatchObject([{ payment: 'renewal', cells: { payment_amount: '5000' } }])
    expect(changed[0]?.cells.payment_mode ?? null).toBe(expected.payment_mode)
    await write(sheet, fields)
    expect(await member()).toMatchObject({ ...expected, payment_amount: 5000 })
    expect(await entries()).toEqual([
      `payment 500000 ${expected.payment_reference}`,
      'payment 500000 UTR 1',
    ])
  })

  test('with the day and the reference of the current one keeps them, and the plan names it', async () => {
    const { plan, write, member } = await open(engine)
    const sheet = sheetOf({
      ...days,
      payment_amount: '5000',
      payment_mode: 'Bank',
      payment_reference: 'UTR 656847433381',
      payment_date: '2024-04-10',
    })
    await write(row({ payment_reference: 'UTR 656847433381' }))
    expect(await plan(sheet)).toMatchObject({
      changed: [{ payment: 'renewal' }],
      notes: [{ kind: 'reference', text: "also of this member's payment of ₹5,000" }],
    })
    await write(sheet)
    expect(await member()).toMatchObject({
      ...days,
      payment_date: '2024-04-09T18:30:00.000Z',
      payment_reference: 'UTR 656847433381',
    })
  })

  test('is none for the export of the portal, also with a payment without days', async () => {
    const { admin, plan, write } = await open(engine)
    await write(sheetOf({ payment_date: '2025-06-02', payment_amount: '6000' }), {
      set_validity: 'false',
    })
    for (const path of ['/api/admin/export', '/api/admin/export?format=member-data'] as const) {
      const file = await (await admin.request('GET', path)).text()
      expect((await plan(file, { set_validity: 'false' })).counts).toMatchObject({ changed: 0 })
      expect((await plan(file)).counts).toMatchObject({ new: 0, changed: 0, wrong: 0 })
    }
  })
})

describe('the receipt number of an imported payment', () => {
  test('is that of the office, none of the series', async () => {
    const { write, receipts, markPaid, member, undo } = await open('SQLite')
    expect(await receipts()).toEqual([])
    const { batch } = await write('email,Receipt No.\no@ply.example,104/24-25\n')
    expect(await receipts()).toEqual(['104/24-25'])
    expect(await member()).toMatchObject({ receipt_number: '104/24-25' })
    await write('email,payment_amount\no@ply.example,5500\n')
    expect(await receipts()).toEqual(['104/24-25', '104/24-25'])
    expect(await write('email,Receipt No.\no@ply.example,104/24-25\n')).toMatchObject({
      batch: null,
    })
    await markPaid()
    expect(await member()).toMatchObject({ receipt_number: 'R2025-26/0001' })
    expect(await undo(batch, { keep_changed: true })).toMatchObject({ undone: 0, stay: 1 })
  })

  test('stays unless the administrator says that receipts are corrected; then both are numbered', async () => {
    const { refused, plan, write, markPaid, member, undo, receipts } = await open('SQLite')
    await markPaid()
    const file = 'email,payment_amount\no@ply.example,7000\n'
    expect(await plan(file)).toMatchObject({ receipt_corrections: 1, counts: { wrong: 1 } })
    const { errors } = await refused(file)
    expect(errors).toMatchObject([
      { row: 2, column: 'payment_amount', reason: expect.stringContaining('R2025-26/0001') },
    ])
    const { batch } = await write(file, { correct_receipts: 'true' })
    expect(await member()).toMatchObject({ receipt_number: 'R2025-26/0002', payment_amount: 7000 })
    expect(await receipts()).toEqual(['R2025-26/0002', 'R2025-26/C0001', 'R2025-26/0001'])
    await undo(batch)
    expect(await member()).toMatchObject({ receipt_number: 'R2025-26/0003', payment_amount: 5000 })
    await markPaid({ paymentAmount: 6000 })
    expect(await member()).toMatchObject({ receipt_number: 'R2025-26/0004' })
  })

  test('stays when Member Data corrects the payment', async () => {
    const { admin, id, write, member, markPaid } = await open('SQLite')
    await write('email,Receipt No.\no@ply.example,R2025-26/0001\n')
    await admin.put(`/api/admin/members/${id}/data`, { payment_reference: 'UTR 9' })
    expect(await member()).toMatchObject({
      payment_reference: 'UTR 9',
      receipt_number: 'R2025-26/0001',
    })
    await markPaid()
    expect(await member()).toMatchObject({ receipt_number: 'R2025-26/0002' })
  })
})

describe('a payment that the member has already, imported', () => {
  const nextDays = { membership_valid_from: '2026-04-01', membership_valid_to: '2027-03-31' }
  const newer = { ...nextDays, paymentAmount: '7500', paymentRef: 'UTR 656847439999' }

  test.each([
    ['by bank', { payment_mode: 'Bank', payment_reference: 'UTR 656847433381' }],
    ['in cash', { payment_mode: 'Cash', payment_reference: '' }],
    ['by cheque without its bank', { payment_mode: 'Cheque', payment_reference: '123456' }],
  ])(
    'that was made %s and is recorded already changes nothing, also after the newer one is reversed',
    async (_name, of) => {
      const { admin, id, plan, write, entries, markPaid, undo, member } = await open('SQLite')
      const old = row({ ...of, payment_amount: '7000', paid_date: '12/04/2025' })
      await write(old)
      await markPaid(newer)
      const same = { new: 0, changed: 0, same: 1, wrong: 0 }
      expect((await plan(old)).counts).toEqual(same)
      await admin.put(`/api/admin/members/${id}/payment`, unpaidMark)
      expect(await member()).toMatchObject({ payment_status: false, payment_amount: null })
      const before = await entries()
      expect(await plan(old)).toMatchObject({ counts: same, errors: [] })
      expect(await write(old)).toMatchObject({ batch: null })

      const [heads, values] = old.trim().split('\n')
      const { batch } = await write(`${heads},remarks\n${values},Seen\n`)
      expect([await entries(), (await member()).remarks]).toEqual([before, 'Seen'])
      expect(await undo(batch)).toMatchObject({ undone: 1, stay: 0 })
      expect([await entries(), (await member()).remarks]).toEqual([before, ''])
    },
  )

  test('without its day is the recorded one when it is valid to the same day', async () => {
    const { admin, id, plan, write, markPaid } = await open('SQLite')
    const heads = 'email,payment_amount,membership_valid_from,membership_valid_to'
    const old = `${heads}\no@ply.example,7000,2025-04-01,2026-03-31\n`
    await write(old)
    await markPaid(newer)
    await admin.put(`/api/admin/members/${id}/payment`, unpaidMark)
    expect((await plan(old)).counts).toMatchObject({ changed: 0, same: 1 })
    const another = `${heads}\no@ply.example,7000,2026-04-01,2027-03-31\n`
    expect((await plan(another)).counts).toMatchObject({ changed: 1, same: 0 })
  })

  test('with a recorded reference and another amount is named before it is saved', async () => {
    const { admin, id, plan, write, markPaid } = await open('SQLite')
    const of = { payment_reference: 'UTR 656847433381', paid_date: '12/04/2025' }
    await write(row({ ...of, payment_amount: '7000' }))
    const changed = row({ ...of, payment_amount: '7100' })
    expect((await plan(changed)).notes).not.toContainEqual(
      expect.objectContaining({ kind: 'reference' }),
    )
    await markPaid(newer)
    await admin.put(`/api/admin/members/${id}/payment`, unpaidMark)
    expect((await plan(changed)).notes).toContainEqual({
      row: 2,
      column: 'payment_reference',
      kind: 'reference',
      text: "also of this member's payment of ₹7,000",
    })
  })
})

describe.each(engines)('a register without amounts on %s', (engine) => {
  const sheet = [
    'Name,Company Name,Mobile No.,Valid Upto,Mode',
    'Asha Patil,Ply & Co,9876543210,31/03/2026,Cash',
    'Ravi Kumar,Boards Ltd,9876543211,31/03/2025,',
  ].join('\n')

  test('is imported; the remarks keep until when members are valid, and no payment is recorded', async () => {
    const { plan, write, members } = await openImporter(engine)
    expect(await plan(sheet)).toMatchObject({
      counts: { new: 2, wrong: 0 },
      note_counts: { 'no amount': 3 },
      notes: [
        { row: 2, column: 'Valid Upto', kind: 'no amount', text: '31/03/2026' },
        { row: 2, column: 'Mode', kind: 'no amount', text: 'Cash' },
        { row: 3, column: 'Valid Upto', kind: 'no amount', text: '31/03/2025' },
      ],
    })
    await write(sheet)
    const imported = await members()
    const unpaid = { payment_status: false, membership_valid_to: null, payment_amount: null }
    expect(imported).toMatchObject([
      { ...unpaid, remarks: 'Valid Upto: 31/03/2026\nMode: Cash' },
      { ...unpaid, remarks: 'Valid Upto: 31/03/2025' },
    ])
    expect((await plan(sheet)).counts).toEqual({ new: 0, changed: 0, same: 2, wrong: 0 })
  })

  test('still refuses a wrong day or amount', async () => {
    const { refused } = await openImporter(engine)
    const wrong = `${sheet}\nHari Om,Hari Timber,9876543212,31/02/2026,`
    expect((await refused(wrong)).errors).toMatchObject([{ row: 4, column: 'Valid Upto' }])
  })
})
