/** One transfer that pays for several members: several payments and receipts of one bank line. */

import { describe, expect, test } from 'vitest'
import { sum } from '#shared/sum.ts'
import type { BankLine } from '#test/files/bank-statements.ts'
import { upiReference } from '#test/files/bank-statements.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { dues, openBank, path, upi } from '#test/support/money/bank-statements.ts'

const rupees = (paise: number): string => String(paise / 100)
const transfer = 2 * dues
const debit = (serial: number, paise: number): BankLine => ({
  date: '2025-01-05',
  narration: `UPI-REV-${upiReference(serial)}`,
  debit: paise,
})

async function openSplit(engine: Engine, count = 3) {
  const bank = await openBank(engine, count, { connections: 6 })
  const { admin, memberAt } = bank
  const paymentsOf = async (index: number): Promise<{ kind: string; reference: string }[]> =>
    (await admin.get(`/api/admin/members/${memberAt(index).id}/payments`)).filter(
      ({ kind }) => kind !== 'charge',
    )
  return {
    ...bank,
    paymentsOf,
    split: (...amounts: number[]) => ({
      state: 'confirmed',
      parts: amounts.map((paise, index) => ({
        person_id: memberAt(index).id,
        amount: rupees(paise),
      })),
    }),
    statusOf: async (index: number) =>
      (await admin.get(`/api/admin/members/${memberAt(index).id}/account`)).dues?.status,
    record: (index: number, reference: string, values = {}) =>
      admin.request('POST', `/api/admin/members/${memberAt(index).id}/dues-payments`, {
        amount: '100',
        mode: 'GPay',
        reference,
        ...values,
      }),
  }
}

type Split = Awaited<ReturnType<typeof openSplit>>

/** A transfer whose line is confirmed as a part for each member. */
async function openConfirmed(engine: Engine, ...amounts: number[]) {
  const opened = await openSplit(engine)
  const { importFile, lines, change, split } = opened
  const { id } = await importFile([upi('SHAH GROUP', 1, transfer)])
  const [line] = await lines(id)
  const confirmed = await change(line, split(...amounts))
  expect(confirmed.status).toBe(200)
  return { ...opened, id, line, confirmed }
}

describe.each(engines)('a bank line for several members on %s', (engine) => {
  test('pays each of them, with one reference and a receipt each', async () => {
    const { id, line, confirmed, lines, statusOf, paymentsOf, memberAt, review } =
      await openConfirmed(engine, dues, dues)
    expect(line).toMatchObject({ payments: [], named: [] })
    const receipts = ['R2024-25/0001', 'R2024-25/0002']
    expect(await confirmed.json()).toEqual({
      id: line?.id,
      state: 'confirmed',
      receipt_number: null,
      receipt_numbers: receipts,
    })
    expect([await statusOf(0), await statusOf(1)]).toEqual(['paid', 'paid'])
    for (const index of [0, 1])
      expect(await paymentsOf(index)).toMatchObject([
        { kind: 'payment', reference: upiReference(1), receipt_number: receipts[index] },
      ])
    expect((await lines(id))[0]).toMatchObject({
      state: 'confirmed',
      member: null,
      receipt_number: null,
      is_reversed: false,
      payments: [0, 1].map((index) => ({
        member: { id: memberAt(index).id },
        amount_paise: dues,
        is_reversed: false,
        receipt_number: receipts[index],
      })),
    })
    expect((await review(id)).statement.counts).toMatchObject({ open: 0, confirmed: 1 })
  })

  test('takes the reference: the payment of another member asks for the reason', async () => {
    const { record } = await openConfirmed(engine, dues, dues)
    const taken = await record(2, upiReference(1))
    expect([taken.status, taken.headers.get('Error-Code')]).toEqual([409, 'reference-taken'])
    const reason = { another_payment: 'The group paid for three' }
    expect((await record(2, upiReference(1), reason)).status).toBe(201)
    expect((await record(1, upiReference(1), reason)).status).toBe(409)
  })

  test('that is undone takes the payments of all back', async () => {
    const { portal, id, line, lines, change, statusOf, paymentsOf } = await openConfirmed(
      engine,
      dues,
      dues,
    )
    expect(await (await change(line, { state: 'open' })).json()).toMatchObject({ state: 'open' })
    expect([await statusOf(0), await statusOf(1)]).not.toContain('paid')
    for (const index of [0, 1])
      expect(await paymentsOf(index)).toMatchObject([{ kind: 'reversal' }, { kind: 'payment' }])
    expect(await lines(id)).toMatchObject([{ state: 'open', payments: [] }])
    const matches = portal.db.selectFrom('bank_line_entry').selectAll().execute()
    expect(await matches).toEqual([])
  })

  test('records nothing when one part is refused; with a reason it records the rest of a transfer', async () => {
    const { importFile, lines, change, split, paymentsOf, record } = await openSplit(engine)
    const { id } = await importFile([upi('SHAH GROUP', 1, transfer)])
    const [line] = await lines(id)
    expect((await record(2, upiReference(1))).status).toBe(201)
    const taken = await change(line, split(dues, dues))
    expect([taken.status, taken.headers.get('Error-Code')]).toEqual([409, 'reference-taken'])
    expect([await paymentsOf(0), await paymentsOf(1)]).toEqual([[], []])
    const another_payment = 'One transfer for three firms'
    const own = await change(line, { ...split(dues, dues - 100, 100), another_payment })
    expect([own.status, own.headers.get('Error-Code')]).toEqual([409, null])
    expect(await own.text()).toMatch(/is already recorded for this member/)
    expect((await change(line, { ...split(dues, dues), another_payment })).status).toBe(200)
    expect([await paymentsOf(0), await paymentsOf(1)]).toMatchObject([[{}], [{}]])
  })
})

