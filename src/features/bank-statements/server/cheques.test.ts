/** Credits of the bank that are cheques which were noted before: each counts once. */
// cspell:ignore CHRG
import { describe, expect, test } from 'vitest'
import type { BankLine } from '#test/files/bank-statements.ts'
import { openBank } from '#test/support/bank-statements.ts'
import { engines } from '#test/support/engines.ts'

const amount = 600_000
const credit = (narration: string, more: Partial<BankLine> = {}): BankLine => ({
  date: '2025-01-04',
  narration,
  credit: amount,
  ...more,
})
const noted = { number: '004512', bank: 'HDFC Bank', amount: '6000', received_on: '2025-01-02' }

async function open(engine: (typeof engines)[number], connections = 1) {
  const bank = await openBank(engine, 2, { connections })
  const { admin, memberAt } = bank
  const note = (index = 0, more: object = {}) =>
    admin.post(`/api/admin/members/${memberAt(index).id}/cheques`, { ...noted, ...more })
  return {
    ...bank,
    note,
    held: () => admin.get('/api/admin/cheques'),
    payments: (index = 0) => admin.get(`/api/admin/members/${memberAt(index).id}/payments`),
    confirm: (index = 0, more: object = {}) => ({
      state: 'confirmed',
      person_id: memberAt(index).id,
      ...more,
    }),
    clear: (id: string | undefined) =>
      admin.request('POST', `/api/admin/members/${memberAt(0).id}/cheques/${id}/clear`, {
        cleared_on: '2025-01-03',
      }),
  }
}

