import { describe, expect, test } from 'vitest'
import type {
  ImportedStatement,
  BankLine as Line,
  StatementReview,
} from '#features/bank-statements/answers.ts'
import type { Member } from '#features/members/answers.ts'
import { findPeople } from '#features/members/server/register/bulk-queries.ts'
import { raiseCharges } from '#features/payments/server/charges.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import {
  type BankLayout,
  type BankLine,
  bankLayouts,
  bankStatement,
  narrations,
  neftReference,
  upiReference,
} from '#test/files/bank-statements.ts'
import { chargeOf } from '#test/support/accounts.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { openImporter } from '#test/support/imports.ts'
import { paidMark } from '#test/support/payments.ts'
import type { TestClient } from '#test/support/test-client.ts'

const path = '/api/admin/bank-statements'
const dues = 590_000

/** 100 names of firms, each with a word of its own. */
const syllables = ['Mar', 'Kav', 'Vid', 'Jod', 'Nar', 'Sar', 'Bhu', 'Chi', 'Dev', 'Gan']
const endings = [
  'udhar',
  'erini',
  'arbhan',
  'hpuri',
  'mada',
  'aswati',
  'jwala',
  'ntamani',
  'akshi',
  'gotri',
]
const kinds = [
  'Furniture Works',
  'Interiors Pvt Ltd',
  'Plywood & Co.',
  'Laminates LLP',
  'Industries',
]
const companyOf = (index: number): string =>
  `${syllables[index % 10]}${endings[Math.floor(index / 10) % 10]} ${kinds[index % 5]}`

/** A portal with `count` members who owe the dues of the year, on 5 January 2025. */
async function open(engine: Engine, count = 3, options?: { connections: number }) {
  const { portal, admin, members, write } = await openImporter(engine, options)
  const rows = Array.from(
    { length: count },
    (_, index) =>
      `Owner ${index},owner${index}@ply.example,"${companyOf(index)}",98765${String(43_210 + index)}`,
  )
  await write(`name,email,company_name,whatsapp_number\n${rows.join('\n')}\n`)
  const { id: adminId } = await admin.get('/api/user')
  const list: Member[] = (await members()).filter(({ name }: Member) => name.startsWith('Owner'))
  const byName = new Map(list.map((member) => [member.name, member]))
  const memberAt = (index: number): Member => {
    const member = byName.get(`Owner ${index}`)
    if (!member) throw new Error(`There is no member ${index}`)
    return member
  }
  await portal.db.transaction().execute(async (db) => {
    const people = await findPeople(
      db,
      list.map(({ id }) => id),
    )
    const charged = people.map((member) => ({ member, charges: [chargeOf(2024, dues)] }))
    await raiseCharges(db, { id: adminId } as Caller, 'run', charged, portal.world.now())
  })
  return { portal, admin, memberAt, ...statements(admin) }
}

/** The calls of an administrator's bank statements. */
function statements(admin: TestClient) {
  const send = (content: string | Uint8Array<ArrayBuffer>, name = 'statement.csv') => {
    const form = new FormData()
    form.set('file', new File([content], name))
    return admin.request('POST', path, form)
  }
  return {
    send,
    importFile: async (
      lines: readonly BankLine[],
      layout: BankLayout = 'HDFC',
    ): Promise<ImportedStatement> => {
      const { name, bytes } = bankStatement(layout, lines)
      const answer = await send(bytes, name)
      expect([answer.status, answer.status === 200 || (await answer.text())]).toEqual([200, true])
      return answer.json()
    },
    review: (id: string | null): Promise<StatementReview> => admin.get(`${path}/${id}`),
    lines: (id: string | null, query = ''): Promise<Line[]> =>
      admin.get(`${path}/${id}/lines?limit=500${query}`),
    change: (line: Line | undefined, body: object) =>
      admin.request('PUT', `${path}/lines/${line?.id}`, body),
  }
}

