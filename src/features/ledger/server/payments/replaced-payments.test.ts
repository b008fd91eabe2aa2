/** What belongs to a payment also belongs to the one that takes its place: by a correction, an import or an undo. */
import { describe, expect, test } from 'vitest'
import { rebuildLedger } from '#features/ledger/server/accounts/rebuild.ts'
import { upiReference } from '#test/files/bank-statements.ts'
import { setRate } from '#test/support/dues-runs.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { credit, openCheques } from '#test/support/held-cheques.ts'
import { dues, openBank, upi } from '#test/support/money/bank-statements.ts'
import { invoice, openPapers } from '#test/support/money/taxed-papers.ts'
import { bookFaults } from '#test/support/oracles/books.ts'
import { paperFaults } from '#test/support/oracles/paper-faults.ts'
import { importForm } from '#test/support/portal/imports.ts'
import { countMissingReferences } from './references.ts'

const utr = 'AXISN52025010412345678'
const rrn = '500412345678'
const days = { membership_valid_from: '2024-04-01', membership_valid_to: '2025-03-31' }

type Admin = Awaited<ReturnType<typeof openBank>>['admin']

/** Imports one row that corrects the receipts it changes. */
async function correctByImport(admin: Admin, email: string | undefined, cells: object) {
  const sheet = `email,${Object.keys(cells)}\n${email},${Object.values(cells)}\n`
  const fields = { correct_receipts: 'true', set_validity: 'false' }
  const answer = await admin.request('POST', '/api/members/import', importForm(sheet, fields))
  expect(answer.status).toBe(200)
  return (await answer.json()).batch
}

/** A member whose dues a bank line with two numbers has paid. */
async function openLine(engine: Engine) {
  const bank = await openBank(engine, 2)
  const { admin, portal, memberAt, importFile, lines, change } = bank
  const { id: person } = memberAt(0)
  const path = `/api/admin/members/${person}` as const
  const narration = `NEFT CR ${utr} SOMEBODY`
  const credited = { date: '2025-01-04', narration, reference: rrn, credit: dues } as const
  const { id } = await importFile([credited])
  const line = async () => (await lines(id))[0]
  expect((await change(await line(), { state: 'confirmed', person_id: person })).status).toBe(200)
  return {
    ...bank,
    path,
    line,
    ledger: () => admin.get(`${path}/payments`),
    correct: async (more: object = {}) => {
      portal.advanceClock(1000)
      const [payment] = await admin.get(`${path}/payments`)
      const typed = { amount: '5900', mode: 'Bank', reference: utr, ...more }
      return (await admin.post(`${path}/account/${payment?.id}/correct`, typed)).entry
    },
    /** The numbers that may not be recorded for the other member. */
    taken: async () => {
      const refused: string[] = []
      for (const reference of [utr, rrn]) {
        const values = { amount: '100', mode: 'Bank', reference }
        const other = `/api/admin/members/${memberAt(1).id}/dues-payments` as const
        if ((await admin.request('POST', other, values)).status === 409) refused.push(reference)
      }
      return refused
    },
  }
}

