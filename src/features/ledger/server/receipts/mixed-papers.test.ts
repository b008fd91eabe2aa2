/** Papers with lines that are taxed, exempt and no supply, and the rows of the GST register for them. */
import { expect, test } from 'vitest'
import type { DocumentLanguage } from '#shared/association-details.ts'
import { openPayments } from '#test/support/payments.ts'
import { pdfLines } from '#test/support/pdf.ts'
import type { ReceiptContent } from '../../receipts/content.ts'
import { parseContent } from './record.ts'

const invoice = { kind: 'invoice', rate: '18', sac: '999599' }
const exempt = { kind: 'exempt', sac: '999599', legend: 'Exempt by entry 77A.' }
const stall = { kind: 'invoice', rate: '18', sac: '998596' }

async function open(language: DocumentLanguage = 'en') {
  const { portal, admin, id, ledger } = await openPayments('SQLite')
  const path = `/api/admin/members/${id}`
  await admin.put('/api/admin/settings', {
    ...{ association_gstin: '27AAATF0000K1Z9', document_language: language },
  })
  const post = (what: string, body: object) => {
    portal.advanceClock(1000)
    return admin.post(`${path}/${what}`, body)
  }
  const change = async (values: object) =>
    admin.put(path, { ...(await admin.get(path)), gstin: '', ...values })
  await change({})
  return {
    ...{ portal, post, change, ledger },
    tax: (treatment: object) =>
      admin.post('/api/admin/receipts/treatments', { valid_from: '2024-04-01', ...treatment }),
    charge: (label: string, amount: string, tax?: object) =>
      post('charges', { label, amount, due_on: '2025-01-05', ...(tax && { tax }) }),
    pay: async (amount: string, more: object = {}): Promise<string> =>
      (await post('dues-payments', { amount, ...more })).entry.id,
    paper: async (entry: string) => {
      const response = await admin.request('GET', `/api/admin/payments/${entry}/receipt.pdf`)
      return pdfLines(Buffer.from(await response.arrayBuffer()))
    },
    cancel: async (entry: string): Promise<string> =>
      (await post(`account/${entry}/cancel`, { reason: 'bounced' })).entry.id,
    /** Without the facts of the member. */
    register: async () => {
      const file = '/api/admin/payments/gst-register?year=2024-25&format=csv'
      const text = await (await admin.request('GET', file)).text()
      return text
        .trim()
        .split('\r\n')
        .map((row) => row.slice(1, -1).split('","'))
    },
    content: async (entry: string): Promise<ReceiptContent> => {
      const row = portal.db.selectFrom('receipt').select('content').where('entry_id', '=', entry)
      return parseContent((await row.executeTakeFirstOrThrow()).content)
    },
  }
}

test('a bank fee and a refund that came again are no supply: their lines have no tax', async () => {
  const { tax, post, pay, content } = await open()
  await tax(invoice)
  const cheque = await post('cheques', {
    ...{ number: '123456', bank: 'HDFC', cheque_date: '2025-01-05', received_on: '2025-01-05' },
    ...{ amount: '1180', kind: 'dues' },
  })
  await post(`cheques/${cheque.id}/return`, { reason: 'Insufficient funds', bank_fee: '300' })
  const paid = await pay('1480')
  await post('refunds', { amount: '590', mode: 'Bank' })
  await post(`account/${paid}/cancel`, { reason: 'bounced', bank_fee: '500' })
  const { taxes } = (await content(await pay('2570'))) as Extract<ReceiptContent, { layout: 2 }>
  expect(taxes?.map(({ kind, amount_paise }) => [kind, amount_paise])).toEqual([
    ['receipt', 139_000],
    ['invoice', 118_000],
  ])
})
