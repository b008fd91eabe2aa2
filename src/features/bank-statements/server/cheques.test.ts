/** Credits of the bank that are cheques which were noted before: each counts once. */
import { describe, expect, test } from 'vitest'
import { insertRows } from '#platform/server/database/bulk.ts'
import { engines } from '#test/support/engines.ts'
import { amount, credit, noted, openCheques as open } from '#test/support/held-cheques.ts'
import { importForm } from '#test/support/portal/imports.ts'

describe.each(engines)('a line that is a cheque which is not cleared, on %s,', (engine) => {
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

describe.each(engines)('a cheque that a line clears, on %s,', (engine) => {
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

  test('and that is cleared by hand at the same moment, counts once', async () => {
    const { importFile, lines, change, note, confirm, payments, clear } = await open(engine, 4)
    const numbers = ['004512', '004513', '004514', '004515']
    const { id } = await importFile(numbers.map((number) => credit(`CHQ DEP ${number}`)))
    const credits = await lines(id)
    for (const number of numbers) {
      const cheque = await note(0, { number })
      const line = credits.find(({ narration }) => narration.endsWith(number))
      const [{ status }] = await Promise.all([change(line, confirm()), clear(cheque.id)])
      expect([200, 409]).toContain(status)
    }
    const paid = (await payments()).filter(({ kind }) => kind === 'payment')
    expect(paid).toHaveLength(numbers.length)
  })
})

describe.each(engines)(
  'a cheque that a line clears and an import has recorded, on %s,',
  (engine) => {
    test('counts once, and is held again when the line is undone', async () => {
      const { admin, memberAt, importFile, lines, change, note, held, payments, confirm } =
        await open(engine)
      await note()
      const columns = 'email,payment_amount,payment_mode,payment_reference,Paid Date'
      const row = `${memberAt(0).email},6000,Cheque,4512 HDFC,03/01/2025`
      await admin.request('POST', '/api/members/import', importForm(`${columns}\n${row}\n`))
      const [imported] = await payments()
      const { id } = await importFile([credit('CHQ DEP 004512')])
      const [line] = await lines(id)
      expect((await change(line, confirm())).status).toBe(200)
      expect(await held()).toEqual([])
      const paid = (await payments()).filter(({ kind }) => kind === 'payment')
      expect(paid.map(({ id }) => id)).toEqual([imported?.id])
      expect((await change(line, { state: 'open' })).status).toBe(200)
      expect((await payments())[0]).toMatchObject({ kind: 'reversal', reverses_id: imported?.id })
      expect(await held()).toHaveLength(1)
    })
  },
)

describe.each(engines)('a cheque beside 500 older ones, on %s,', (engine) => {
  const debit = { date: '2025-01-06', narration: 'CHQ RETURN 004512', debit: amount } as const

  async function openSeason() {
    const bank = await open(engine)
    const { admin, memberAt, portal, note } = bank
    const { id: recorded_by } = await admin.get('/api/user')
    const older = Array.from({ length: 500 }, (_, index) => ({
      id: `older-${index}`,
      person_id: memberAt(1).id,
      number: String(100_000 + index),
      bank: 'HDFC Bank',
      amount_paise: amount,
      received_on: '2025-01-01' as const,
      valid_from: null,
      valid_to: null,
      kind: 'dues' as const,
      recorded_at: '2025-01-01T06:30:00.000Z' as const,
      recorded_by,
      cleared_entry_id: null,
      returned_line_id: null,
      fee_entry_id: null,
    }))
    await insertRows(portal.db, 'held_cheque', older)
    return { ...bank, cheque: await note() }
  }

  test('is cleared by its line', async () => {
    const { importFile, lines, change, confirm, payments, clear, cheque } = await openSeason()
    const { id } = await importFile([credit('CHQ DEP 004512')])
    const [line] = await lines(id)
    expect(line?.proposal).toMatchObject({ reason: expect.stringContaining('Cheque 004512') })
    expect((await change(line, confirm())).status).toBe(200)
    expect((await payments()).filter(({ kind }) => kind === 'payment')).toHaveLength(1)
    expect((await clear(cheque.id)).status).toBe(404)
  })

  test('is returned by its line', async () => {
    const { importFile, lines, change, cheque, clear } = await openSeason()
    const { id } = await importFile([debit])
    const [line] = await lines(id, '&show=debits')
    expect(line?.proposal).toMatchObject({ kind: 'return', cheque_id: cheque.id })
    expect((await change(line, { state: 'returned', cheque_id: cheque.id })).status).toBe(200)
    expect((await clear(cheque.id)).status).toBe(404)
  })
})

describe.each(engines)('a line that has cleared a cheque, when it is undone, on %s,', (engine) => {
  test.each([
    ['dues', {}],
    ['full', { membership_valid_from: '2024-04-01', membership_valid_to: '2025-03-31' }],
    ['instalment', { membership_valid_from: '2024-04-01', membership_valid_to: '2025-03-31' }],
  ])('holds a cheque of %s again, as it was', async (kind, days) => {
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

  test('holds no cheque again after the payment was reversed by hand', async () => {
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
})
