import type { Engine } from '../engines.ts'
import type { TestClient } from '../portal/test-client.ts'
import { testPortal } from '../portal/test-portal.ts'

/** Mark Paid for the financial year 2024-25, as the browser sends it. */
export const paidMark = {
  payment_status: true,
  membership_valid_from: '2024-04-01',
  membership_valid_to: '2025-03-31',
  payment_date: '2025-01-05T09:00:00.000Z',
  paymentAmount: '5000',
  paymentMode: 'Bank',
  paymentRef: 'UTR 1',
}

/** Mark Unpaid, as the browser sends it. */
export const unpaidMark = {
  payment_status: false,
  membership_valid_from: null,
  membership_valid_to: null,
  payment_date: null,
  paymentAmount: null,
  paymentMode: null,
  paymentRef: null,
}

/** The days of the financial year after it. */
export const nextYear = {
  membership_valid_from: '2025-04-01',
  membership_valid_to: '2026-03-31',
}

/** A portal with an OEM member without payments, and the calls of an administrator about them. */
export async function openPayments(engine: Engine, options?: Parameters<typeof testPortal>[1]) {
  const portal = await testPortal(engine, options)
  const admin = await portal.as('admin')
  const { id } = await (await portal.as('oem')).get('/api/user')
  const path = `/api/admin/members/${id}` as const
  const ledger = () => admin.get(`${path}/payments`)
  return {
    portal,
    admin,
    id,
    mark: (body: object) => admin.request('PUT', `${path}/payment`, body),
    member: () => admin.get(path),
    ledger,
    /** Kind and paise of each entry, oldest first. */
    entries: async () =>
      (await ledger()).toReversed().map(({ kind, amount_paise }) => `${kind} ${amount_paise}`),
  }
}

/** The cells of the GST register of 2024-25, with those of its headings. */
export async function gstRegisterRows(admin: TestClient): Promise<string[][]> {
  const file = '/api/admin/payments/gst-register?year=2024-25&format=csv'
  const text = await (await admin.request('GET', file)).text()
  return text
    .trim()
    .split('\r\n')
    .map((row) => row.slice(1, -1).split('","'))
}
