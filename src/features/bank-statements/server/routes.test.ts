import { describe, expect, test } from 'vitest'
import type { Member } from '#features/members/answers.ts'
import { addDays, type Day } from '#shared/dates.ts'
import {
  type BankLayout,
  type BankLine,
  bankLayouts,
  narrations,
  neftReference,
  upiReference,
} from '#test/files/bank-statements.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { dues, openBank, path, upi } from '#test/support/money/bank-statements.ts'
import { paidMark } from '#test/support/money/payments.ts'

async function open(engine: Engine, count?: number) {
  const bank = await openBank(engine, count)
  /** The answer to a CSV file of these rows. */
  const sendRows = async (rows: readonly string[]) =>
    (await bank.send(rows.join('\n'), 'a.csv')).json()
  return { ...bank, sendRows }
}

/** A payment of each member: by name, or by the membership number where the payer has another name. */
function linesOfMembers(layout: BankLayout, members: readonly Member[]): BankLine[] {
  const write = narrations[layout]
  return members.map(({ company_name, membership_number }, index) => {
    const isByName = index % 2 === 0
    const reference = isByName ? neftReference(index) : upiReference(index)
    const narration = isByName
      ? write.neft(company_name.toUpperCase(), reference, 'DUES')
      : write.upi('RAHUL SHARMA', reference, `${membership_number} DUES`)
    const date = addDays('2025-01-01', index % 4)
    return { date, narration, reference, credit: dues }
  })
}

/** 20 credits that are no payments of members. */
function linesOfOthers(layout: BankLayout): BankLine[] {
  const write = narrations[layout]
  return Array.from({ length: 20 }, (_, index) => {
    const reference = upiReference(900 + index)
    const texts = [
      'INT.PD:01-10-2024 TO 31-12-2024',
      'CASH DEPOSIT SELF',
      write.upi('JODHPUR FURNITURE HOUSE', reference, 'STALL'),
      write.neft('INDIAN PLYWOOD INDUSTRIES', neftReference(900 + index), 'SPONSOR'),
      write.upi('OWNER', reference, 'DUES'),
    ]
    const narration = `${texts[index % 5]} ${index}`
    return { date: '2025-01-05', narration, reference, credit: index % 3 ? dues : 100_000 }
  })
}

describe.each(engines)('a bank statement on %s', (engine) => {
  test('of 120 lines has 100 matches and leaves 20 alone; the same lines again propose nothing', async () => {
    const { portal, admin, memberAt, importFile, review, lines } = await open(engine, 100)
    const layout = bankLayouts[engine === 'SQLite' ? 0 : 3] ?? 'HDFC'
    const matching = linesOfMembers(
      layout,
      Array.from({ length: 100 }, (_, index) => memberAt(index)),
    )
    const debit: BankLine = { date: '2025-01-02', narration: 'RENT', debit: 2_500_000 }
    const all = [...matching, debit, ...linesOfOthers(layout)]
    const imported = await importFile(all, layout)
    expect(imported).toMatchObject({ credits: 120, added: 120, known: 0, debits: 1, warnings: [] })
    const { sure, proposals } = await review(imported.id)
    expect({ ...proposals, amount: sure.amount_paise }).toEqual({
      sure: 100,
      likely: 0,
      none: 20,
      amount: 100 * dues,
    })
    const result = await admin.post(`${path}/${imported.id}/confirm-sure`, { token: sure.token })
    expect(result).toEqual({ confirmed: 100, recorded: 0, failures: [] })
    const confirmed = await lines(imported.id, '&show=confirmed')
    expect(new Set(confirmed.map(({ receipt_number }) => receipt_number)).size).toBe(100)
    expect(confirmed.map(({ member }) => member?.id)).toEqual(
      matching.map((_, index) => memberAt(index).id),
    )
    expect(await lines(imported.id, '&show=none')).toHaveLength(20)
    const paid = await portal.db
      .selectFrom('ledger_entry')
      .select(['mode', 'paid_at'])
      .where('kind', '=', 'payment')
      .execute()
    expect(paid).toHaveLength(100)
    expect(paid.filter(({ mode }) => mode === 'GPay')).toHaveLength(50)
    expect(await importFile(all, layout)).toMatchObject({ id: imported.id, added: 0, known: 120 })
    const overlap = await importFile([...all, upi('NOBODY', 5000, 100)], layout)
    expect(overlap).toMatchObject({ added: 1, known: 120 })
    expect((await review(overlap.id)).proposals).toEqual({ sure: 0, likely: 0, none: 1 })
  })

  test('can be deleted without payments only; then its lines are new again', async () => {
    const { admin, memberAt, importFile, lines, change } = await open(engine)
    const file = [upi('SOMEBODY', 3, dues)]
    const { id } = await importFile(file)
    const [line] = await lines(id)
    await change(line, { state: 'confirmed', person_id: memberAt(0).id })
    expect((await admin.request('DELETE', `${path}/${id}`)).status).toBe(409)
    await change(line, { state: 'open' })
    expect((await admin.request('DELETE', `${path}/${id}`)).status).toBe(200)
    expect((await admin.request('GET', `${path}/${id}`)).status).toBe(404)
    expect(await importFile(file)).toMatchObject({ added: 1 })
  })

  test('has equal lines of one file as different lines', async () => {
    const { admin, importFile } = await open(engine)
    const twice: BankLine = { date: '2025-01-02', narration: 'CASH DEPOSIT', credit: 100 }
    expect(await importFile([twice, twice])).toMatchObject({ added: 2 })
    expect(await importFile([twice, twice, twice], 'Axis')).toMatchObject({ added: 1, known: 2 })
    expect(await admin.get(path)).toHaveLength(2)
  })
})