describe.each(engines)('the payment of a bank line that is corrected, on %s,', (engine) => {
  test('keeps both numbers and the line, whose undo reverses it', async () => {
    const { admin, path, line, change, correct, taken, ledger } = await openLine(engine)
    const corrected = await correct({ paid_at: '2025-01-03T09:00:00.000Z' })
    expect(await taken()).toEqual([utr, rrn])
    expect(await line()).toMatchObject({
      state: 'confirmed',
      is_reversed: false,
      payments: [{ id: corrected.id, receipt_number: 'R2024-25/0002' }],
    })
    expect((await change(await line(), { state: 'open' })).status).toBe(200)
    expect((await ledger())[0]).toMatchObject({ kind: 'reversal' })
    expect((await admin.get(`${path}/account`)).owed_paise).toBe(dues)
    expect(await taken()).toEqual([])
  })

  test('frees a number that was typed wrong, and keeps the other', async () => {
    const { correct, taken } = await openLine(engine)
    await correct({ reference: 'AXISN52025010487654321' })
    expect(await taken()).toEqual([rrn])
  })

  test('keeps all of it when Member Data or an import changes it, and after the undo', async () => {
    const { admin, memberAt, path, line, taken } = await openLine(engine)
    await admin.put(`${path}/data`, { payment_mode: 'GPay' })
    expect(await line()).toMatchObject({ is_reversed: false })
    const cells = { payment_mode: 'Bank', 'Paid Date': '03/01/2025' }
    const batch = await correctByImport(admin, memberAt(0).email, cells)
    expect(await line()).toMatchObject({ is_reversed: false })
    await admin.post(`/api/admin/imports/${batch}/undo`, {})
    expect(await line()).toMatchObject({ is_reversed: false })
    expect(await taken()).toEqual([utr, rrn])
  })

  test('comes back with its line when an import that changed its number is undone', async () => {
    const { admin, memberAt, path, line, portal } = await openLine(engine)
    portal.advanceClock(1000)
    const cells = { payment_reference: 'UTR 712345678901' }
    const batch = await correctByImport(admin, memberAt(0).email, cells)
    expect(await line()).toMatchObject({ is_reversed: false })
    portal.advanceClock(1000)
    await admin.post(`/api/admin/imports/${batch}/undo`, {})
    expect(await line()).toMatchObject({ state: 'confirmed', is_reversed: false })
    const [payment] = await admin.get(`${path}/payments`)
    expect((await line())?.payments).toMatchObject([{ id: payment?.id, amount_paise: dues }])
  })

  test.each(['Member Data', 'Mark Paid', 'an import', 'a correction'])(
    'keeps the amount that the bank credited: %s is refused another one',
    async (way) => {
      const { admin, memberAt, path, line, ledger } = await openLine(engine)
      // With days of its own, so that Mark Paid replaces it.
      await admin.put(`${path}/data`, { payment_mode: 'GPay' })
      const [payment] = await ledger()
      const before = { entries: await ledger(), member: await admin.get(path), line: await line() }
      const sheet = `email,payment_amount\n${memberAt(0).email},5800\n`
      const mark = { ...days, payment_status: true, paymentMode: 'Bank', paymentRef: utr }
      const typed = { amount: '5800', mode: 'Bank', reference: utr }
      const ways: Record<string, () => Promise<Response>> = {
        'Member Data': () => admin.request('PUT', `${path}/data`, { payment_amount: '5800' }),
        'Mark Paid': () =>
          admin.request('PUT', `${path}/payment`, { ...mark, paymentAmount: '5800' }),
        'an import': () =>
          admin.request(
            'POST',
            '/api/members/import',
            importForm(sheet, { correct_receipts: 'true', set_validity: 'false' }),
          ),
        'a correction': () =>
          admin.request('POST', `${path}/account/${payment?.id}/correct`, typed),
      }
      const refused = await ways[way]?.()
      expect(refused?.status).toBe(409)
      expect(await refused?.text()).toBe(
        `The bank credited ₹5,900 for this payment of ${memberAt(0).name}. Please reverse it before you record another amount`,
      )
      const after = { entries: await ledger(), member: await admin.get(path), line: await line() }
      expect(after).toEqual(before)
    },
  )

  test('keeps the report that the member has sent of it', async () => {
    const { portal, path, line, change, correct, memberAt } = await openLine(engine)
    await change(await line(), { state: 'open' })
    const person_id = memberAt(0).id
    const notice = { id: 'n', person_id, reference: 'Nn', made_by: null, year: '2024-25' }
    const made = { amount_paise: dues, made_at: '2025-01-01T09:00:00.000Z' } as const
    await portal.db
      .insertInto('dues_notice')
      .values({ ...notice, ...made })
      .execute()
    await portal.db
      .insertInto('reported_payment')
      .values({
        id: 'r',
        notice_id: 'n',
        person_id,
        amount_paise: dues,
        reference: rrn,
        reference_key: rrn,
        paid_on: '2025-01-04',
        reported_at: '2025-01-04T09:00:00.000Z',
        reason: '',
        screenshot: null,
        outcome: null,
        decided_at: null,
        decided_by: null,
        ledger_entry_id: null,
      })
      .execute()
    const report = async () =>
      portal.db.selectFrom('reported_payment').selectAll().executeTakeFirst()
    expect(path).toContain(person_id)
    await change(await line(), { state: 'confirmed', person_id })
    const { id } = await correct()
    expect(await report()).toMatchObject({ outcome: 'confirmed', ledger_entry_id: id })
    await change(await line(), { state: 'open' })
    expect(await report()).toMatchObject({ outcome: null, ledger_entry_id: null })
  })

  test('keeps its numbers when the keys are made again, and one that nobody claims is found', async () => {
    const { portal, correct, taken } = await openLine(engine)
    await correct()
    expect(await countMissingReferences(portal.db)).toBe(0)
    await portal.db
      .updateTable('payment_reference')
      .set({ share: null })
      .where('key', '=', rrn)
      .execute()
    expect(await countMissingReferences(portal.db)).toBe(1)
    await rebuildLedger(portal.db)
    expect(await countMissingReferences(portal.db)).toBe(0)
    expect(await taken()).toEqual([utr, rrn])
  })
})

