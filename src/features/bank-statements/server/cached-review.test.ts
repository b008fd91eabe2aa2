/** Pages of a statement use the cached review, which always equals a new one. */
import { describe, expect, test } from 'vitest'
import { type BankLine, upiReference } from '#test/files/bank-statements.ts'
import { engines } from '#test/support/engines.ts'
import { dues, openBank, path, upi } from '#test/support/money/bank-statements.ts'
import { readReview } from './cached-review.ts'
import { reviewAll } from './review.ts'

const cheque: BankLine = { date: '2025-01-04', narration: 'CHQ DEP 004512', credit: 123_400 }
const debits: BankLine[] = [
  { date: '2025-01-05', narration: `UPI-REV-${upiReference(0)}`, debit: dues },
]

describe.each(engines)('the review that is kept, on %s', (engine) => {
  test('is the same for all pages, and another after each change of what it says', async () => {
    const { portal, admin, memberAt, importFile, lines, change } = await openBank(engine, 4, {
      connections: 4,
    })
    const [first, second, third] = [memberAt(0), memberAt(1), memberAt(2)]
    const { id } = await importFile([
      upi(first.company_name, 0, dues),
      upi(second.company_name, 1, dues),
      upi(third.company_name, 2, dues),
      upi('SOMEBODY', 3, dues, 'OEM-77'),
      cheque,
    ])
    const statement = { id: id ?? '', from: '2025-01-04', to: '2025-01-04' } as const
    const kept = () => readReview(portal.world, statement)
    const memberPath = `/api/admin/members/${first.id}` as const
    const own = () => ({
      name: first.name,
      email: first.email,
      whatsapp_number: first.whatsapp_number,
    })
    let other: string | null = null
    const held = async () => (await admin.get('/api/admin/cheques'))[0]
    const changes: Record<string, () => Promise<unknown>> = {
      'a payment': () =>
        admin.post(`${memberPath}/dues-payments`, { amount: '5900', mode: 'Cash' }),
      'its reversal': async () => {
        const entries = await admin.get(`${memberPath}/payments`)
        const entry = entries.find(({ kind }) => kind === 'payment')?.id
        await admin.post(`${memberPath}/account/${entry}/cancel`, { reason: 'wrong member' })
      },
      'a charge': () =>
        admin.post(`${memberPath}/charges`, {
          label: 'Stall',
          amount: '100',
          due_on: '2025-01-20',
        }),
      'another company': () =>
        admin.put(memberPath, { ...own(), company_name: 'Quite Another Doors' }),
      'another membership number': () =>
        admin.put(memberPath, {
          ...own(),
          company_name: 'Quite Another Doors',
          membership_number: 'OEM-77',
        }),
      'a member who is not active': () =>
        admin.put(`/api/admin/members/${second.id}/status`, { is_active: false }),
      'a cheque': () =>
        admin.post(`/api/admin/members/${third.id}/cheques`, {
          number: '004512',
          bank: 'HDFC Bank',
          amount: '1234',
          received_on: '2025-01-02',
        }),
      'a cheque that is returned': async () =>
        admin.post(`/api/admin/members/${third.id}/cheques/${(await held())?.id}/return`, {
          reason: 'Insufficient funds',
        }),
      'another statement': async () => {
        other = (await importFile(debits)).id
      },
      'a line of it that is ignored': async () =>
        change((await lines(other, '&show=debits'))[0], { state: 'ignored' }),
      'and opened again': async () =>
        change((await lines(other, '&show=debits'))[0], { state: 'open' }),
      'the other statement deleted': () => admin.request('DELETE', `${path}/${other}`),
      'a line that is ignored': async () => change((await lines(id))[1], { state: 'ignored' }),
      'a line that is confirmed': async () =>
        change((await lines(id))[2], { state: 'confirmed', person_id: third.id }),
      'a line that is opened again': async () => change((await lines(id))[2], { state: 'open' }),
    }
    for (const [name, make] of Object.entries(changes)) {
      const before = await kept()
      expect(await kept(), name).toBe(before)
      await make()
      const after = await kept()
      expect(after, name).toEqual(await reviewAll(portal.world, statement))
      expect(after, `${name} says the same as before`).not.toEqual(before)
    }
  })
})