test('a file that is no bank statement is refused and not stored', async () => {
  const { admin, send } = await open('SQLite')
  const answer = await send('name,email\nAsha,asha@ply.example\n')
  expect([answer.status, await answer.text()]).toEqual([
    400,
    expect.stringMatching(/^This file is not a bank statement/),
  ])
  expect((await send('%PDF-1.7', 'statement.pdf')).status).toBe(415)
  expect(await admin.get(path)).toEqual([])
})

describe.each(engines)('a line that is confirmed, on %s,', (engine) => {
  test('records the payment; undoing reverses it', async () => {
    const { admin, memberAt, importFile, lines, change, review } = await open(engine)
    const member = memberAt(0)
    const { id } = await importFile([upi(member.company_name, 1, dues)])
    const [line] = await lines(id)
    expect(line).toMatchObject({
      state: 'open',
      member: { id: member.id },
      proposal: { confidence: 'sure', person_id: member.id },
    })
    const confirmed = await change(line, { state: 'confirmed', person_id: member.id })
    expect(await confirmed.json()).toMatchObject({
      state: 'confirmed',
      receipt_number: 'R2024-25/0001',
    })
    const payments = `/api/admin/members/${member.id}/payments` as const
    expect(await admin.get(payments)).toMatchObject([
      {
        kind: 'payment',
        amount_paise: dues,
        mode: 'GPay',
        reference: upiReference(1),
        paid_at: '2025-01-03T18:30:00.000Z',
        on_account: true,
      },
      { kind: 'charge' },
    ])
    expect(await admin.get(`/api/admin/members/${member.id}`)).toMatchObject({
      payment_status: true,
      membership_valid_to: '2025-03-31',
    })
    expect((await change(line, { state: 'ignored' })).status).toBe(409)
    const undone = await change(line, { state: 'open' })
    expect(undone.status).toBe(200)
    expect((await admin.get(payments))[0]).toMatchObject({ kind: 'reversal', amount_paise: -dues })
    expect(await lines(id)).toMatchObject([{ state: 'open', proposal: { confidence: 'sure' } }])
    expect((await review(id)).statement.counts).toEqual({
      open: 1,
      confirmed: 0,
      recorded: 0,
      ignored: 0,
    })
  })

  test('may be for any member; another line is ignored and opened again', async () => {
    const { memberAt, importFile, lines, change } = await open(engine)
    const { id } = await importFile([upi('SOMEBODY ELSE', 1, 100_000), upi('CANTEEN', 2, 5000)])
    const [line, other] = await lines(id)
    expect(line?.proposal).toMatchObject({ kind: 'none', reason: 'No member matches this line.' })
    const confirmed = await change(line, { state: 'confirmed', person_id: memberAt(2).id })
    expect(confirmed.status).toBe(200)
    expect((await change(other, { state: 'ignored' })).status).toBe(200)
    expect(await lines(id)).toMatchObject([
      { state: 'confirmed', member: { id: memberAt(2).id } },
      { state: 'ignored', proposal: null },
    ])
    expect((await change(other, { state: 'open' })).status).toBe(200)
    expect(await lines(id, '&show=none')).toMatchObject([{ state: 'open' }])
  })

  test('is matched with the payment that is recorded already, which is not recorded again', async () => {
    const { admin, memberAt, importFile, lines, review, change } = await open(engine)
    const member = memberAt(1)
    await admin.put(`/api/admin/members/${member.id}/payment`, {
      ...paidMark,
      paymentAmount: '5900',
      paymentRef: `UPI ${upiReference(7)}`,
    })
    const { id } = await importFile([upi(member.company_name, 7, dues)])
    const { sure } = await review(id)
    expect(sure.count).toBe(1)
    const [line] = await lines(id)
    expect(line?.proposal).toMatchObject({ kind: 'recorded', confidence: 'sure' })
    const twice = await change(line, { state: 'confirmed', person_id: member.id })
    expect([twice.status, await twice.text()]).toEqual([
      409,
      'A payment of ₹5,900 with this reference is already recorded for this member (receipt R2024-25/0001)',
    ])
    const result = await admin.post(`${path}/${id}/confirm-sure`, { token: sure.token })
    expect(result).toEqual({ confirmed: 0, recorded: 1, failures: [] })
    expect(await lines(id)).toMatchObject([
      { state: 'recorded', member: { id: member.id }, receipt_number: 'R2024-25/0001' },
    ])
    const ledger = await admin.get(`/api/admin/members/${member.id}/payments`)
    expect(ledger.filter(({ kind }) => kind === 'payment')).toHaveLength(1)
  })

  test('by three administrators at once is confirmed for one member', async () => {
    const { admin, memberAt, importFile, lines, change } = await open(engine)
    const { id } = await importFile([upi('SOMEBODY', 3, dues)])
    const [line] = await lines(id)
    const answers = await Promise.all(
      [0, 1, 2].map((index) => change(line, { state: 'confirmed', person_id: memberAt(index).id })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const ledgers = await Promise.all(
      [0, 1, 2].map((index) => admin.get(`/api/admin/members/${memberAt(index).id}/payments`)),
    )
    expect(ledgers.flat().filter(({ kind }) => kind === 'payment')).toHaveLength(1)
  })
})

test('a number that a spreadsheet has shortened is not the reference of the payment', async () => {
  const { admin, memberAt, importFile, lines, change } = await open('SQLite')
  const member = memberAt(0)
  const narration = `TRANSFER FROM ${member.company_name}`
  const line: BankLine = { date: '2025-01-04', narration, reference: '6.19E+11', credit: dues }
  const { id } = await importFile([line], 'ICICI')
  await change((await lines(id))[0], { state: 'confirmed', person_id: member.id })
  const [payment] = await admin.get(`/api/admin/members/${member.id}/payments`)
  expect(payment).toMatchObject({ kind: 'payment', mode: 'Bank', reference: narration })
})

describe.each(engines)('all sure lines at once, on %s,', (engine) => {
  test('are confirmed only as they were shown', async () => {
    const { admin, memberAt, importFile, review, lines, change } = await open(engine)
    const { id } = await importFile(
      [0, 1].map((index) => upi(memberAt(index).company_name, index, dues)),
    )
    const { sure } = await review(id)
    const [line] = await lines(id)
    await change(line, { state: 'ignored' })
    const refused = await admin.request('POST', `${path}/${id}/confirm-sure`, { token: sure.token })
    expect([refused.status, await refused.text()]).toEqual([
      409,
      'The matches have changed since you loaded them. Review them again',
    ])
  })

  test('have receipts that are mailed where the administrator wants it, as those of single lines', async () => {
    const { portal, memberAt, importFile, lines, review, change, admin } = await open(engine)
    const from = (index: number) => upi(memberAt(index).company_name, index, dues)
    const { id } = await importFile([from(0), from(1), from(2)])
    const [first, second] = await lines(id)
    const confirm = { state: 'confirmed', person_id: memberAt(0).id }
    expect((await change(first, confirm)).status).toBe(200)
    expect(await portal.mails()).toEqual([])
    const mailed = { state: 'confirmed', person_id: memberAt(1).id, email_receipt: true }
    expect((await change(second, mailed)).status).toBe(200)
    const { sure } = await review(id)
    await admin.post(`${path}/${id}/confirm-sure`, { token: sure.token, email_receipt: true })
    const mails = await portal.mails()
    // Their receipts are drawn at the same time: either may be first.
    expect(mails.flatMap(({ envelope }) => envelope.to).sort()).toEqual([
      memberAt(1).email,
      memberAt(2).email,
    ])
    for (const { attachments } of mails)
      expect(attachments.map(({ filename }) => filename)).toContainEqual(
        expect.stringMatching(/^receipt-.*\.pdf$/),
      )
  })
})

describe.each(engines)('bank lines as personal data, on %s,', (engine) => {
  test('are in the download of own data; a permanent delete empties their texts', async () => {
    const { portal, admin, memberAt, importFile, lines, change } = await open(engine, 2)
    const { id, company_name, email } = memberAt(0)
    const statement = await importFile([upi(company_name, 1, dues), upi(company_name, 2, 100_000)])
    const [line] = await lines(statement.id)
    expect((await change(line, { state: 'confirmed', person_id: id })).status).toBe(200)
    const download = async (address: string) =>
      (await (await portal.signIn(address)).get('/api/profile/data')).bank_lines
    expect(await download(email)).toEqual([
      {
        day: '2025-01-04',
        amount_paise: dues,
        narration: line?.narration,
        reference: expect.stringContaining(upiReference(1)),
        decided_at: expect.any(String),
      },
    ])
    expect(await download(memberAt(1).email)).toEqual([])
    await admin.put(`/api/admin/members/${id}/status`, { is_active: false })
    await admin.delete(`/api/admin/members/${id}`)
    const rows = await portal.db
      .selectFrom('bank_line')
      .select(['narration', 'reference', 'amount_paise'])
      .orderBy('row_number')
      .execute()
    expect(rows[0]).toEqual({ narration: '', reference: '', amount_paise: dues })
    expect(rows[1]?.reference).toContain(upiReference(2))
  })
})

describe.each(engines)('the text of a bank line on %s', (engine) => {
  test("that was split is in nobody's download of own data, since it names others", async () => {
    const { portal, memberAt, importFile, lines, change } = await open(engine, 2)
    const { id } = await importFile([upi('SHAH GROUP', 1, 2 * dues)])
    const parts = [0, 1].map((index) => ({ person_id: memberAt(index).id, amount: '5900' }))
    expect((await change((await lines(id))[0], { state: 'confirmed', parts })).status).toBe(200)
    const own = await (await portal.signIn(memberAt(0).email)).get('/api/profile/data')
    expect(own.bank_lines).toMatchObject([{ amount_paise: dues, narration: '' }])
  })

  test('that returned a cheque is emptied when its member is deleted permanently', async () => {
    const { portal, admin, memberAt, importFile, lines, change } = await open(engine, 1)
    const member = `/api/admin/members/${memberAt(0).id}` as const
    const received = { bank: 'HDFC Bank', received_on: '2025-01-03', kind: 'dues' }
    const cheque = await admin.post(`${member}/cheques`, {
      ...received,
      number: '004512',
      amount: '5900',
    })
    const debit: BankLine = { date: '2025-01-04', narration: 'CHQ RETURN 004512', debit: dues }
    const { id } = await importFile([debit])
    const [line] = await lines(id, '&show=debits')
    expect((await change(line, { state: 'returned', cheque_id: cheque.id })).status).toBe(200)
    await admin.put(`${member}/status`, { is_active: false })
    await admin.delete(member)
    const rows = await portal.db.selectFrom('bank_line').select('narration').execute()
    expect(rows).toEqual([{ narration: '' }])
  })
})

test('of a statement that ends after today no line is sure, and none of a later day is recorded', async () => {
  const { memberAt, importFile, review, lines, change } = await open('SQLite', 2)
  const line = (index: number, date: Day): BankLine => ({
    date,
    narration: `NEFT ${memberAt(index).company_name.toUpperCase()}`,
    credit: dues,
  })
  // The clock shows 5 January 2025.
  const imported = await importFile([line(0, '2025-01-04'), line(1, '2025-01-06')], 'HDFC')
  expect(imported.warnings).toContain(
    'This statement ends on 6 January 2025, after today: none of its lines is sure.',
  )
  expect((await review(imported.id)).proposals).toEqual({ sure: 0, likely: 2, none: 0 })
  const [past, future] = await lines(imported.id)
  const confirm = (credit: typeof past, index: number) =>
    change(credit, { state: 'confirmed', person_id: memberAt(index).id })
  const refused = await confirm(future, 1)
  expect([refused.status, await refused.text()]).toEqual([
    400,
    'The day of the payment is in the future',
  ])
  expect(await (await confirm(past, 0)).json()).toMatchObject({ state: 'confirmed' })
})

test('a statement whose period ends after today has no sure line', async () => {
  const { sendRows, memberAt, review } = await open('SQLite', 1)
  const { id, warnings } = await sendRows([
    'Statement from 01/01/2025 to 06/01/2025',
    'Date,Description,Debit,Credit',
    `04/01/25,NEFT ${memberAt(0).company_name},,5900.00`,
  ])
  expect(warnings).toEqual([
    'This statement ends on 6 January 2025, after today: none of its lines is sure.',
  ])
  expect((await review(id)).proposals).toEqual({ sure: 0, likely: 1, none: 0 })
})

describe.each(engines)('one credit in two files of an account, on %s', (engine) => {
  const netBanking = [
    'Account No: XXXXXXXX1111',
    'Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.,Closing Balance',
    '02/01/25,UPI-PAYER-619012345999-UPI,0000619012345999,,5900.00,65000.00',
    '03/01/25,CHARGES,,5900.00,,59100.00',
    '03/01/25,REVERSED CHARGES,,,5900.00,65000.00',
  ]
  test('is known by its balance, whatever words the bank uses', async () => {
    const { sendRows } = await open(engine, 1)
    expect(await sendRows(netBanking)).toMatchObject({ credits: 2, added: 2 })
    const statement = (account: string) => [
      `Account No: XXXXXXXX${account}`,
      'Txn Date,Description,Debit,Credit,Balance',
      '02/01/2025,UPI/CR/PAYER/OKSBI,,"5,900.00","65,000.00"',
      '03/01/2025,CHG REV,,"5,900.00","65,000.00"',
      '03/01/2025,CHG REV 2,,"5,900.00","65,000.00"',
    ]
    // The last one is a credit of its own: the first file has one such line of that day only.
    expect(await sendRows(statement('1111'))).toMatchObject({ credits: 3, added: 1, known: 2 })
    expect(await sendRows(statement('2222'))).toMatchObject({ credits: 3, added: 3, known: 0 })
  })

  test('is not sure without a balance, while the member has a payment of the day and amount', async () => {
    const { sendRows, memberAt, review, lines, change } = await open(engine, 1)
    const payer = memberAt(0).company_name.toUpperCase()
    const file = (narration: string) => [
      'Date,Description,Ref No,Debit,Credit',
      `02/01/2025,${narration},,,${dues / 200}.00`,
    ]
    const first = await sendRows(file(`NEFT ${payer} N11`))
    const [line] = await lines(first.id)
    const confirmed = await change(line, { state: 'confirmed', person_id: memberAt(0).id })
    expect(confirmed.status).toBe(200)
    const second = await sendRows(file(`BY TRANSFER ${payer}`))
    expect((await review(second.id)).proposals).toEqual({ sure: 0, likely: 1, none: 0 })
    const [again] = await lines(second.id)
    expect(again?.proposal?.reason).toMatch(
      /Receipt R2024-25\/0001 has the same day and the same amount: it may be this credit\.$/,
    )
  })
})
