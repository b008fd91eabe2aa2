/** Held cheques that the bank returned: a debit ends them, and its undoing holds them again. */
// cspell:ignore CHRG
import { describe, expect, test } from 'vitest'
import type { BankLine } from '#test/files/bank-statements.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { amount, credit, openCheques as open } from '#test/support/held-cheques.ts'

/** A cheque that a debit has returned with a fee of 590, and the debit. */
async function openReturned(engine: Engine) {
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

type ReturnedCheque = [narration: string, more: Partial<BankLine>, debit: string]
const returnedCheques: ReturnedCheque[] = [
  ['CHQ DEP 123456', {}, 'CHQ RETURN - 123456'],
  ['CHQ DEP', { reference: '0000000000123456' }, 'CHQ RETURN - 123456'],
  ['BY CLG 123456 HDFC BANK LTD', {}, 'O/W CHQ RTN 0000123456 FUNDS INSUFFICIENT'],
]

/** A held cheque, and a file with its debit, the fee of the bank and, where there is one, its credit. */
async function openReturn(engine: Engine, debit: string, credits: readonly BankLine[]) {
  const bank = await open(engine)
  const { memberAt, note, importFile, lines } = bank
  const cheque = await note(0, { number: '123456' })
  const date = '2025-01-05'
  const { id } = await importFile([
    ...credits,
    { date, narration: debit, debit: amount },
    { date, narration: 'CHQ RTN CHRG 123456', debit: 59_000 },
  ])
  const feeLine = async () =>
    (await lines(id, '&show=debits')).find(({ amount_paise }) => amount_paise === -59_000)
  const returns = () => lines(id, '&show=returns')
  const body = { state: 'returned', cheque_id: cheque.id, bank_fee: '590' }
  const { company_name } = memberAt(0)
  return { ...bank, company_name, id, cheque, feeLine, returns, body }
}

describe('a held cheque that the bank returned', () => {
  test.each([...returnedCheques, ['', {}, 'CHQ RETURN - 123456'] as const])(
    '%s %o, %s is proposed with its fee, and its credit is no payment',
    async (narration, more, debit) => {
      const credits = narration === '' ? [] : [credit(narration, more)]
      const { id, company_name, cheque, lines, review, feeLine, returns, memberAt } =
        await openReturn('SQLite', debit, credits)
      expect(await lines(id)).toMatchObject(
        credits.map(() => ({
          returned_on: '2025-01-05',
          proposal: {
            kind: 'none',
            confidence: 'none',
            person_id: null,
            reason: 'Returned by the bank on 5 January 2025: mark the cheque as returned.',
          },
        })),
      )
      // The fee is no return.
      expect(await review(id)).toMatchObject({ returns: 1, statement: { returns: 1 } })
      const [back, ...others] = await returns()
      expect(others).toEqual([])
      expect(back?.proposal).toEqual({
        kind: 'return',
        confidence: 'likely',
        person_id: memberAt(0).id,
        entry_id: null,
        cheque_id: cheque.id,
        bank_fee_paise: 59_000,
        reason: `The bank returned cheque 123456 of ${company_name}, received 2 January 2025, which is not cleared: the debit has the same number and the same amount.`,
      })
      expect((await feeLine())?.proposal?.reason).toBe(
        'The fee of the bank for the return of 5 January 2025, with which it is proposed.',
      )
    },
  )

  test('is marked as returned by its own line and with its own cheque only', async () => {
    const { change, cheque, feeLine, returns, held, body } = await openReturn(
      'SQLite',
      'CHQ RETURN - 123456',
      [],
    )
    expect((await change(await feeLine(), body)).status).toBe(409)
    const [back] = await returns()
    for (const wrong of [{ state: 'returned' }, { ...body, entry_id: cheque.id }]) {
      const refused = await change(back, wrong)
      expect([refused.status, await refused.text()]).toEqual([400, 'Please choose a line again'])
    }
    expect(await held()).toHaveLength(1)
  })

  test.each(returnedCheques)(
    '%s %o, %s leaves its credit no payment when it is marked as returned',
    async (narration, more, debit) => {
      const { admin, id, memberAt, lines, change, returns, body } = await openReturn(
        'SQLite',
        debit,
        [credit(narration, more)],
      )
      expect((await change((await returns())[0], body)).status).toBe(200)
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
    },
  )
})

describe.each(engines)('a held cheque that the bank returned, on %s', (engine) => {
  test('is marked as returned once, with the fee, which needs no decision then', async () => {
    const { id, company_name, memberAt, review, change, payments, feeLine, returns, held, body } =
      await openReturn(engine, 'CHQ RETURN - 123456', [credit('CHQ DEP 123456')])
    const [back] = await returns()
    const answers = await Promise.all([change(back, body), change(back, body)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await held()).toEqual([])
    expect((await payments())[0]).toMatchObject({
      kind: 'charge',
      amount_paise: -59_000,
      reference: 'Bank fee',
    })
    expect(await returns()).toMatchObject([{ state: 'returned' }])
    expect(await review(id)).toMatchObject({ returns: 0, statement: { returns: 0 } })
    expect((await feeLine())?.proposal).toEqual({
      kind: 'recorded',
      confidence: 'sure',
      person_id: memberAt(0).id,
      entry_id: expect.any(String),
      reason: `Already recorded: the fee of the bank for the return is charged to ${company_name}.`,
    })
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

describe.each(engines)('the return of a held cheque that is undone, on %s,', (engine) => {
  test('holds it again without the fee, as often as the treasurer likes', async () => {
    const { portal, admin, path, before, debit, takeBack, entries, held, change, undo } =
      await openReturned(engine)
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

  test('holds it again also when its fee was cancelled by hand, and it can be cleared then', async () => {
    const { admin, path, before, debit, entries, held, change, undo, clear } =
      await openReturned(engine)
    const [fee] = await admin.get(`${path}/payments`)
    await admin.post(`${path}/account/${fee?.id}/cancel`, { reason: 'typed twice' })
    expect((await change(await debit(), undo)).status).toBe(200)
    expect(await entries()).toEqual(['cancellation 59000', 'charge -59000'])
    expect(await held()).toEqual(before)
    expect((await clear(before[0]?.id)).status).toBe(200)
  })

  test('is refused while another payment has its number', async () => {
    const { debit, held, change, undo, note, entries } = await openReturned(engine)
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

  test('is refused when it is older than the rows of cheques', async () => {
    const { portal, debit, change, undo } = await openReturned(engine)
    await portal.db.deleteFrom('held_cheque').execute()
    const refused = await change(await debit(), undo)
    expect([refused.status, await refused.text()]).toEqual([
      409,
      'This line returned a cheque, which Undo does not bring back. If it was not returned, note the cheque again and cancel its bank fee',
    ])
    expect(await debit()).toMatchObject({ state: 'returned' })
  })
})
