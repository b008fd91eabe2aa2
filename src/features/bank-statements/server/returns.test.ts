/** Debits of the bank: which payments they take back, and that none is reversed twice. */
import { describe, expect, test } from 'vitest'
import type { Day } from '#shared/dates.ts'
import type { BankLine } from '#test/files/bank-statements.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { dues, openBank, path, upi } from '#test/support/money/bank-statements.ts'
import { paidMark } from '#test/support/money/payments.ts'
import type { TestClient } from '#test/support/portal/test-client.ts'

const debit = (narration: string, amount = dues, date: Day = '2025-01-05'): BankLine => ({
  date,
  narration,
  debit: amount,
})

/** Marks the member as paid for 2024-25, by bank and without a reference. */
const markPaid = (admin: TestClient, member: string, values: object) =>
  admin.put(`/api/admin/members/${member}/payment`, {
    ...paidMark,
    paymentAmount: '5900',
    paymentRef: '',
    ...values,
  })

/** A member who paid 2,000 more than the dues, and got it back by a bank transfer on 5 January 2025. */
async function openRefund(engine: Engine, reference: string) {
  const bank = await openBank(engine, 1)
  const { admin, memberAt, importFile, lines, change } = bank
  const { id: member, company_name } = memberAt(0)
  const { id } = await importFile([upi(company_name, 1, dues + 200_000)])
  await change((await lines(id))[0], { state: 'confirmed', person_id: member })
  await admin.post(`/api/admin/members/${member}/refunds`, {
    amount: '2000',
    mode: 'Bank',
    reference,
    paid_on: '2025-01-05',
  })
  return { ...bank, member, company_name }
}