test.each(engines)(
  'a cheque that a corrected payment has cleared stays cleared by it, on %s',
  async (engine) => {
    const { portal, admin, memberAt, importFile, lines, change, note, confirm, held } =
      await openCheques(engine)
    await note()
    const { id } = await importFile([credit('CHQ DEP 004512')])
    expect((await change((await lines(id))[0], confirm())).status).toBe(200)
    const [payment] = await admin.get(`/api/admin/members/${memberAt(0).id}/payments`)
    portal.advanceClock(1000)
    await admin.post(`/api/admin/members/${memberAt(0).id}/account/${payment?.id}/correct`, {
      amount: '6000',
      mode: 'Cheque',
      reference: '004512 HDFC Bank',
      paid_at: '2025-01-03T09:00:00.000Z',
    })
    expect(await held()).toEqual([])
    const values = { payment_amount: '5000' }
    const data = `/api/admin/members/${memberAt(0).id}/data` as const
    expect((await admin.request('PUT', data, values)).status).toBe(409)
    expect((await change((await lines(id))[0], { state: 'open' })).status).toBe(200)
    expect(await held()).toMatchObject([{ number: '004512' }])
  },
)

describe.each(engines)('a part of a split transfer on %s', (engine) => {
  async function openSplit() {
    const bank = await openBank(engine, 2)
    const { admin, memberAt, importFile, lines, change } = bank
    const { id } = await importFile([upi('SHAH GROUP', 1, 2 * dues)])
    const parts = [0, 1].map((index) => ({ person_id: memberAt(index).id, amount: '5900' }))
    expect((await change((await lines(id))[0], { state: 'confirmed', parts })).status).toBe(200)
    return {
      ...bank,
      /** How many payments of the line are reversed. */
      reversed: async () =>
        (await lines(id))[0]?.payments.filter(({ is_reversed }) => is_reversed).length,
      ledger: () => admin.get(`/api/admin/members/${memberAt(1).id}/payments`),
    }
  }

  test('comes back when the bulk payment that replaced it is undone', async () => {
    const { portal, admin, memberAt, reversed, ledger } = await openSplit()
    // With days of its own, so that Mark Paid replaces it.
    await admin.put(`/api/admin/members/${memberAt(1).id}/data`, { payment_mode: 'Bank' })
    expect(await reversed()).toBe(0)
    portal.advanceClock(1000)
    const paid = { paymentAmount: '6000', paymentMode: 'Bank', paymentRef: 'UTR 912356789012' }
    const payment_date = '2025-01-05T09:00:00.000Z'
    const mark = { payment_status: true, payment_date, ...days, ...paid }
    const bulk = { selection: { ids: [memberAt(1).id] }, mark, replace: true }
    const { batch } = await admin.post('/api/admin/bulk/payments', bulk)
    expect(await reversed()).toBe(1)
    portal.advanceClock(1000)
    const undo = `/api/admin/bulk/payments/${batch}/undo` as const
    expect(await admin.post(undo, { key: 'k' })).toEqual({ changed: 1, failures: [] })
    expect((await ledger())[0]).toMatchObject({ kind: 'payment', reference: upiReference(1) })
    expect(await reversed()).toBe(0)
  })

  test('can be corrected after the keys were made again', async () => {
    const { portal, admin, memberAt } = await openSplit()
    await rebuildLedger(portal.db)
    for (const index of [1, 0]) {
      const member = `/api/admin/members/${memberAt(index).id}` as const
      const [payment] = await admin.get(`${member}/payments`)
      const typed = { amount: '5900', mode: 'Bank', reference: upiReference(1) }
      const path = `${member}/account/${payment?.id}/correct` as const
      expect((await admin.request('POST', path, typed)).status).toBe(200)
    }
  })
})

