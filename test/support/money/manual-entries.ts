import { raiseDues, setRate } from '#test/support/dues-runs.ts'
import type { Engine } from '../engines.ts'
import { pdfLines } from '../pdf.ts'
import { accountFaults } from './accounts.ts'
import { openPayments } from './payments.ts'

/** A portal on 5 January 2025 with an OEM member, and the calls that add money by hand. */
export async function openManualEntries(engine: Engine) {
  const opened = await openPayments(engine)
  const { admin, portal, id } = opened
  await setRate(admin, '2024-25', { amount: '5,000', due_on: '2025-01-31' })
  const path = `/api/admin/members/${id}` as const
  const post = <const What extends string>(what: What, body: object) => {
    portal.advanceClock(1000)
    return admin.post(`${path}/${what}`, body)
  }
  const text = async (address: string) => (await admin.request('GET', address)).text()
  return {
    ...opened,
    post,
    text,
    account: () => admin.get(`${path}/account`),
    history: async () => (await admin.get(`${path}/history`)).map(({ words }) => words),
    raise: async () => (await raiseDues(admin, '2024-25', [id])).preview,
    pdf: async (entry: string) => {
      const response = await admin.request('GET', `/api/admin/payments/${entry}/receipt.pdf`)
      return pdfLines(Buffer.from(await response.arrayBuffer()))
    },
    dayBook: async () =>
      (await text('/api/admin/payments/day-book?from=2025-01-01&to=2025-01-31&format=csv'))
        .trim()
        .split('\r\n')
        .slice(1)
        .map((row) => {
          const cells = row.slice(1, -1).split('","')
          return [cells[2] || cells[1], cells[6], cells[9]].join(' | ')
        }),
    faults: () => accountFaults(portal.db, id),
  }
}