describe.each(engines)('a line that is a cheque which is not cleared, on %s', (engine) => {
  test.each([
    ['CHQ DEP 004512', {}],
    ['BY CLG 4512 HDFC BANK LTD', {}],
    ['CHEQUE DEPOSIT', { reference: '0000000000004512' }],
  ])('%s is proposed, and confirming it clears the cheque', async (narration, more) => {
    const { memberAt, importFile, lines, review, change, note, held, payments, confirm, clear } =
      await open(engine)
    const { company_name, id: member } = memberAt(0)
    const cheque = await note()
    const { id } = await importFile([credit(narration, more)])
    const [line] = await lines(id)
    expect(line).toMatchObject({ member: { id: member }, proposal: { kind: 'payment' } })
    expect(line?.proposal).toMatchObject({
      confidence: 'likely',
      reason: `Cheque 004512 of ${company_name}, received 2 January 2025, is waiting to be cleared.`,
    })
    const answer = await change(line, confirm())
    expect(await answer.json()).toMatchObject({ receipt_number: 'R2024-25/0001' })
    expect(await held()).toEqual([])
    expect((await clear(cheque.id)).status).toBe(404)
    expect((await payments()).filter(({ kind }) => kind === 'payment')).toEqual([
      expect.objectContaining({
        mode: 'Cheque',
        reference: '004512 HDFC Bank',
        amount_paise: amount,
        paid_at: expect.stringMatching(/^2025-01-04/),
      }),
    ])
    expect(await lines(id)).toMatchObject([{ state: 'confirmed', member: { id: member } }])
    expect((await review(id)).proposals).toEqual({ sure: 0, likely: 0, none: 0 })
    const again = { ...noted, amount_paise: amount }
    expect(await note(1, again).catch((error: Error) => error.message)).toMatch(/already recorded/)
  })

  test('of another number or amount is not proposed, and is not cleared', async () => {
    const { importFile, review, lines, change, note, held, confirm } = await open(engine)
    await note()
    const { id } = await importFile([
      credit('CHQ DEP 004513'),
      credit('CHQ DEP 004512', { credit: 700_000 }),
    ])
    expect((await review(id)).proposals).toEqual({ sure: 0, likely: 0, none: 2 })
    expect((await change((await lines(id))[0], confirm())).status).toBe(200)
    expect(await held()).toHaveLength(1)
  })

  test('confirmed for another member asks why it is another payment', async () => {
    const { importFile, memberAt, lines, change, note, held, confirm, payments } =
      await open(engine)
    await note()
    const { id } = await importFile([credit('CHQ DEP 004512')])
    const [line] = await lines(id)
    const refused = await change(line, confirm(1))
    expect([refused.status, refused.headers.get('Error-Code'), await refused.text()]).toEqual([
      409,
      'reference-taken',
      expect.stringMatching(/^Cheque 004512 of .* is waiting to be cleared$/),
    ])
    const half = (index: number) => ({ person_id: memberAt(index).id, amount: '3000' })
    const split = await change(line, { state: 'confirmed', parts: [half(0), half(1)] })
    expect([split.status, await split.text()]).toEqual([
      409,
      expect.stringContaining('cannot be split'),
    ])
    const another = confirm(1, { another_payment: 'Two cheques with one number' })
    expect((await change(line, another)).status).toBe(200)
    expect(await held()).toHaveLength(1)
    expect((await payments(1))[0]).toMatchObject({ kind: 'payment', amount_paise: amount })
  })

  test('cleared by hand and confirmed at the same moment counts once', async () => {
    const { importFile, lines, change, note, confirm, payments, clear } = await open(engine, 4)
    const cheque = await note()
    const { id } = await importFile([credit('CHQ DEP 004512')])
    const [line] = await lines(id)
    await Promise.all([change(line, confirm()), clear(cheque.id)])
    const paid = (await payments()).filter(({ kind }) => kind === 'payment')
    expect(paid.length).toBe(1)
  })

  test('that was cleared by hand on another day is already recorded', async () => {
    const { importFile, lines, note, clear } = await open(engine)
    const cheque = await note()
    expect((await clear(cheque.id)).status).toBe(200)
    const { id } = await importFile([credit('CHQ DEP 004512')])
    expect(await lines(id)).toMatchObject([
      {
        proposal: {
          kind: 'recorded',
          confidence: 'sure',
          reason: expect.stringContaining('the same cheque number and the same amount'),
        },
      },
    ])
  })

  test('and the same number of two members is left to the treasurer', async () => {
    const { importFile, lines, note, change, confirm, held } = await open(engine)
    await note()
    await note(1, { bank: 'Axis Bank' })
    const { id } = await importFile([credit('CHQ DEP 004512')])
    const [line] = await lines(id)
    expect(line?.proposal).toMatchObject({ kind: 'none', person_id: null })
    expect((await change(line, confirm(1))).status).toBe(200)
    expect(await held()).toMatchObject([{ bank: 'HDFC Bank' }])
  })

  test.each([
    ['dues', {}],
    ['full', { membership_valid_from: '2024-04-01', membership_valid_to: '2025-03-31' }],
    ['instalment', { membership_valid_from: '2024-04-01', membership_valid_to: '2025-03-31' }],
  ])('undone holds a cheque of %s again, as it was', async (kind, days) => {
    const { admin, memberAt, importFile, lines, change, note, held, payments, confirm, clear } =
      await open(engine)
    const { id: member } = memberAt(0)
    await note(0, { kind, ...days })
    const before = await held()
    const { id } = await importFile([credit('CHQ DEP 004512')])
    for (const day of ['first', 'second']) {
      const [line] = await lines(id)
      expect([day, line?.proposal]).toMatchObject([day, { person_id: member }])
      expect((await change(line, confirm())).status).toBe(200)
      expect(await held()).toEqual([])
      expect((await change(line, { state: 'open' })).status).toBe(200)
      expect(await held()).toEqual(before)
    }
    expect(await admin.get(`/api/admin/members/${member}/history`)).toContainEqual(
      expect.objectContaining({
        words: expect.stringContaining(
          'undid clearing the cheque of ₹6,000 (004512 HDFC Bank), which is not cleared',
        ),
      }),
    )
    expect((await clear(before[0]?.id)).status).toBe(200)
    const paid = (await payments()).filter(({ kind }) => kind === 'payment')
    expect(paid).toHaveLength(3)
    expect(await note(1).catch((error: Error) => error.message)).toMatch(/already recorded/)
  })

  test('undone after the payment was reversed by hand holds no cheque again', async () => {
    const { admin, memberAt, importFile, lines, change, note, held, payments, confirm } =
      await open(engine)
    await note()
    const { id } = await importFile([credit('CHQ DEP 004512')])
    const [line] = await lines(id)
    await change(line, confirm())
    const [payment] = await payments()
    await admin.post(`/api/admin/members/${memberAt(0).id}/account/${payment?.id}/cancel`, {
      reason: 'bounced',
    })
    expect((await change(line, { state: 'open' })).status).toBe(200)
    expect(await held()).toEqual([])
  })

  test.each([
    ['2025-01-03', 'payment'],
    ['2025-01-04', 'payment'],
    ['2025-01-05', 'none'],
  ])('of 4 January is for a cheque received on %s a proposal of %s', async (received_on, kind) => {
    const { importFile, memberAt, lines, note, change, confirm, held } = await open(engine)
    const { company_name } = memberAt(0)
    await note(0, { received_on })
    const { id } = await importFile([credit(`CHQ DEP 004512 ${company_name}`)])
    const [line] = await lines(id)
    expect(line?.proposal).toMatchObject({
      kind,
      confidence: kind === 'none' ? 'none' : 'likely',
      reason: expect.stringMatching(
        kind === 'none' ? /, but this line is older\. Check the day of receipt\.$/ : /cleared\.$/,
      ),
    })
    expect((await change(line, confirm())).status).toBe(kind === 'none' ? 400 : 200)
    expect(await held()).toHaveLength(kind === 'none' ? 1 : 0)
  })
})

