import type { Engine } from '../engines.ts'
import { pdfLines } from '../pdf.ts'
import { accountFaults } from './accounts.ts'
import { openPayments } from './payments.ts'

const rate = {
  year: '2024-25',
  role: 'oem',
  amount: '5,000',
  joining_fee: '',
  proration: 'none',
  due_on: '2025-01-31',
  grace_days: 60,
}

/** A portal on 5 January 2025 with an OEM member, and the calls that add money by hand. */
export async function openManualEntries(engine: Engine) {
  const opened = await openPayments(engine)
  const { admin, portal, id } = opened
  await admin.put('/api/admin/dues/rates', rate)
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
    raise: async () => {
      const body = { year: '2024-25', selection: { ids: [id] } }
      const { token, ...preview } = await admin.post('/api/admin/dues/runs/preview', body)
      await admin.post('/api/admin/dues/runs', { ...body, token })
      return preview
    },
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