/** A member whose receipts are tax invoices. */
async function openInvoices(engine: Engine) {
  const papers = await openPapers(engine)
  const { admin, portal, path, id, tax } = papers
  await tax(invoice)
  await setRate(admin, '2024-25', { amount: '5,000', due_on: '2025-01-31' })
  const { email } = await admin.get(path)
  return {
    ...papers,
    account: () => admin.get(`${path}/account`),
    ledger: () => admin.get(`${path}/payments`),
    importOf: async (cells: object) => {
      portal.advanceClock(1000)
      const batch = await correctByImport(admin, email, cells)
      portal.advanceClock(1000)
      return batch
    },
    faults: async () => [
      ...(await bookFaults(portal.db, 2023, 2026)),
      ...(await paperFaults(portal.db, [id])),
    ],
  }
}

describe.each(engines)('an invoice that an import has corrected, on %s,', (engine) => {
  test('comes back with the next number when the import is undone', async () => {
    const { admin, post, path, numbers, register, paper, ledger, importOf, faults } =
      await openInvoices(engine)
    await post('dues-payments', { amount: '5900', mode: 'Bank', reference: 'UTR 812356789012' })
    const before = await admin.get(path)
    const batch = await importOf({ payment_reference: 'UTR 812356789013' })
    await admin.post(`/api/admin/imports/${batch}/undo`, {})
    expect(await numbers()).toEqual([
      'payment R2024-25/0001',
      'reversal R2024-25/C0001',
      'payment R2024-25/0002',
      'reversal R2024-25/C0002',
      'payment R2024-25/0003',
    ])
    const { updated_at: _at, receipt_number: _number, ...restored } = await admin.get(path)
    expect(before).toMatchObject(restored)
    const [payment] = await ledger()
    expect((await paper(payment?.id ?? '')).join('\n')).toContain('R2024-25/0003')
    const [, ...rows] = await register()
    expect(rows.at(-1)?.[17]).toBe('5900')
    expect(await faults()).toEqual([])
  })
})

