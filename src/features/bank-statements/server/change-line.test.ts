// cspell:ignore HDFCN
/** Each reference is recorded as one payment, however many administrators confirm it, at any moment. */

import { describe, expect, test } from 'vitest'
import { sum } from '#shared/sum.ts'
import { type BankLine, upiReference } from '#test/files/bank-statements.ts'
import { engines } from '#test/support/engines.ts'
import { dues, openBank, path, upi } from '#test/support/money/bank-statements.ts'
import type { ImportedStatement } from '../answers.ts'

/** Changes the balances of the lines after it. */
const charges: BankLine = { date: '2025-01-01', narration: 'CHARGES', debit: 100 }

describe.each(engines)('administrators who confirm lines at once, on %s,', (engine) => {
  test('record each of the same 29 lines once', async () => {
    const { admin, memberAt, importFile, review, lines, change } = await openBank(engine, 29, {
      connections: 8,
    })
    const serials = Array.from({ length: 29 }, (_, index) => index)
    const firstFile = serials.map((index) => upi(memberAt(index).company_name, index, dues))
    // The same references in a file with other words and balances: other lines.
    const otherFile = serials.map((index): BankLine => {
      const note = `DUES ${memberAt(index).membership_number}`
      return upi(memberAt(index).company_name, index, dues, note)
    })
    const [first, other] = [await importFile(firstFile), await importFile([charges, ...otherFile])]
    expect(other).toMatchObject({ added: 29, known: 0 })
    const confirmAll = async ({ id }: ImportedStatement) => {
      const { sure } = await review(id)
      expect(sure.count).toBe(29)
      return () => admin.post(`${path}/${id}/confirm-sure`, { token: sure.token })
    }
    const calls = [await confirmAll(first), await confirmAll(first), await confirmAll(other)]
    const results = await Promise.all(
      calls.map((call) =>
        call().catch(({ message }) => ({ confirmed: 0, failures: [{ reason: message }] })),
      ),
    )
    expect(sum(results, ({ confirmed }) => confirmed)).toBe(29)
    const reasons = results.flatMap(({ failures }) =>
      failures.map(({ reason }) => reason.replace(/R2024-25.\d+/, 'R')),
    )
    // The second administrator may come after the first or at the same moment.
    const told = [
      '409: The matches have changed since you loaded them. Review them again',
      'Another administrator has just dealt with this line. Reload the list',
      'A payment of ₹5,900 with this reference is already recorded for this member (receipt R)',
    ]
    expect(reasons.length).toBeGreaterThan(0)
    expect(reasons.filter((reason) => !told.includes(reason))).toEqual([])
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

  test('do not confirm two statements that pay what the same members owe', async () => {
    const { admin, memberAt, importFile, review } = await openBank(engine, 8, { connections: 8 })
    const file = (from: number) =>
      Array.from({ length: 8 }, (_, index) => upi(memberAt(index).company_name, from + index, dues))
    const statements = [await importFile(file(0)), await importFile([charges, ...file(100)])]
    const tokens = await Promise.all(statements.map(async ({ id }) => (await review(id)).sure))
    expect(tokens.map(({ count }) => count)).toEqual([8, 8])
    const results = await Promise.all(
      statements.map(({ id }, index) =>
        admin
          .post(`${path}/${id}/confirm-sure`, { token: tokens[index]?.token })
          .catch(() => ({ confirmed: 0 })),
      ),
    )
    expect(sum(results, ({ confirmed }) => confirmed)).toBeLessThanOrEqual(8)
    const ledgers = await Promise.all(
      file(0).map((_, index) => admin.get(`/api/admin/members/${memberAt(index).id}/payments`)),
    )
    for (const entries of ledgers)
      expect(entries.filter(({ kind }) => kind === 'payment').length).toBeLessThanOrEqual(1)
  })

  test('do not confirm one reference for two members', async () => {
    const { admin, memberAt, importFile, lines, change } = await openBank(engine, 20, {
      connections: 8,
    })
    const [first, other] = [
      await importFile(Array.from({ length: 10 }, (_, index) => upi('SOMEBODY', index, dues))),
      await importFile([
        charges,
        ...Array.from({ length: 10 }, (_, index) => upi('ANYBODY', index, dues)),
      ]),
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
        `^A payment of ₹5,900 with this reference is already recorded for ${memberAt((index + 10) % 20).company_name} \\(receipt R2024-25/00\\d\\d\\)$`,
      ),
    )
    expect(await admin.get(`/api/admin/members/${memberAt(index).id}/payments`)).toMatchObject([
      { kind: 'charge' },
    ])
  })
})

describe.each(engines)('the reference of a bank line on %s', (engine) => {
  test('is no number that many lines of a statement have', async () => {
    const { memberAt, importFile, lines, change } = await openBank(engine)
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
})

describe('the reference of a bank line', () => {
  test("is the number of its description, not SBI's account for transfers", async () => {
    const { admin, memberAt, importFile, lines, change } = await openBank('SQLite', 3)
    const sbi = (index: number, utr: string): BankLine => ({
      date: '2025-01-04',
      narration: `BY TRANSFER-NEFT*HDFC0000001*${utr}*${memberAt(index).company_name}--`,
      reference: index === 2 ? '4897737162096' : 'TRANSFER FROM 3199420044306',
      credit: dues,
    })
    const utrs = ['HDFCN71230008005', 'HDFCN71230009006', 'HDFCN71230009007']
    const { id } = await importFile(utrs.map((utr, index) => sbi(index, utr)))
    const all = await lines(id)
    expect(all.map(({ proposal }) => proposal?.confidence)).toEqual(['sure', 'sure', 'sure'])
    for (const [index, line] of all.entries()) {
      const person = memberAt(index).id
      const answer = await change(line, { state: 'confirmed', person_id: person })
      expect(answer.status).toBe(200)
      const [payment] = await admin.get(`/api/admin/members/${person}/payments`)
      expect(payment).toMatchObject({ mode: 'Bank', reference: utrs[index] })
    }
  })

  test('is empty for cash that was paid in at the bank', async () => {
    const { admin, memberAt, importFile, lines, change } = await openBank('SQLite', 3)
    const narrations = [
      `By Cash ${memberAt(0).company_name}`,
      `CASH DEP-${memberAt(1).company_name}`,
      // Without an account before it, '@' does not make a UPI payment.
      `BY CASH @ BASNI BRANCH ${memberAt(2).company_name}`,
    ]
    const { id } = await importFile(
      narrations.map((narration) => ({ date: '2025-01-04', narration, credit: dues })),
    )
    for (const [index, line] of (await lines(id)).entries()) {
      const person = memberAt(index).id
      await change(line, { state: 'confirmed', person_id: person })
      const [payment] = await admin.get(`/api/admin/members/${person}/payments`)
      expect(payment).toMatchObject({ mode: 'Cash', reference: '' })
    }
  })
})

describe.each(engines)('a bank line that is undone, on %s,', (engine) => {
  test('emails the member that the payment is reversed only when it says so', async () => {
    const { portal, memberAt, importFile, lines, change } = await openBank(engine, 2)
    const people = [memberAt(0), memberAt(1)]
    const { id } = await importFile(people.map((one, index) => upi(one.company_name, index, dues)))
    for (const [index, line] of (await lines(id)).entries())
      await change(line, {
        state: 'confirmed',
        person_id: line.member?.id,
        email_receipt: index === 0,
      })
    const confirmed = await lines(id)
    expect(confirmed.map(({ payments }) => payments[0]?.is_emailed)).toEqual([true, false])
    const before = (await portal.mails()).length
    for (const [index, line] of confirmed.entries())
      await change(line, { state: 'open', ...(index === 0 && { email_member: true }) })
    const mails = (await portal.mails()).slice(before)
    const told = people.find((one) => one.id === confirmed[0]?.member?.id)
    expect(mails.map(({ envelope, subject }) => [envelope.to, subject])).toEqual([
      [[told?.email], expect.stringMatching(/^Your payment of .* has been reversed$/)],
    ])
  })
})
