import { describe, expect, test } from 'vitest'
import type { Caller } from '#platform/server/http/request-context.ts'
import { engines } from '#test/support/engines.ts'
import { dues, openBank, upi } from '#test/support/money/bank-statements.ts'
import { recordPaymentsOfLine } from './line-payments.ts'
import { findLine } from './queries.ts'

describe.each(engines)('a line of one of several charges, on %s', (engine) => {
  test('is sure, and so is the balance of a charge that was paid in part', async () => {
    const { admin, memberAt, importFile, lines } = await openBank(engine, 2)
    const [first, second] = [memberAt(0), memberAt(1)]
    await admin.post(`/api/admin/members/${first.id}/charges`, {
      label: 'Bank fee',
      amount: '590',
      due_on: '2025-01-05',
    })
    await admin.post(`/api/admin/members/${second.id}/dues-payments`, {
      amount: '2000',
      mode: 'Cash',
      paid_at: '2024-12-01T06:30:00.000Z',
    })
    const { id } = await importFile([
      upi(first.company_name, 1, dues),
      upi(first.company_name, 2, 59_000, 'BANK FEE'),
      upi(first.company_name, 3, 10_000),
      upi(second.company_name, 4, dues - 200_000, 'BALANCE'),
    ])
    const proposed = await lines(id)
    expect(proposed.map((line) => line.proposal?.confidence)).toEqual([
      'sure',
      'sure',
      'none',
      'sure',
    ])
    expect(proposed.map((line) => line.proposal?.reason)).toMatchObject([
      expect.stringContaining('₹5,900 is what is open of Dues 2024-25.'),
      expect.stringContaining('₹590 is what is open of Bank fee.'),
      expect.stringContaining('another line is proposed for what they owe.'),
      expect.stringContaining('₹3,900 is what they owe.'),
    ])
  })
})

test('a line that was sure because its member owed it is not confirmed when they are no member any more', async () => {
  const { admin, portal, memberAt, importFile, lines } = await openBank('SQLite', 1)
  const { id: member, company_name } = memberAt(0)
  const { id } = await importFile([upi(company_name, 1, dues)])
  const [shown] = await lines(id)
  await portal.db.updateTable('person').set({ role: 'admin' }).where('id', '=', member).execute()
  const caller = { ...(await admin.get('/api/user')), role: 'admin' } as unknown as Caller
  const confirmed = portal.db.transaction().execute(async (db) => {
    const line = await findLine(db, shown?.id ?? '')
    if (!line) throw new Error('The statement has no line')
    const confirmation = {
      state: 'confirmed',
      person_id: member,
      email_receipt: false,
      mustOwe: true,
    } as const
    return recordPaymentsOfLine(portal.world, db, { admin: caller, line, confirmation })
  })
  await expect(confirmed).rejects.toThrow('This member owes less than when you loaded the list')
})
