/** What administrators add by hand: own fees, other charges, refunds of credit and deducted tax. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sum } from '#shared/sum.ts'
import { accountFaults } from '#test/support/accounts.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { openPayments } from '#test/support/payments.ts'
import { pdfLines } from '#test/support/pdf.ts'
import type { MemberAccount } from '../answers.ts'
import { feeOfYear, feesWithout } from '../own-fees.ts'

const rate = {
  year: '2024-25',
  role: 'oem',
  amount: '5,000',
  joining_fee: '',
  proration: 'none',
  due_on: '2025-01-31',
  grace_days: 60,
}

/** On 5 January 2025, with an OEM member. */
async function open(engine: Engine) {
  const opened = await openPayments(engine)
  const { admin, portal, id } = opened
  await admin.put('/api/admin/dues/rates', rate)
  const path = `/api/admin/members/${id}` as const
  const post = <const What extends string>(what: What, body: object) => {
    portal.advanceClock(1000)
    return admin.post(`${path}/${what}`, body)
  }
  const text = async (address: string) => (await admin.request('GET', address)).text()
  return {
    ...opened,
    post,
    text,
    account: () => admin.get(`${path}/account`),
    history: async () => (await admin.get(`${path}/history`)).map(({ words }) => words),
    raise: async () => {
      const body = { year: '2024-25', selection: { ids: [id] } }
      const { token, ...preview } = await admin.post('/api/admin/dues/runs/preview', body)
      await admin.post('/api/admin/dues/runs', { ...body, token })
      return preview
    },
    pdf: async (entry: string) => {
      const response = await admin.request('GET', `/api/admin/payments/${entry}/receipt.pdf`)
      return pdfLines(Buffer.from(await response.arrayBuffer()))
    },
    dayBook: async () =>
      (await text('/api/admin/payments/day-book?from=2025-01-01&to=2025-01-31&format=csv'))
        .trim()
        .split('\r\n')
        .slice(1)
        .map((row) => {
          const cells = row.slice(1, -1).split('","')
          return [cells[2] || cells[1], cells[6], cells[9]].join(' | ')
        }),
    faults: () => accountFaults(portal.db, id),
  }
}