describe.each(engines)('a held cheque that the bank returned, on %s', (engine) => {
  test.each([
    // The credit with its reference, the debit, and whether the credit is in the file.
    ['CHQ DEP 123456', {}, 'CHQ RETURN - 123456', true],
    ['CHQ DEP', { reference: '0000000000123456' }, 'CHQ RETURN - 123456', true],
    ['BY CLG 123456 HDFC BANK LTD', {}, 'O/W CHQ RTN 0000123456 FUNDS INSUFFICIENT', true],
    ['CHQ DEP 123456', {}, 'CHQ RETURN - 123456', false],
  ])('%s %o, %s is marked as returned with the fee', async (narration, more, debit, hasCredit) => {
    const { admin, memberAt, note, held, importFile, lines, review, change } = await open(engine)
    const { id: member, company_name } = memberAt(0)
    const cheque = await note(0, { number: '123456' })
    const day = '2025-01-05'
    const { id } = await importFile([
      ...(hasCredit ? [credit(narration, more)] : []),
      { date: day, narration: debit, debit: amount },
      { date: day, narration: 'CHQ RTN CHRG 123456', debit: 59_000 },
    ])
    if (hasCredit)
      expect(await lines(id)).toMatchObject([
        {
          returned_on: day,
          proposal: {
            kind: 'none',
            confidence: 'none',
            person_id: null,
            reason: 'Returned by the bank on 5 January 2025: mark the cheque as returned.',
          },
        },
      ])
    const [back, ...others] = await lines(id, '&show=returns')
    expect(others).toEqual([])
    // The fee is no return.
    expect(await review(id)).toMatchObject({ returns: 1, statement: { returns: 1 } })
    const fee = (await lines(id, '&show=debits')).find((line) => line.amount_paise === -59_000)
    expect(back?.proposal).toEqual({
      kind: 'return',
      confidence: 'likely',
      person_id: member,
      entry_id: null,
      cheque_id: cheque.id,
      bank_fee_paise: 59_000,
      reason: `The bank returned cheque 123456 of ${company_name}, received 2 January 2025, which is not cleared: the debit has the same number and the same amount.`,
    })
    expect(fee?.proposal?.reason).toBe(
      'The fee of the bank for the return of 5 January 2025, with which it is proposed.',
    )
    const body = { state: 'returned', cheque_id: cheque.id, bank_fee: '590' }
    expect((await change(fee, body)).status).toBe(409)
    for (const wrong of [{ state: 'returned' }, { ...body, entry_id: cheque.id }]) {
      const refused = await change(back, wrong)
      expect([refused.status, await refused.text()]).toEqual([400, 'Please choose a line again'])
    }
    const answers = await Promise.all([change(back, body), change(back, body)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await held()).toEqual([])
    expect((await admin.get(`/api/admin/members/${member}/payments`))[0]).toMatchObject({
      kind: 'charge',
      amount_paise: -59_000,
      reference: 'Bank fee',
    })
    const [returned] = await lines(id, '&show=returns')
    expect(returned).toMatchObject({ state: 'returned' })
    // What is recorded needs no decision: neither the fee, nor the credit, whatever is paid on its day.
    expect(await review(id)).toMatchObject({ returns: 0, statement: { returns: 0 } })
    expect((await lines(id, '&show=debits')).find((line) => line.id === fee?.id)?.proposal).toEqual(
      {
        kind: 'recorded',
        confidence: 'sure',
        person_id: member,
        entry_id: expect.any(String),
        reason: `Already recorded: the fee of the bank for the return is charged to ${company_name}.`,
      },
    )
    if (!hasCredit) return
    const other = await admin.post(`/api/admin/members/${memberAt(1).id}/dues-payments`, {
      amount: '6000',
      mode: 'Bank',
      paid_at: '2025-01-04T06:00:00.000Z',
    })
    const [credited] = await lines(id)
    expect(credited?.proposal).toMatchObject({ kind: 'none', person_id: null })
    const marked = await change(credited, { state: 'recorded', entry_id: other.entry.id })
    expect([marked.status, await marked.text()]).toEqual([
      409,
      expect.stringMatching(/^This line is not the payment that you chose/),
    ])
  })

  /** A cheque that a debit has returned with a fee of 590, and the debit. */
  async function openReturned() {
    const bank = await open(engine)
    const { admin, memberAt, note, held, importFile, lines, change } = bank
    await note(0, { number: '123456' })
    const before = await held()
    const { id } = await importFile([
      { date: '2025-01-05', narration: 'CHQ RETURN - 123456', debit: amount },
    ])
    const debit = async () => (await lines(id, '&show=returns'))[0]
    const takeBack = async () => {
      const body = { state: 'returned', cheque_id: before[0]?.id, bank_fee: '590' }
      expect((await change(await debit(), body)).status).toBe(200)
      expect(await held()).toEqual([])
    }
    await takeBack()
    const path = `/api/admin/members/${memberAt(0).id}` as const
    /** The entries of the fee. */
    const entries = async (): Promise<string[]> =>
      (await admin.get(`${path}/payments`))
        .map(({ kind, amount_paise }) => `${kind} ${amount_paise}`)
        .filter((entry: string) => entry.endsWith(' 59000') || entry.endsWith(' -59000'))
    return { ...bank, path, before, debit, takeBack, entries, undo: { state: 'open' } }
  }

  test('undone holds it again without the fee, any number of times', async () => {
    const { portal, admin, path, before, debit, takeBack, entries, held, change, undo } =
      await openReturned()
    const mails = (await portal.mails()).length
    for (const times of [1, 2]) {
      const line = await debit()
      const answers = await Promise.all([change(line, undo), change(line, undo)])
      expect(answers.map(({ status }) => status)).toContain(200)
      expect(await held()).toEqual(before)
      expect(await debit()).toMatchObject({ state: 'open', proposal: { cheque_id: before[0]?.id } })
      expect(await entries()).toEqual(
        Array.from({ length: times }, () => ['cancellation 59000', 'charge -59000']).flat(),
      )
      await takeBack()
    }
    expect((await portal.mails()).length).toBe(mails)
    expect(await admin.get(`${path}/history`)).toContainEqual(
      expect.objectContaining({
        words: expect.stringContaining(
          'undid the return of the cheque of ₹6,000 (123456 HDFC Bank), which is not cleared',
        ),
      }),
    )
  })

  test('undone after its fee was cancelled by hand, and cleared then', async () => {
    const { admin, path, before, debit, entries, held, change, undo, clear } = await openReturned()
    const [fee] = await admin.get(`${path}/payments`)
    await admin.post(`${path}/account/${fee?.id}/cancel`, { reason: 'typed twice' })
    expect((await change(await debit(), undo)).status).toBe(200)
    expect(await entries()).toEqual(['cancellation 59000', 'charge -59000'])
    expect(await held()).toEqual(before)
    expect((await clear(before[0]?.id)).status).toBe(200)
  })

  test('is not held again while another payment has its number', async () => {
    const { debit, held, change, undo, note, entries } = await openReturned()
    await note(1, { number: '123456' })
    const refused = await change(await debit(), undo)
    expect([refused.status, await refused.text()]).toEqual([
      409,
      expect.stringMatching(/^This cheque of ₹6,000 is noted already for /),
    ])
    expect(await held()).toHaveLength(1)
    expect(await debit()).toMatchObject({ state: 'returned' })
    expect(await entries()).toEqual(['charge -59000'])
  })

  test('before cheques kept their rows cannot be held again', async () => {
    const { portal, debit, change, undo } = await openReturned()
    await portal.db.deleteFrom('held_cheque').execute()
    const refused = await change(await debit(), undo)
    expect([refused.status, await refused.text()]).toEqual([
      409,
      'This line returned a cheque, which Undo does not bring back. If it was not returned, note the cheque again and cancel its bank fee',
    ])
    expect(await debit()).toMatchObject({ state: 'returned' })
  })

  test('of two members with one number is left to the treasurer', async () => {
    const { note, importFile, lines } = await open(engine)
    for (const [index, bank] of ['HDFC Bank', 'Axis Bank'].entries())
      await note(index, { number: '123456', bank })
    const { id } = await importFile([
      { date: '2025-01-05', narration: 'CHQ RETURN - 123456', debit: amount },
    ])
    expect((await lines(id, '&show=returns'))[0]?.proposal).toMatchObject({
      kind: 'return',
      confidence: 'none',
      person_id: null,
    })
  })
})