describe.each(engines)('tax that was deducted from a payment, on %s,', (engine) => {
  const paid = { amount: '4,500', tds: '500', mode: 'Bank', reference: 'UTR 12345678' }

  test('stays when Member Data changes how it was paid', async () => {
    const { admin, path, post, account, ledger, faults } = await openInvoices(engine)
    await post('dues-payments', paid)
    await admin.put(`${path}/data`, { payment_mode: 'GPay' })
    expect((await account()).owed_paise).toBe(0)
    expect((await ledger()).slice(0, 2)).toMatchObject([
      { kind: 'payment', amount_paise: 450_000, mode: 'GPay' },
      { kind: 'tds', amount_paise: 50_000 },
    ])
    expect(await faults()).toEqual([])
  })

  test('stays when an import changes it, and after the undo', async () => {
    const { admin, post, account, importOf, paper, ledger, faults } = await openInvoices(engine)
    await post('dues-payments', paid)
    const before = await account()
    const batch = await importOf({ payment_reference: 'UTR 12345679' })
    expect(await account()).toMatchObject({ owed_paise: before.owed_paise, credit_paise: 0 })
    await admin.post(`/api/admin/imports/${batch}/undo`, {})
    expect(await account()).toMatchObject({ owed_paise: before.owed_paise, credit_paise: 0 })
    const [payment] = await ledger()
    expect(payment).toMatchObject({ kind: 'payment', reference: 'UTR 12345678' })
    expect((await paper(payment?.id ?? '')).join('\n')).toContain('Tax deducted at source')
    expect(await faults()).toEqual([])
  })

  // The void opens the dues, and the credit pays them before the new payment is recorded.
  test.each(['Member Data', 'Mark Paid', 'an import', 'a correction'])(
    'stays when %s replaces the payment of a member with credit',
    async (way) => {
      const { admin, path, post, account, ledger, importOf, faults } = await openInvoices(engine)
      const { id } = (await post('dues-payments', paid)).entry
      const advance = { amount: '5,000', mode: 'Bank', reference: 'UTR 87654321' }
      await post('dues-payments', advance)
      const { balance_paise: balance } = await account()
      const mark = { ...days, payment_status: true, paymentAmount: '4500', paymentMode: 'Bank' }
      const values = { ...mark, paymentRef: 'UTR 12345678' }
      // Mark Paid replaces payments that have days of their own.
      if (way === 'Mark Paid') await admin.put(`${path}/data`, { payment_mode: 'GPay' })
      const preview = await admin.post(`${path}/payment/preview`, values)
      const replace: Record<string, () => Promise<unknown>> = {
        'Member Data': () => admin.put(`${path}/data`, { payment_mode: 'GPay' }),
        'Mark Paid': () => admin.put(`${path}/payment`, values),
        'an import': () => importOf({ payment_mode: 'GPay' }),
        'a correction': () =>
          post(`account/${id}/correct`, { ...paid, amount: '4500', mode: 'GPay' }),
      }
      await replace[way]?.()
      expect((await ledger()).slice(0, 2)).toMatchObject([
        { kind: 'payment', amount_paise: 450_000, mode: way === 'Mark Paid' ? 'Bank' : 'GPay' },
        { kind: 'tds', amount_paise: 50_000 },
      ])
      const { balance_paise, owed_paise, credit_paise } = await account()
      expect({ balance_paise, owed_paise }).toEqual({ balance_paise: balance, owed_paise: 0 })
      if (way === 'Mark Paid') expect(preview).toMatchObject({ remaining_paise: 0, credit_paise })
      expect(await faults()).toEqual([])
    },
  )
})

test.each(engines)(
  'the tax of a changed payment stays with the charge that it has paid, on %s',
  async (engine) => {
    const { admin, path, post, account, faults } = await openInvoices(engine)
    const paid = { amount: '4,500', tds: '500', mode: 'Bank', reference: 'UTR 12345678' }
    const { id } = (await post('dues-payments', paid)).entry
    await post('charges', { label: 'Stall', amount: '500', due_on: '2025-01-05' })
    const open = async () =>
      (await account()).charges.flatMap(({ label, open_paise }) => (open_paise ? [label] : []))
    expect(await open()).toEqual(['Stall'])
    const typed = { amount: '4500', mode: 'GPay', reference: 'UTR 12345678' }
    await post(`account/${id}/correct`, typed)
    expect(await open()).toEqual(['Stall'])
    await admin.put(`${path}/data`, { payment_mode: 'Bank' })
    expect(await open()).toEqual(['Stall'])
    expect(await faults()).toEqual([])
  },
)