describe.each(engines)('money by hand on %s', (engine) => {
  test('an own fee takes the place of the dues of the type', async () => {
    const { post, account, raise, history, faults } = await open(engine)
    const { updated_at } = await account()
    const fee = { amount: '2,500', from_year: '2024-25', reason: 'First year', updated_at }
    const set = await post('own-fee', fee)
    expect(set).toMatchObject({
      own_fees: [{ amount_paise: 250_000, from_year: '2024-25', to_year: null }],
      dues: { owed_paise: 250_000, is_raised: false },
    })
    await expect(post('own-fee', fee)).rejects.toThrow('409')
    const preview = await raise()
    expect(preview).toMatchObject({
      amount_paise: 250_000,
      members: [{ own_fee_reason: 'First year' }],
    })
    expect(await account()).toMatchObject({ owed_paise: 250_000 })
    await post('own-fee', { amount: 0, from_year: '2025-26', reason: 'Honorary member' })
    expect(await account()).toMatchObject({
      own_fees: [
        { amount_paise: 250_000, from_year: '2024-25', to_year: '2024-25' },
        { amount_paise: 0, from_year: '2025-26', to_year: null },
      ],
    })
    expect(await post('own-fee/remove', {})).toMatchObject({ own_fees: [] })
    await expect(post('own-fee/remove', {})).rejects.toThrow('409: This member has no own fee')
    expect((await history()).slice(0, 3)).toEqual([
      expect.stringMatching(/ removed the own fee$/),
      expect.stringMatching(/ agreed an own fee of ₹0, from 2025-26: Honorary member$/),
      expect.stringMatching(/ agreed an own fee of ₹2,500, from 2024-25: First year$/),
    ])
    expect(await faults()).toEqual([])
  })

  test('money is for the charge that it names, or that its amount tells; else for what is due first', async () => {
    const { post, account, raise, faults, admin, id } = await open(engine)
    await raise()
    const stall = { label: 'Expo stall C4', amount: '29,500', due_on: '2025-02-15' }
    await post('charges', stall)
    const charges = (await account()).charges
    const charge_id = charges.find(({ label }) => label === stall.label)?.id ?? ''
    const openOf = async () => (await account()).charges.map(({ open_paise }) => open_paise / 100)
    const rows: [body: object, dues: number, stall: number, expectedCharge: string | null][] = [
      [{ amount: '29,500' }, 5000, 0, charge_id],
      [{ amount: '29,500', charge_id: null }, 0, 5000, null],
      [{ amount: '1,000' }, 4000, 29_500, null],
      [{ amount: '1,000', charge_id }, 5000, 28_500, charge_id],
      [{ amount: '30,000', charge_id }, 4500, 0, charge_id],
      [{ amount: '26,550', tds: '2,950' }, 5000, 0, charge_id],
      [{ amount: '34,500' }, 0, 0, null],
    ]
    for (const [body, dues, left, expectedCharge] of rows) {
      const preview = await post('dues-payments/preview', body)
      const { entry } = await post('dues-payments', { ...body, mode: 'Bank' })
      const shown = [preview.charge_id, preview.remaining_paise / 100, ...(await openOf())]
      expect({ body, shown }).toEqual({ body, shown: [expectedCharge, dues + left, dues, left] })
      await post(`account/${entry.id}/cancel`, { reason: 'typed twice' })
    }
    const { entry } = await post('dues-payments', { amount: '1,000', mode: 'Cash', charge_id })
    const corrections: [amount: string, left: number, credit: number][] = [
      ['100', 34_400, 0],
      ['34,500', 0, 0],
      ['1,00,000', 0, 65_500],
      ['1,100', 33_400, 0],
    ]
    let corrects: string = entry.id
    for (const [amount, left, credit] of corrections) {
      const preview = await post('dues-payments/preview', { amount, corrects })
      const corrected = await post(`account/${corrects}/correct`, { amount, mode: 'Cash' })
      corrects = corrected.entry.id
      const shown = [preview.remaining_paise / 100, preview.credit_paise / 100]
      expect({ amount, shown }).toEqual({ amount, shown: [left, credit] })
      const { owed_paise, credit_paise } = corrected.account
      expect([owed_paise / 100, credit_paise / 100]).toEqual([left, credit])
    }
    expect(await openOf()).toEqual([5000, 28_400])
    await post('dues-payments', { amount: '28,400', mode: 'Cash' })
    for (const call of ['dues-payments/preview', 'dues-payments'])
      await expect(post(call, { amount: '1', charge_id })).rejects.toThrow(
        '409: This charge is not open any more. Please choose again',
      )
    expect((await admin.get(`/api/admin/members/${id}/account`)).owed_paise).toBe(500_000)
    expect(await faults()).toEqual([])
  })

  test('a corrected reference or amount is read as of a new payment; a charge that was chosen stays', async () => {
    const { post, account, raise, faults } = await open(engine)
    await raise()
    await post('charges', { label: 'Seminar fee', amount: '1,180', due_on: '2025-02-15' })
    await post('charges', { label: 'Diwali dinner', amount: '1,180', due_on: '2025-02-20' })
    const { charges } = await account()
    const idOf = (name: string) =>
      charges.find(({ label, item }) => (label || item) === name)?.id ?? ''
    const [dues, seminar, dinner] = ['dues', 'Seminar fee', 'Diwali dinner'].map(idOf)
    const ofSeminar = { amount: '1,180', reference: 'U29 SEMINAR' }
    const ofDues = { amount: '1,180', reference: 'U29 DUES 2024-25' }
    type Open = readonly [dues: number, seminar: number, dinner: number]
    const rows: [recorded: object, corrected: object, charge: string | null | undefined, Open][] = [
      [ofSeminar, ofDues, dues, [3820, 1180, 1180]],
      [ofDues, ofSeminar, seminar, [5000, 0, 1180]],
      [ofSeminar, { ...ofSeminar, reference: 'U29' }, null, [3820, 1180, 1180]],
      [ofSeminar, { ...ofSeminar, amount: '5,000' }, seminar, [1180, 0, 1180]],
      [{ amount: '4,000' }, { amount: '5,000' }, null, [0, 1180, 1180]],
      [
        { ...ofSeminar, tds: '100', amount: '1,080' },
        { ...ofDues, amount: '1,080' },
        dues,
        [3820, 1180, 1180],
      ],
      [{ ...ofSeminar, charge_id: dinner }, ofDues, dinner, [5000, 1180, 0]],
      [
        { ...ofSeminar, charge_id: null },
        { ...ofSeminar, reference: 'U30 SEMINAR' },
        null,
        [3820, 1180, 1180],
      ],
      [
        { ...ofSeminar, charge_id: dinner },
        { ...ofSeminar, amount: '5,000' },
        dinner,
        [1180, 1180, 0],
      ],
      [ofSeminar, { ...ofSeminar, mode: 'Cash' }, seminar, [5000, 0, 1180]],
    ]
    for (const [recorded, corrected, charge, open] of rows) {
      const { entry } = await post('dues-payments', { mode: 'Bank', ...recorded })
      const preview = await post('dues-payments/preview', { ...corrected, corrects: entry.id })
      const body = { mode: 'Bank', ...corrected }
      const { entry: saved, account: after } = await post(`account/${entry.id}/correct`, body)
      const left = (after as MemberAccount).charges.map(({ open_paise }) => open_paise / 100)
      const is = { charge: preview.charge_id, left, owed: preview.remaining_paise / 100 }
      const owed = sum(open)
      expect({ recorded, corrected, ...is }).toEqual({
        recorded,
        corrected,
        charge,
        left: open,
        owed,
      })
      await post(`account/${saved.id}/cancel`, { reason: 'typed twice' })
    }
    expect(await faults()).toEqual([])
  })

  test('an own fee of nothing is waived when the dues are raised', async () => {
    const { post, account, raise, member, history, faults } = await open(engine)
    await post('own-fee', { amount: 0, from_year: '2024-25', reason: 'Honorary member' })
    expect(await account()).toMatchObject({ dues: { owed_paise: 0 } })
    await raise()
    expect(await account()).toMatchObject({ owed_paise: 0, dues: { status: 'waived' } })
    expect(await member()).toMatchObject({ payment_status: true, payment_amount: null })
    expect((await history())[0]).toMatch(/the own fee leaves nothing to pay$/)
    expect(await faults()).toEqual([])
  })

  test('a charge has its own tax on the receipt, in the register and for Tally', async () => {
    const { post, account, admin, raise, pdf, text, faults } = await open(engine)
    await raise()
    const stall = {
      label: 'Stall at the expo',
      amount: '1,180',
      due_on: '2025-01-20',
      tax: { kind: 'invoice', rate: '18', sac: '998596' },
    }
    await expect(post('charges', stall)).rejects.toThrow("Please enter the association's GSTIN")
    await admin.put('/api/admin/settings', { association_gstin: '27AAATF0000K1Z9' })
    await admin.post('/api/admin/receipts/treatments', {
      valid_from: '2024-04-01',
      kind: 'exempt',
      sac: '999599',
      legend: 'Exempt by entry 77A.',
    })
    await post('charges', stall)
    expect((await account()).charges.map(({ label, open_paise }) => [label, open_paise])).toEqual([
      ['Stall at the expo', 118_000],
      ['', 500_000],
    ])
    const { entry } = await post('dues-payments', { amount: '6,180' })
    const lines = await pdf(entry.id)
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringContaining('Invoice-cum-Bill of Supply'),
        'Stall at the expo (SAC 998596, GST 18 %) ₹1,000',
        'Membership fee 2024-25 for 05/01/2025 to 31/03/2025 (SAC 999599,',
        'Exempt)',
        '₹5,000',
        'Taxable value ₹1,000',
        'CGST 9 % ₹90',
        'SGST 9 % ₹90',
        'Total ₹6,180',
        'Exempt by entry 77A.',
      ]),
    )
    const register = await text('/api/admin/payments/gst-register?year=2024-25&format=csv')
    const rows = register.trim().split('\r\n')
    expect(rows[1]).toMatch(/"998596","18","1000","90","90","0","0","0","1180","05.01.2025"$/)
    expect(rows[2]).toMatch(/"999599","","0","0","0","0","5000","0","5000","05.01.2025"$/)
    expect(rows[3]).toMatch(/"1000","90","90","0","5000","0","6180",""$/)
    const xml = await text('/api/admin/payments/tally.xml?year=2024-25')
    expect(xml).toContain('<LEDGERNAME>Other Receipts</LEDGERNAME>')
    await post(`account/${entry.id}/cancel`, { reason: 'bounced' })
    expect(await account()).toMatchObject({ owed_paise: 618_000, balance_paise: -618_000 })
    const { charges } = await account()
    const id = charges.find(({ item }) => item === 'other')?.id
    await post(`account/${id}/cancel`, { reason: 'other', note: 'No stall after all' })
    expect(await account()).toMatchObject({ owed_paise: 500_000 })
    expect(await faults()).toEqual([])
  })

  test('credit is paid back, never more than there is, and it can be reversed', async () => {
    const { post, account, raise, history, dayBook, text, faults } = await open(engine)
    await raise()
    await expect(post('refunds', { amount: 1 })).rejects.toThrow(
      '409: This member has no credit to pay back',
    )
    await post('dues-payments', { amount: '6,000' })
    await expect(post('refunds', { amount: '1000.01' })).rejects.toThrow(
      '409: This member has a credit of ₹1,000; please pay back no more than that',
    )
    const { updated_at } = await account()
    const refund = { amount: '600', mode: 'Bank', reference: 'UTR 77', updated_at }
    const { entry } = await post('refunds', refund)
    expect(entry).toMatchObject({ receipt_number: null, amount_paise: -60_000 })
    await expect(post('refunds', refund)).rejects.toThrow('409')
    expect(await account()).toMatchObject({ credit_paise: 40_000, dues: { status: 'paid' } })
    expect(await dayBook()).toEqual([
      'Payment |  | 6000',
      'Refund | Bank transfer | -600',
      'Total |  | 5400',
    ])
    const xml = await text('/api/admin/payments/tally.xml?year=2024-25')
    expect(xml).toMatch(/REMOTEID="[^"]+-money" VCHTYPE="Payment"/)
    expect(xml).toContain('Refund, ')
    await post(`account/${entry.id}/cancel`, { reason: 'typed twice' })
    expect(await account()).toMatchObject({ credit_paise: 100_000 })
    expect((await dayBook()).at(-2)).toBe('Cancels a refund | Bank transfer | 600')
    expect((await history())[0]).toMatch(/ cancelled the refund of ₹600$/)
    expect(await faults()).toEqual([])
  })

  test('what was waived of a charge ends with it, and is no credit', async () => {
    const { post, account, raise, faults } = await open(engine)
    await raise()
    const [charge] = (await account()).charges
    await post('waivers', { amount: 5000, reason: 'Fire' })
    await post(`account/${charge?.id}/cancel`, { reason: 'other', note: 'Left in March' })
    expect(await account()).toMatchObject({ credit_paise: 0, balance_paise: 0 })
    await expect(post('refunds', { amount: 1 })).rejects.toThrow(
      '409: This member has no credit to pay back',
    )
    expect(await faults()).toEqual([])
  })

  test('a waiver of two charges stays with each of them', async () => {
    const { post, account, raise, faults } = await open(engine)
    await raise()
    await post('charges', { label: 'Stall', amount: 2000, due_on: '2025-03-31' })
    const left = async () =>
      (await account()).charges.map(({ item, open_paise }) => `${item} ${open_paise / 100}`)
    const { entry: paid } = await post('dues-payments', { amount: 3000 })
    await post('waivers', { amount: 2500, reason: 'Fire' })
    expect(await left()).toEqual(['dues 0', 'other 1500'])
    await post(`account/${paid.id}/cancel`, { reason: 'bounced' })
    expect(await left()).toEqual(['dues 3000', 'other 1500'])
    expect(await faults()).toEqual([])
    const [, stall] = (await account()).charges
    await post(`account/${stall?.id}/cancel`, { reason: 'other', note: 'Not built' })
    expect(await left()).toEqual(['dues 3000'])
    await post('dues-payments', { amount: 3000 })
    expect(await account()).toMatchObject({ owed_paise: 0, credit_paise: 0 })
    expect(await faults()).toEqual([])
  })

  test('tax that a member deducts settles with the payment and is on its receipt', async () => {
    const { post, account, admin, id, pdf, dayBook, text, member, faults } = await open(engine)
    const path = `/api/admin/members/${id}` as const
    const typed = { amount: '4,500', tds: '500', mode: 'Bank', reference: 'UTR 12345678' }
    const preview = await admin.post(`${path}/dues-payments/preview`, {
      amount: '4,500',
      tds: '500',
    })
    expect(preview).toMatchObject({
      remaining_paise: 0,
      credit_paise: 0,
      settles: [{ item: 'dues', paise: 500_000, open_paise: 0 }],
    })
    await expect(post('dues-payments', { ...typed, tds: '5000.01' })).rejects.toThrow(
      '409: This member owes ₹5,000; no more tax than that can be deducted',
    )
    const { entry } = await post('dues-payments', typed)
    expect(await account()).toMatchObject({ owed_paise: 0, dues: { status: 'paid' } })
    expect(await member()).toMatchObject({ payment_amount: 4500, payment_status: true })
    expect(await pdf(entry.id)).toEqual(
      expect.arrayContaining([
        'Membership fee 2024-25 for 05/01/2025 to 31/03/2025 ₹5,000',
        'Total ₹5,000',
        'Tax deducted at source (TDS) ₹500',
        'Received in money ₹4,500',
        '₹500 was deducted by the member as tax at source (TDS) and was not received in money.',
      ]),
    )
    expect(await dayBook()).toEqual([
      'Payment | Bank transfer | 4500',
      'Tax deducted at source (TDS) | TDS | 500',
      'Total |  | 5000',
    ])
    const xml = await text('/api/admin/payments/tally.xml?year=2024-25')
    expect(xml).toMatch(/TDS Receivable<\/LEDGERNAME>.*<AMOUNT>-500.00</)
    const tds = (await admin.get(`${path}/payments`)).find(({ kind }) => kind === 'tds')
    await post(`account/${tds?.id}/certificate`, { certificate_number: '16A/77' })
    await expect(
      post(`account/${entry.id}/certificate`, { certificate_number: '16A/77' }),
    ).rejects.toThrow('409')
    expect(
      await text('/api/admin/payments/day-book?from=2025-01-01&to=2025-01-31&format=csv'),
    ).toContain('16A/77')
    await expect(post(`account/${tds?.id}/cancel`, { reason: 'typed twice' })).rejects.toThrow(
      '409: This tax is on receipt R2024-25/0001',
    )
    const { entry: corrected } = await post(`account/${entry.id}/correct`, {
      amount: '4,400',
      mode: 'Bank',
      reference: 'UTR 12345678',
    })
    expect(await pdf(corrected.id)).toEqual(
      expect.arrayContaining([
        'Tax deducted at source (TDS), certificate 16A/77 ₹500',
        'Received in money ₹4,400',
      ]),
    )
    await post(`account/${corrected.id}/cancel`, { reason: 'bounced' })
    expect(await account()).toMatchObject({ owed_paise: 500_000, credit_paise: 0 })
    expect((await dayBook()).at(-1)).toBe('Total |  | 0')
    expect(await faults()).toEqual([])
  })

  test('tax alone has a receipt of its own', async () => {
    const { post, account, raise, pdf, admin, id, text, faults } = await open(engine)
    await raise()
    await post('dues-payments', { amount: '4,500' })
    const preview = await admin.post(`/api/admin/members/${id}/tds/preview`, { amount: '500' })
    expect(preview).toMatchObject({ remaining_paise: 0, owed_paise: 50_000 })
    await expect(post('tds', { amount: '500.01' })).rejects.toThrow('409: This member owes ₹500')
    const { entry } = await post('tds', { amount: '500', certificate_number: '16A/1' })
    expect(entry.receipt_number).toBe('R2024-25/0002')
    expect(await pdf(entry.id)).toEqual(
      expect.arrayContaining([
        'Tax deducted at source (TDS), certificate 16A/1 ₹500',
        'Received in money ₹0',
        'Deducted on',
        '05/01/2025',
        'Certificate',
        '16A/1',
      ]),
    )
    const xml = await text('/api/admin/payments/tally.xml?year=2024-25')
    expect(xml).toContain('VCHTYPE="Journal"')
    await post(`account/${entry.id}/cancel`, { reason: 'wrong member' })
    expect(await account()).toMatchObject({ owed_paise: 50_000 })
    expect((await admin.get(`/api/admin/members/${id}/payments`))[0]?.receipt_number).toBe(
      'R2024-25/C0001',
    )
    await expect(post('tds', { amount: '500.01' })).rejects.toThrow('409')
    expect(await faults()).toEqual([])
  })

  test('nothing is dated into a closed year', async () => {
    const { post, admin, account, raise, faults } = await open(engine)
    await raise()
    await post('dues-payments', { amount: '6,000' })
    await admin.put('/api/admin/books/closing', { closed_to: '2023-24' })
    const paid_at = '2024-03-31T06:30:00.000Z'
    const sentence = '409: The books are closed up to 31 March 2024'
    await expect(post('refunds', { amount: 1, paid_at })).rejects.toThrow(sentence)
    await post('charges', { label: 'Stall', amount: '9,000', due_on: '2025-01-20' })
    await expect(post('tds', { amount: 1, paid_at })).rejects.toThrow(sentence)
    const taxed = { amount: 1, tds: 1, paid_at }
    await expect(post('dues-payments', taxed)).rejects.toThrow(sentence)
    expect(await account()).toMatchObject({ credit_paise: 0 })
    expect(await faults()).toEqual([])
  })

  test('bad values are refused with a sentence', async () => {
    const { post } = await open(engine)
    for (const [what, body, message] of badValues)
      await expect(post(what, body), JSON.stringify(body)).rejects.toThrow(message)
  })
})