const upi = (payer: string, serial: number, credit: number, note = 'DUES'): BankLine => ({
  date: '2025-01-04',
  narration: narrations.HDFC.upi(payer, upiReference(serial), note),
  reference: upiReference(serial),
  credit,
})

describe.each(engines)('bank statements on %s', (engine) => {
  test('120 lines: 100 are matched, 20 are left alone; the same lines again propose nothing', async () => {
    const { portal, admin, memberAt, importFile, review, lines } = await open(engine, 100)
    const layout = bankLayouts[engine === 'SQLite' ? 0 : 3] ?? 'HDFC'
    const write = narrations[layout]
    const matching = Array.from({ length: 100 }, (_, index): BankLine => {
      const { company_name, membership_number } = memberAt(index)
      const payer = company_name.toUpperCase()
      const [upiId, neftId] = [upiReference(index), neftReference(index)]
      const date = `2025-01-${String(1 + (index % 4)).padStart(2, '0')}`
      // By name, and by the membership number where the payer has another name.
      if (index % 2 === 0)
        return {
          date,
          narration: write.neft(payer, neftId, 'DUES'),
          reference: neftId,
          credit: dues,
        }
      return {
        date,
        narration: write.upi('RAHUL SHARMA', upiId, `${membership_number} DUES`),
        reference: upiId,
        credit: dues,
      }
    })
    const others = Array.from({ length: 20 }, (_, index): BankLine => {
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
    const debit = { date: '2025-01-02', narration: 'RENT', debit: 2_500_000 }
    const all = [...matching, debit, ...others]
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

  test('confirming records the payment; undoing reverses it', async () => {
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
    const payments = `/api/admin/members/${member.id}/payments`
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

  test('a line is confirmed for a selected member; another line is ignored and opened again', async () => {
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

  test('a payment that is recorded already is matched, not recorded again', async () => {
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
      'A payment with this reference is already recorded for this member (receipt R2024-25/0001)',
    ])
    const result = await admin.post(`${path}/${id}/confirm-sure`, { token: sure.token })
    expect(result).toEqual({ confirmed: 0, recorded: 1, failures: [] })
    expect(await lines(id)).toMatchObject([
      { state: 'recorded', member: { id: member.id }, receipt_number: 'R2024-25/0001' },
    ])
    const ledger = await admin.get(`/api/admin/members/${member.id}/payments`)
    expect(ledger.filter(({ kind }: { kind: string }) => kind === 'payment')).toHaveLength(1)
  })

  test('receipts are mailed where the administrator wants it', async () => {
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
    expect(mails.map(({ envelope }) => envelope.to)).toEqual([
      [memberAt(1).email],
      [memberAt(2).email],
    ])
    for (const { attachments } of mails)
      expect(attachments.map(({ filename }) => filename)).toContainEqual(
        expect.stringMatching(/^receipt-.*\.pdf$/),
      )
  })

  test('of two administrators who confirm a line at once, one wins', async () => {
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

  test('two administrators who confirm the same 29 lines at once record each of them once', async () => {
    const { admin, memberAt, importFile, review, lines, change } = await open(engine, 29, {
      connections: 8,
    })
    const serials = Array.from({ length: 29 }, (_, index) => index)
    const firstFile = serials.map((index) => upi(memberAt(index).company_name, index, dues))
    // The same credits in the words of another file of the bank: other lines.
    const otherFile = serials.map((index): BankLine => {
      const note = `DUES ${memberAt(index).membership_number}`
      return upi(memberAt(index).company_name, index, dues, note)
    })
    const [first, other] = [await importFile(firstFile), await importFile(otherFile)]
    expect(other).toMatchObject({ added: 29, known: 0 })
    const confirmAll = async ({ id }: ImportedStatement) => {
      const { sure } = await review(id)
      expect(sure.count).toBe(29)
      return () => admin.post(`${path}/${id}/confirm-sure`, { token: sure.token })
    }
    const calls = [await confirmAll(first), await confirmAll(first), await confirmAll(other)]
    const results = await Promise.all(calls.map((call) => call()))
    expect(results.reduce((sum, { confirmed }) => sum + confirmed, 0)).toBe(29)
    const reasons = results.flatMap(({ failures }) =>
      failures.map(({ reason }: { reason: string }) => reason.replace(/R2024-25.\d+/, 'R')),
    )
    expect(reasons).toHaveLength(58)
    expect(new Set(reasons)).toEqual(
      new Set([
        'Another administrator has just dealt with this line. Reload the list',
        'A payment with this reference is already recorded for this member (receipt R)',
      ]),
    )
    const ledgers = await Promise.all(
      serials.map((index) => admin.get(`/api/admin/members/${memberAt(index).id}/payments`)),
    )
    const references = ledgers.flat().filter(({ kind }) => kind === 'payment')
    expect(references.map(({ reference }) => reference).toSorted()).toEqual(
      serials.map(upiReference).toSorted(),
    )
    const left = [...(await lines(first.id)), ...(await lines(other.id))]
    expect(left.filter(({ state }) => state === 'confirmed')).toHaveLength(29)
    const [openLine] = left.filter(({ state }) => state === 'open')
    expect((await change(openLine, { state: 'ignored' })).status).toBe(200)
  })

  test('a reference that is recorded for another member is refused, also at the same moment', async () => {
    const { admin, memberAt, importFile, lines, change } = await open(engine, 20, {
      connections: 8,
    })
    const [first, other] = [
      await importFile(Array.from({ length: 10 }, (_, index) => upi('SOMEBODY', index, dues))),
      await importFile(Array.from({ length: 10 }, (_, index) => upi('ANYBODY', index, dues))),
    ]
    const [ofFirst, ofOther] = [await lines(first.id), await lines(other.id)]
    const answers = await Promise.all(
      [...ofFirst, ...ofOther].map((line, index) =>
        change(line, { state: 'confirmed', person_id: memberAt(index).id }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    const refused = answers.flatMap((answer, index) => (answer.status === 409 ? [index] : []))
    expect(refused).toHaveLength(10)
    const [index = 0] = refused
    expect(await answers[index]?.text()).toMatch(
      new RegExp(
        `^A payment with this reference is already recorded for ${memberAt((index + 10) % 20).company_name} \\(receipt R2024-25/00\\d\\d\\)$`,
      ),
    )
    expect(await admin.get(`/api/admin/members/${memberAt(index).id}/payments`)).toMatchObject([
      { kind: 'charge' },
    ])
  })

  test('a number that many lines of a statement have is no reference', async () => {
    const { memberAt, importFile, lines, change } = await open(engine)
    const account = '50100123456789'
    const { id } = await importFile(
      [0, 1, 2].map((index) => ({
        date: '2025-01-04',
        narration: `CASH DEPOSIT ${index} A/C ${account}`,
        reference: '',
        credit: dues,
      })),
    )
    const all = await lines(id)
    const statuses: number[] = []
    for (const [index, line] of all.entries())
      statuses.push(
        (await change(line, { state: 'confirmed', person_id: memberAt(index).id })).status,
      )
    expect(statuses).toEqual([200, 200, 200])
  })

  test('sure lines are confirmed only as they were shown', async () => {
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

  test('a statement without payments can be deleted, and its lines are new again', async () => {
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

  test('equal lines of one file are different; a file that is no statement is refused', async () => {
    const { admin, importFile, send } = await open(engine)
    const twice = { date: '2025-01-02', narration: 'CASH DEPOSIT', credit: 100 }
    expect(await importFile([twice, twice])).toMatchObject({ added: 2 })
    expect(await importFile([twice, twice, twice], 'Axis')).toMatchObject({ added: 1, known: 2 })
    const answer = await send('name,email\nAsha,asha@ply.example\n')
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringMatching(/^This file is not a bank statement/),
    ])
    expect((await send('%PDF-1.7', 'statement.pdf')).status).toBe(415)
    expect(await admin.get(path)).toHaveLength(2)
  })

  test('lines of a member are in the download of own data; a permanent delete empties their texts', async () => {
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
