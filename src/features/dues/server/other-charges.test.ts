/** Charges that an administrator adds: which one money pays, their tax and what is waived of them. */

import { describe, expect, test } from 'vitest'
import { sum } from '#shared/sum.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { openManualEntries } from '#test/support/money/manual-entries.ts'
import { exempt, stall } from '#test/support/money/taxed-papers.ts'
import type { MemberAccount } from '../answers.ts'

/** A member with dues of 5,000 and a stall of 29,500. */
async function openStall(engine: Engine) {
  const opened = await openManualEntries(engine)
  const { post, account, raise } = opened
  await raise()
  const label = 'Expo stall C4'
  await post('charges', { label, amount: '29,500', due_on: '2025-02-15' })
  const { charges } = await account()
  const charge_id = charges.find((charge) => charge.label === label)?.id ?? ''
  const openOf = async () => (await account()).charges.map(({ open_paise }) => open_paise / 100)
  return { ...opened, charge_id, openOf }
}

describe('money of a member with an other charge', () => {
  test('is for the charge that it names, or that its amount tells; else for what is due first', async () => {
    const { post, charge_id, openOf, faults } = await openStall('SQLite')
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
    expect(await faults()).toEqual([])
  })

  test('has the same rest in the preview of a corrected amount and after it', async () => {
    const { post, charge_id, openOf, faults } = await openStall('SQLite')
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
    expect(await faults()).toEqual([])
  })

  test('is not for a charge that is paid', async () => {
    const { post, account, charge_id, faults } = await openStall('SQLite')
    await post('dues-payments', { amount: '29,500', mode: 'Cash' })
    for (const call of ['dues-payments/preview', 'dues-payments'])
      await expect(post(call, { amount: '1', charge_id })).rejects.toThrow(
        '409: This charge is not open any more. Please choose again',
      )
    expect((await account()).owed_paise).toBe(500_000)
    expect(await faults()).toEqual([])
  })

  test('is read again when its reference or amount is corrected; a charge that was chosen stays', async () => {
    const { post, account, raise, faults } = await openManualEntries('SQLite')
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
})

const taxedStall = {
  label: 'Stall at the expo',
  amount: '1,180',
  due_on: '2025-01-20',
  tax: stall,
}

/** A member with exempt dues of 5,000 and a taxed stall of 1,180. */
async function openTaxedStall(engine: Engine) {
  const opened = await openManualEntries(engine)
  const { admin, post, raise } = opened
  await raise()
  await admin.put('/api/admin/settings', { association_gstin: '27AAATF0000K1Z9' })
  await admin.post('/api/admin/receipts/treatments', { valid_from: '2024-04-01', ...exempt })
  await post('charges', taxedStall)
  return opened
}

describe.each(engines)('an other charge on %s', (engine) => {
  test('with tax needs the GSTIN of the association', async () => {
    const { post } = await openManualEntries(engine)
    await expect(post('charges', taxedStall)).rejects.toThrow(
      "Please enter the association's GSTIN",
    )
  })

  test('has its own tax on the receipt, in the register and for Tally', async () => {
    const { post, pdf, text, faults } = await openTaxedStall(engine)
    const { entry } = await post('dues-payments', { amount: '6,180' })
    expect(await pdf(entry.id)).toEqual(
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
    expect(await faults()).toEqual([])
  })

  test('is owed again when its payment bounces, until it is cancelled', async () => {
    const { post, account, faults } = await openTaxedStall(engine)
    const { charges } = await account()
    expect(charges.map(({ label, open_paise }) => [label, open_paise])).toEqual([
      ['Stall at the expo', 118_000],
      ['', 500_000],
    ])
    const { entry } = await post('dues-payments', { amount: '6,180' })
    await post(`account/${entry.id}/cancel`, { reason: 'bounced' })
    expect(await account()).toMatchObject({ owed_paise: 618_000, balance_paise: -618_000 })
    const id = charges.find(({ item }) => item === 'other')?.id
    await post(`account/${id}/cancel`, { reason: 'other', note: 'No stall after all' })
    expect(await account()).toMatchObject({ owed_paise: 500_000 })
    expect(await faults()).toEqual([])
  })

  test('takes with it what was waived of it, which is no credit', async () => {
    const { post, account, raise, faults } = await openManualEntries(engine)
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

  test('keeps its part of a waiver of two charges', async () => {
    const { post, account, raise, faults } = await openManualEntries(engine)
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
    const [, waived] = (await account()).charges
    await post(`account/${waived?.id}/cancel`, { reason: 'other', note: 'Not built' })
    expect(await left()).toEqual(['dues 3000'])
    await post('dues-payments', { amount: 3000 })
    expect(await account()).toMatchObject({ owed_paise: 0, credit_paise: 0 })
    expect(await faults()).toEqual([])
  })
})