test('receipts of a line without a UTR have no reference: the description may name the other members', async () => {
  const { importFile, lines, change, split, paymentsOf, memberAt } = await openSplit('SQLite')
  const narration = `TRANSFER FROM ${memberAt(0).company_name} AND ${memberAt(1).company_name}`
  const { id } = await importFile([{ date: '2025-01-04', narration, credit: 2 * dues }])
  await change((await lines(id))[0], split(dues, dues))
  for (const index of [0, 1])
    expect(await paymentsOf(index)).toMatchObject([{ kind: 'payment', reference: '' }])
})

describe.each(engines)('one payment of a bank line for several members, on %s,', (engine) => {
  test('is corrected without a new reason', async () => {
    const { admin, id, memberAt, lines, paymentsOf } = await openConfirmed(engine, dues, dues)
    const entry = (await lines(id))[0]?.payments[1]?.id
    await admin.post(`/api/admin/members/${memberAt(1).id}/account/${entry}/correct`, {
      amount: rupees(dues),
      mode: 'Bank',
      reference: upiReference(1),
    })
    expect(await paymentsOf(1)).toMatchObject([
      { kind: 'payment', mode: 'Bank' },
      { kind: 'reversal' },
      { kind: 'payment' },
    ])
  })

  test('that is reversed by hand shows at the line; undoing takes back the others', async () => {
    const { admin, id, line, memberAt, lines, change, paymentsOf } = await openConfirmed(
      engine,
      dues,
      dues,
    )
    const entry = (await lines(id))[0]?.payments[1]?.id
    await admin.post(`/api/admin/members/${memberAt(1).id}/account/${entry}/cancel`, {})
    expect(await lines(id)).toMatchObject([
      { is_reversed: false, payments: [{ is_reversed: false }, { is_reversed: true }] },
    ])
    expect((await change(line, { state: 'open' })).status).toBe(200)
    for (const index of [0, 1]) expect(await paymentsOf(index)).toHaveLength(2)
  })
})

/** Reports of members who say that they paid by the transfer: of these amounts, in the order of the members. */
async function reportTransfer({ portal, memberAt }: Split, amounts: readonly number[]) {
  const notice = {
    year: '2024-25',
    amount_paise: dues,
    made_at: '2025-01-01T09:00:00.000Z',
  } as const
  const undecided = { outcome: null, decided_at: null, decided_by: null, ledger_entry_id: null }
  for (const [index, amount_paise] of amounts.entries()) {
    const [notice_id, person_id] = [`n${index}`, memberAt(index).id]
    await portal.db
      .insertInto('dues_notice')
      .values({ ...notice, id: notice_id, person_id, reference: `Nn${index}`, made_by: null })
      .execute()
    await portal.db
      .insertInto('reported_payment')
      .values({
        ...undecided,
        id: `r${index}`,
        notice_id,
        person_id,
        amount_paise,
        reference: upiReference(1),
        reference_key: upiReference(1),
        paid_on: '2025-01-04',
        reported_at: '2025-01-04T09:00:00.000Z',
        reason: '',
        screenshot: null,
      })
      .execute()
  }
}

test.each(engines)(
  'a bank line confirms the reports of its parts until it is undone, on %s',
  async (engine) => {
    const opened = await openSplit(engine)
    const { portal, importFile, lines, change, split } = opened
    await reportTransfer(opened, [transfer, dues, dues - 100])
    const outcomes = async () => {
      const reports = portal.db.selectFrom('reported_payment').select('outcome').orderBy('id')
      return (await reports.execute()).map(({ outcome }) => outcome)
    }
    const { id } = await importFile([upi('SHAH GROUP', 1, transfer)])
    const [line] = await lines(id)
    expect((await change(line, split(dues, dues))).status).toBe(200)
    expect(await outcomes()).toEqual(['confirmed', 'confirmed', null])
    await change(line, { state: 'open' })
    expect((await outcomes())[0]).toBe(null)
  },
)

