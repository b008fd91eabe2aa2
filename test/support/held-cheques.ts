/** Two members who owe dues, the cheques that are noted for them, and the lines of the bank that clear them. */
import type { BankLine } from '#test/files/bank-statements.ts'
import type { Engine } from './engines.ts'
import { openBank } from './money/bank-statements.ts'

export const amount = 600_000
export const credit = (narration: string, more: Partial<BankLine> = {}): BankLine => ({
  date: '2025-01-04',
  narration,
  credit: amount,
  ...more,
})
export const noted = {
  number: '004512',
  bank: 'HDFC Bank',
  amount: '6000',
  received_on: '2025-01-02',
}

export async function openCheques(engine: Engine, connections = 1) {
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