describe.each(engines)('a payment that the bank takes back, on %s,', (engine) => {
  test('is found by its reference and reversed once', async () => {
    const { portal, admin, memberAt, importFile, review, lines, change } = await openBank(
      engine,
      3,
      { connections: 4 },
    )
    const file = [0, 1].map((index) => upi(memberAt(index).company_name, index, dues))
    const { id } = await importFile(file)
    await admin.post(`${path}/${id}/confirm-sure`, { token: (await review(id)).sure.token })
    const later = await importFile([
      debit('UPI-REV-609500000000'),
      debit('ELECTRICITY BILL', 120_000),
    ])
    expect(later).toMatchObject({ credits: 0, added: 0, debits: 2, returns: 1 })
    const returnsOfList = async () =>
      (await admin.get(path)).map(({ returns }) => returns).toSorted()
    expect(await returnsOfList()).toEqual([0, 1])
    expect(await review(later.id)).toMatchObject({
      returns: 1,
      returned_payments: 1,
      sure: { count: 0 },
    })
    expect(await lines(later.id)).toEqual([])
    expect(await lines(later.id, '&show=debits')).toHaveLength(2)
    const [back] = await lines(later.id, '&show=returns')
    expect(back).toMatchObject({
      amount_paise: -dues,
      proposal: {
        kind: 'return',
        person_id: memberAt(0).id,
        reason: expect.stringMatching(
          /receipt .*0001\) of 4 January 2025: the debit has the same ref/,
        ),
      },
    })
    const [credit] = await lines(id)
    expect(credit).toMatchObject({ returned_on: '2025-01-05', is_reversed: false })
    const body = { state: 'returned', entry_id: back?.proposal?.entry_id, bank_fee: '295' }
    expect((await change(credit, body)).status).toBe(409)
    const confirm = { state: 'confirmed', person_id: memberAt(0).id }
    expect((await change(back, confirm)).status).toBe(409)
    const answers = await Promise.all([change(back, body), change(back, body)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const payments = await admin.get(`/api/admin/members/${memberAt(0).id}/payments`)
    expect(payments.slice(0, 2)).toMatchObject([
      { kind: 'charge', amount_paise: -29_500, reference: 'Bank fee' },
      { kind: 'reversal', amount_paise: -dues },
    ])
    const reasons = portal.db.selectFrom('ledger_entry').select('void_reason')
    expect(await reasons.where('reverses_id', 'is not', null).execute()).toEqual([
      { void_reason: 'bounced' },
    ])
    expect((await lines(id))[0]).toMatchObject({ is_reversed: true })
    expect(await review(later.id)).toMatchObject({ returns: 0 })
    expect(await returnsOfList()).toEqual([0, 0])
    expect(await lines(later.id, '&show=returns')).toMatchObject([{ state: 'returned' }])
    // The bank took the money back: the same credit is not proposed again.
    await change(credit, { state: 'open' })
    expect((await review(id)).proposals).toEqual({ sure: 0, likely: 0, none: 1 })
  })

  test.each([
    // A line of the same day with another reference, or without one.
    [(company: string) => upi(company, 7, dues), 'sure'],
    [
      (company: string) => ({
        ...upi(company, 7, dues),
        narration: `NEFT ${company}`,
        reference: '',
      }),
      'sure',
    ],
  ])('may be paid again: the second payment is proposed (%#)', async (second, confidence) => {
    const { memberAt, importFile, lines, change } = await openBank(engine, 2)
    const { id: person_id, company_name } = memberAt(0)
    const { id } = await importFile([
      upi(company_name, 0, dues),
      debit('UPI-REV-609500000000', dues, '2025-01-04'),
      second(company_name),
    ])
    await change((await lines(id))[0], { state: 'confirmed', person_id })
    const [back] = await lines(id, '&show=returns')
    await change(back, { state: 'returned', entry_id: back?.proposal?.entry_id })
    expect((await lines(id))[0]).toMatchObject({ returned_on: '2025-01-04', is_reversed: true })
    expect((await lines(id))[1]?.proposal).toMatchObject({ kind: 'payment', person_id, confidence })
  })

  test('does not take back another credit', async () => {
    const { admin, memberAt, importFile, lines, change } = await openBank(engine, 1)
    const { id: person_id, company_name } = memberAt(0)
    await markPaid(admin, person_id, { payment_date: '2025-01-03T06:00:00.000Z' })
    const first = await importFile([debit(`NEFT RETURN ${company_name}`, dues, '2025-01-04')])
    const [back] = await lines(first.id, '&show=returns')
    await change(back, { state: 'returned', entry_id: back?.proposal?.entry_id })
    const later = await importFile([
      { date: '2025-01-04', narration: `NEFT ${company_name}`, credit: dues },
    ])
    expect(await lines(later.id)).toMatchObject([
      { returned_on: null, proposal: { kind: 'payment', person_id, confidence: 'sure' } },
    ])
  })
})

describe.each(engines)('a cheque that bounced, on %s,', (engine) => {
  test('in the same file is no payment, by its number or name', async () => {
    const { memberAt, importFile, review, lines } = await openBank(engine, 2)
    const [first, second] = [memberAt(0), memberAt(1)].map(({ company_name }) => company_name)
    const { id } = await importFile([
      { date: '2025-01-02', narration: `BY CLG 000123 ${first}`, credit: dues },
      { date: '2025-01-03', narration: `NEFT ${second}`, credit: dues },
      debit('I/W CHQ RTN 000123 FUNDS INSUFFICIENT', dues, '2025-01-04'),
      debit(`NEFT RETURN ${second}`, dues, '2025-01-04'),
      debit(`O/W CHQ RTN CHARGES`, 11_800, '2025-01-04'),
    ])
    // The fee returns nothing.
    expect(await review(id)).toMatchObject({
      returns: 2,
      returned_payments: 0,
      proposals: { sure: 0, likely: 0, none: 2 },
    })
    const debits = await lines(id, '&show=debits')
    expect(debits.map(({ proposal }) => proposal?.kind)).toEqual(['return', 'return', undefined])
    expect(await lines(id)).toMatchObject([
      {
        returned_on: '2025-01-04',
        proposal: { reason: expect.stringMatching(/returned this credit/) },
      },
      { returned_on: '2025-01-04' },
    ])
  })

  test('is taken back by its number when it was recorded by hand', async () => {
    const { admin, memberAt, importFile, lines } = await openBank(engine, 1)
    const { id: member } = memberAt(0)
    await markPaid(admin, member, {
      paymentMode: 'Cheque',
      paymentRef: '000456 HDFC',
      payment_date: '2025-01-03T06:00:00.000Z',
    })
    const { id } = await importFile([debit('CHQ RETURN 000456')])
    expect(await lines(id, '&show=returns')).toMatchObject([
      { proposal: { kind: 'return', person_id: member, entry_id: expect.any(String) } },
    ])
  })
})

describe.each(engines)('a debit that is a refund, on %s,', (engine) => {
  test('is no return when the refund is recorded', async () => {
    const { importFile, review, lines, member, company_name } = await openRefund(engine, 'REFUND01')
    const imported = await importFile([debit('NEFT DR REFUND01', 200_000), debit('CHQ RTN 000001')])
    expect(imported).toMatchObject({ returns: 1 })
    expect(await review(imported.id)).toMatchObject({ returns: 1, statement: { returns: 1 } })
    expect(await lines(imported.id, '&show=returns')).toMatchObject([
      { narration: 'CHQ RTN 000001' },
    ])
    expect((await lines(imported.id, '&show=debits'))[0]?.proposal).toMatchObject({
      kind: 'recorded',
      person_id: member,
      reason: `Already recorded: the refund of ₹2,000 to ${company_name} of 5 January 2025.`,
    })
  })

  test('is the same of two debits in the list and in the review', async () => {
    const { admin, importFile, review, lines, company_name } = await openRefund(engine, 'PAYOUT77')
    const back = await importFile([
      { date: '2025-01-05', narration: `NEFT RETURN ${company_name}`, credit: 200_000 },
    ])
    expect((await lines(back.id))[0]?.proposal).toMatchObject({
      kind: 'none',
      confidence: 'none',
      reason: `The refund of ₹2,000 to ${company_name} of 5 January 2025 may have come back. If so, reverse it in the account of the member, then ignore the line.`,
    })
    // The debit with the reference is the refund, although only the other one mentions a refund.
    const imported = await importFile([
      debit('NEFT DR PAYOUT77', 200_000),
      debit('IMPS REFUND', 200_000),
    ])
    expect(imported).toMatchObject({ returns: 1 })
    expect(await review(imported.id)).toMatchObject({ returns: 1, statement: { returns: 1 } })
    expect(await lines(imported.id, '&show=returns')).toMatchObject([{ narration: 'IMPS REFUND' }])
    const list = await admin.get(path)
    expect(list.map(({ returns }) => returns).toSorted()).toEqual([0, 0, 1])
  })
})

test.each(engines)('a payment is matched with one line only, on %s', async (engine) => {
  const { admin, memberAt, importFile, lines, change } = await openBank(engine, 1, {
    connections: 4,
  })
  const { id: member, company_name } = memberAt(0)
  const imported = await importFile([
    upi(company_name, 1, dues),
    { date: '2025-01-04', narration: `BY TRANSFER ${company_name}`, credit: dues },
  ])
  await markPaid(admin, member, { payment_date: '2025-01-04T06:00:00.000Z' })
  const [payment] = await admin.get(`/api/admin/members/${member}/payments`)
  const answers = await Promise.all(
    (await lines(imported.id)).map((line) =>
      change(line, { state: 'recorded', entry_id: payment?.id }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('the name of a member that was changed within 60 days is not sure', async () => {
  const { admin, memberAt, importFile, review, lines } = await openBank('SQLite', 2)
  const { id: member, updated_at, ...rest } = memberAt(1)
  await admin.put(`/api/admin/members/${member}`, {
    name: rest.name,
    email: rest.email,
    whatsapp_number: rest.whatsapp_number,
    company_name: 'Zephyr Doors',
    updated_at,
  })
  const { id } = await importFile([
    upi('Zephyr Doors', 1, dues),
    upi(memberAt(0).company_name, 2, dues),
  ])
  expect((await review(id)).proposals).toEqual({ sure: 1, likely: 1, none: 0 })
  expect((await lines(id))[0]?.proposal?.reason).toMatch(/was changed in the last 60 days\.$/)
})

test('a file of debits that return no payment is not stored, and the answer says so', async () => {
  const { importFile, admin } = await openBank('SQLite', 1)
  expect(await importFile([debit('ELECTRICITY BILL', 120_000)])).toMatchObject({
    id: null,
    credits: 0,
    debits: 1,
    returns: 0,
    warnings: [
      'This file has no credits, and none of its debits says that the bank took a payment back, so it was not stored.',
    ],
  })
  expect(await admin.get(path)).toEqual([])
})