test.each(engines)(
  'a correction keeps what a payment without days is for, as the preview says, on %s',
  async (engine) => {
    const { admin, path, post, account } = await openInvoices(engine)
    await setRate(admin, '2024-25', { amount: '5,900', due_on: '2025-01-31' })
    await admin.put(`${path}/data`, { payment_amount: '5000', payment_mode: 'Bank' })
    const before = (await account()).dues
    const [{ id } = { id: '' }] = await admin.get(`${path}/payments`)
    const typed = { amount: '5000', mode: 'GPay', reference: '' }
    const preview = await post('dues-payments/preview', { ...typed, corrects: id })
    await post(`account/${id}/correct`, typed)
    const { dues: after, credit_paise, owed_paise } = await account()
    expect(after).toEqual(before)
    expect(preview).toMatchObject({ credit_paise, remaining_paise: owed_paise })
    expect(await admin.get(path)).toMatchObject({ payment_mode: 'GPay', payment_status: true })
  },
)

test.each(engines)(
  'money that an import has recorded gets no number of the series by a correction, on %s',
  async (engine) => {
    const { admin, path, post, importOf } = await openInvoices(engine)
    await importOf({ payment_amount: '5000', payment_mode: 'Bank' })
    const [{ id } = { id: '' }] = await admin.get(`${path}/payments`)
    await post(`account/${id}/correct`, { amount: '5000', mode: 'GPay', reference: '' })
    expect(await admin.get(path)).toMatchObject({ payment_mode: 'GPay', receipt_number: null })
  },
)

test.each(engines)(
  'cash of another amount is not the money of the payment that it replaces, on %s',
  async (engine) => {
    const { admin, path, post, ledger } = await openInvoices(engine)
    await post('dues-payments', { amount: '4,500', tds: '500', mode: 'GPay', reference: '' })
    await admin.put(`${path}/data`, { payment_mode: 'Cash' })
    const mark = { ...days, payment_status: true, paymentMode: 'Cash', paymentRef: '' }
    const newest = async () => (await ledger()).slice(0, 2).map(({ kind }) => kind)
    expect(await newest()).toEqual(['payment', 'tds'])
    await admin.put(`${path}/payment`, { ...mark, paymentAmount: '5000' })
    expect(await newest()).toEqual(['payment', 'cancellation'])
  },
)

test.each(engines)(
  'the receipt number of the office stays with a payment that is corrected or marked paid again, on %s',
  async (engine) => {
    const { admin, path, post, ledger, importOf } = await openInvoices(engine)
    const cells = { 'Receipt No.': 'B/17', payment_amount: '5000', payment_mode: 'Bank' }
    const named = { 'Valid from': '01/04/2024', 'Valid to': '31/03/2025' }
    await importOf({ ...cells, ...named, payment_reference: 'UTR 12345678' })
    const numberOf = async () => (await admin.get(path)).receipt_number
    expect(await numberOf()).toBe('B/17')
    const [{ id } = { id: '' }] = await ledger()
    const typed = { amount: '5100', mode: 'Bank', reference: 'UTR 12345678' }
    await post(`account/${id}/correct`, typed)
    expect(await numberOf()).toBe('B/17')
    await admin.put(`${path}/payment`, {
      ...days,
      payment_status: true,
      paymentAmount: '5200',
      paymentMode: 'Bank',
      paymentRef: 'UTR 12345678',
    })
    expect(await numberOf()).toBe('B/17')
  },
)

test.each(engines)(
  'cash of another day gets a number of its own beside that of the office, on %s',
  async (engine) => {
    const { admin, path, importOf } = await openInvoices(engine)
    const office = { 'Receipt No.': 'B/17', payment_amount: '5000', payment_mode: 'Cash' }
    const named = { 'Valid from': '01/07/2023', 'Valid to': '30/06/2024' }
    await importOf({ ...office, ...named, 'Paid Date': '01/07/2023' })
    const cash = { payment_status: true, paymentAmount: '5000', paymentMode: 'Cash' }
    await admin.put(`${path}/payment`, { ...days, ...cash, paymentRef: '' })
    expect(await admin.get(path)).toMatchObject({ receipt_number: 'R2024-25/0001' })
  },
)