describe.each(engines)(
  'a debit that takes a transfer for several members back, on %s,',
  (engine) => {
    test('offers to reverse all of its payments, and reverses them once', async () => {
      const { portal, admin, id, memberAt, importFile, lines, change, paymentsOf, review } =
        await openConfirmed(engine, dues + 100, dues - 100)
      const later = await importFile([debit(1, transfer), debit(1, dues + 100)])
      const [back, part] = await lines(later.id, '&show=debits')
      const [first, second] = [memberAt(0).company_name, memberAt(1).company_name]
      expect(back?.proposal).toMatchObject({
        kind: 'return',
        person_id: null,
        entry_id: expect.any(String),
        reason: `The bank returned the payments of ${first} (receipt R2024-25/0001) and ${second} (receipt R2024-25/0002) of 4 January 2025: the debit has the same reference and the same amount.`,
      })
      expect((await lines(id))[0]).toMatchObject({ returned_on: '2025-01-05' })
      const body = { state: 'returned', entry_id: back?.proposal?.entry_id, email_member: true }
      expect((await change(part, body)).status).toBe(409)
      const withFee = await change(back, { ...body, bank_fee: '295' })
      expect([withFee.status, await withFee.text()]).toEqual([
        400,
        'A bank fee is for one member. Please reverse the payments without it, then add it as a charge to that member',
      ])
      expect((await change(part, { state: 'ignored' })).status).toBe(200)
      // One of them was reversed by hand: the other is taken back.
      const entry = (await lines(id))[0]?.payments[1]?.id
      await admin.post(`/api/admin/members/${memberAt(1).id}/account/${entry}/cancel`, {})
      const rest = { ...body, bank_fee: '295' }
      const answers = await Promise.all([change(back, rest), change(back, rest)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      for (const index of [0, 1])
        expect(await paymentsOf(index)).toMatchObject([{ kind: 'reversal' }, { kind: 'payment' }])
      const fees = portal.db.selectFrom('ledger_entry').select(['person_id', 'amount_paise'])
      expect(await fees.where('reference', '=', 'Bank fee').execute()).toEqual([
        { person_id: memberAt(0).id, amount_paise: -29_500 },
      ])
      expect((await lines(id))[0]).toMatchObject({ is_reversed: true })
      expect(await lines(later.id, '&show=returns')).toMatchObject([
        {
          state: 'returned',
          payments: [{ amount_paise: -dues - 100, member: { id: memberAt(0).id } }],
        },
      ])
      expect((await review(later.id)).returns).toBe(0)
    })

    test('tells each member about their own payment, as bounced', async () => {
      const { portal, memberAt, importFile, lines, change, paymentsOf } = await openConfirmed(
        engine,
        dues + 100,
        dues - 100,
      )
      const later = await importFile([debit(1, transfer)])
      const [back] = await lines(later.id, '&show=returns')
      const before = (await portal.mails()).length
      const body = { state: 'returned', entry_id: back?.proposal?.entry_id, email_member: true }
      expect(await (await change(back, body)).json()).toMatchObject({
        receipt_number: null,
        receipt_numbers: ['R2024-25/C0001', 'R2024-25/C0002'],
      })
      for (const index of [0, 1])
        expect(await paymentsOf(index)).toMatchObject([{ kind: 'reversal' }, { kind: 'payment' }])
      const reasons = portal.db.selectFrom('ledger_entry').select('void_reason')
      expect(await reasons.where('reverses_id', 'is not', null).execute()).toEqual([
        { void_reason: 'bounced' },
        { void_reason: 'bounced' },
      ])
      const mails = (await portal.mails()).slice(before)
      expect(mails.flatMap(({ to = [] }) => to.map(({ address }) => address)).toSorted()).toEqual([
        memberAt(0).email,
        memberAt(1).email,
      ])
      for (const { text } of mails) expect(text).toContain('The bank has returned it.')
      expect(mails.map(({ text }) => /₹[\d,]+/.exec(text ?? '')?.[0]).toSorted()).toEqual([
        '₹5,899',
        '₹5,901',
      ])
    })
  },
)

describe.each(engines)('bank lines for several members at the same moment, on %s', (engine) => {
  test('are confirmed once, as a split or for one member', async () => {
    const { memberAt, importFile, lines, change, split, paymentsOf, admin } = await openSplit(
      engine,
      4,
    )
    const serials = [1, 2, 3, 4, 5, 6]
    const { id } = await importFile(serials.map((serial) => upi('SHAH GROUP', serial, transfer)))
    const all = await lines(id)
    const reverse = ({ parts, ...rest }: ReturnType<typeof split>) => ({
      ...rest,
      parts: parts.toReversed(),
    })
    for (const line of all) {
      const answers = await Promise.all([
        change(line, split(dues - 100, dues, 100)),
        change(line, { state: 'confirmed', person_id: memberAt(1).id }),
        change(line, reverse(split(dues, dues))),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    }
    const lists = await Promise.all([0, 1, 2].map(paymentsOf))
    expect(new Set(lists.flat().map(({ reference }) => reference)).size).toBe(serials.length)
    const shown = await lines(id)
    for (const { payments } of shown)
      expect(sum(payments, ({ amount_paise }) => amount_paise)).toBe(transfer)
    expect(lists.flat()).toHaveLength(shown.flatMap(({ payments }) => payments).length)
    await expect(admin.delete(`${path}/${id}`)).rejects.toThrow('409: Payments are matched')
  })

  test('do not wait for each other when they name the same members in another order', async () => {
    const { importFile, lines, change, split } = await openSplit(engine)
    const serials = Array.from({ length: 12 }, (_, index) => index + 1)
    const { id } = await importFile(serials.map((serial) => upi('SHAH GROUP', serial, transfer)))
    const body = split(dues - 100, dues, 100)
    const bodies = [body, { ...body, parts: body.parts.toReversed() }]
    const all = (await lines(id)).map((line, index) => change(line, bodies[index % 2] ?? body))
    const statuses = (await Promise.all(all)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200]))
  })
})

test('splits that do not add up, or name a member twice, are refused with one sentence', async () => {
  const { memberAt, importFile, lines, change, paymentsOf } = await openSplit('SQLite')
  const { id } = await importFile([upi('SHAH GROUP', 1, transfer)])
  const [line] = await lines(id)
  const part = (index: number, amount: unknown) => ({ person_id: memberAt(index).id, amount })
  const whole = rupees(dues)
  const amountMessage = 'Please enter the amount in rupees, like 5000 or 5000.50'
  const bad: [unknown, number, string][] = [
    [[part(0, whole)], 400, 'Please choose at least 2 members'],
    [[], 400, 'Please choose at least 2 members'],
    ['both', 400, 'Please choose the members'],
    [[part(0, whole), part(0, whole)], 400, 'Please choose each member once'],
    [Array.from({ length: 21 }, () => part(0, '1')), 400, 'Please choose at most 20 members'],
    [[part(0, whole), part(1, '0')], 400, amountMessage],
    [[part(0, '11800'), part(1, '')], 400, amountMessage],
    [[part(0, '-100'), part(1, '11900')], 400, amountMessage],
    [
      [part(0, whole), part(1, '100')],
      400,
      'The parts come to ₹6,000, but the bank line is ₹11,800',
    ],
    [
      [part(0, whole), part(1, '5900.01')],
      400,
      'The parts come to ₹11,800.01, but the bank line is ₹11,800',
    ],
    [[part(0, whole), { ...part(1, whole), person_id: '' }], 400, 'Please choose a line again'],
    [[part(0, whole), { ...part(1, whole), person_id: line?.id }], 404, 'Member not found'],
  ]
  for (const [parts, status, sentence] of bad) {
    const answer = await change(line, { state: 'confirmed', parts })
    expect([answer.status, await answer.text()]).toEqual([status, sentence])
  }
  const both = {
    state: 'confirmed',
    person_id: memberAt(0).id,
    parts: [part(0, whole), part(1, whole)],
  }
  for (const body of [both, { state: 'confirmed' }]) {
    const answer = await change(line, body)
    expect([answer.status, await answer.text()]).toEqual([400, 'Please choose a line again'])
  }
  expect([await paymentsOf(0), await paymentsOf(1)]).toEqual([[], []])
  expect(await lines(id)).toMatchObject([{ state: 'open' }])
})

test('the members that the bank names come with what they owe', async () => {
  const { memberAt, importFile, lines } = await openSplit('SQLite')
  const numbers = [0, 2].map((index) => memberAt(index).membership_number)
  const { id } = await importFile([upi('SHAH GROUP', 1, transfer, numbers.join(' '))])
  expect(await lines(id)).toMatchObject([
    {
      proposal: { confidence: 'likely' },
      named: [0, 2].map((index) => ({
        id: memberAt(index).id,
        company_name: memberAt(index).company_name,
        owed_paise: dues,
      })),
    },
  ])
})