const badValues: [what: string, body: object, message: string][] = [
  ['own-fee', { amount: '', from_year: '2024-25', reason: 'Why not' }, 'amount'],
  ['own-fee', { amount: '-1', from_year: '2024-25', reason: 'Why not' }, 'amount'],
  ['own-fee', { amount: 1, from_year: '2024', reason: 'Why not' }, 'financial year'],
  [
    'own-fee',
    { amount: 1, from_year: '2024-25', to_year: '2023-24', reason: 'Why not' },
    'last year',
  ],
  ['own-fee', { amount: 1, from_year: '2024-25', reason: '' }, 'reason'],
  ['charges', { label: '', amount: 1, due_on: '2025-01-20' }, 'what it is for'],
  ['charges', { label: 'Stall', amount: 0, due_on: '2025-01-20' }, 'amount'],
  ['charges', { label: 'Stall', amount: 1, due_on: '2025-02-30' }, 'due date'],
  [
    'charges',
    { label: 'Stall', amount: 1, due_on: '2025-01-20', tax: { kind: 'exempt' } },
    'no tax',
  ],
  [
    'charges',
    { label: 'Stall', amount: 1, due_on: '2025-01-20', tax: { kind: 'invoice', rate: '18' } },
    'SAC',
  ],
  ['refunds', { amount: 'all' }, 'amount'],
  ['refunds', { amount: 1, mode: 'Gold' }, 'Bank, Cash'],
  ['refunds', { amount: 1, paid_at: '2025-02-01T00:00:00.000Z' }, 'in the future'],
  ['tds', { amount: 0 }, 'amount'],
  ['tds', { amount: 1, paid_at: '2025-02-01T00:00:00.000Z' }, 'in the future'],
  ['account/none/certificate', { certificate_number: '' }, 'certificate'],
  ['dues-payments', { amount: 1, tds: '-1' }, 'amount'],
]

test('a fee of some years leaves those of the others as they are', () => {
  const year = fc.integer({ min: 20, max: 29 }).map((start) => `20${start}-${start + 1}`)
  const years = fc
    .record({ a: year, b: fc.option(year) })
    .map(({ a, b }) =>
      b !== null && b < a ? { from_year: b, to_year: a } : { from_year: a, to_year: b },
    )
  fc.assert(
    fc.property(fc.array(years, { maxLength: 6 }), year, (agreed, asked) => {
      const fees = agreed.reduce<{ from_year: string; to_year: string | null; at: number }[]>(
        (before, those, at) => [...feesWithout(before, those), { ...those, at }],
        [],
      )
      const last = agreed.findLastIndex(
        ({ from_year, to_year }) => from_year <= asked && (to_year === null || to_year >= asked),
      )
      expect(feeOfYear(fees, asked)?.at ?? -1).toBe(last)
      const those = fees.filter(
        ({ from_year, to_year }) => from_year <= asked && (to_year === null || to_year >= asked),
      )
      expect(those.length).toBeLessThan(2)
    }),
  )
})
