/** A member of an association with a GSTIN: payments and charges, and the papers and register rows that they get. */
import type { ReceiptContent } from '#features/ledger/receipts/content.ts'
import { parseContent } from '#features/ledger/server/receipts/receipt-content.ts'
import { bookFaults } from '#test/support/oracles/books.ts'
import { paperFaults } from '#test/support/oracles/paper-faults.ts'
import type { Engine } from '../engines.ts'
import { pdfLines } from '../pdf.ts'
import { gstRegisterRows, openPayments } from './payments.ts'

export const invoice = { kind: 'invoice', rate: '18', sac: '999599' }
export const exempt = { kind: 'exempt', sac: '999599', legend: 'Exempt by entry 77A.' }
export const none = { kind: 'receipt' }
export const stall = { kind: 'invoice', rate: '18', sac: '998596' }

/** The calls that answer the entry that they made. */
type EntryCall =
  | 'charges'
  | 'dues-payments'
  | 'refunds'
  | 'tds'
  | 'waivers'
  | `account/${string}/${'cancel' | 'correct'}`

/** On 5 January 2025, of an association in Maharashtra; each call is a second after the one before. */
export async function openPapers(engine: Engine, settings: object = {}) {
  const { portal, admin, id, ledger } = await openPayments(engine)
  const path = `/api/admin/members/${id}` as const
  await admin.put('/api/admin/settings', { association_gstin: '27AAATF0000K1Z9', ...settings })
  const post = <const What extends string>(what: What, body: object) => {
    portal.advanceClock(1000)
    return admin.post(`${path}/${what}`, body)
  }
  const entryOf = async (what: EntryCall, body: object): Promise<string> =>
    (await post(what, body)).entry.id
  const text = async (file: string) => (await admin.request('GET', file)).text()
  return {
    portal,
    admin,
    id,
    path,
    post,
    entryOf,
    text,
    tax: (treatment: object) =>
      admin.post('/api/admin/receipts/treatments', { valid_from: '2024-04-01', ...treatment }),
    pay: (amount: string, more: object = {}) => entryOf('dues-payments', { amount, ...more }),
    charge: (label: string, amount: string, tax?: object) =>
      entryOf('charges', { label, amount, due_on: '2025-01-05', ...(tax && { tax }) }),
    refund: (amount: string) => entryOf('refunds', { amount, mode: 'Bank', reference: 'UTR9' }),
    cancel: (entry: string) => entryOf(`account/${entry}/cancel`, { reason: 'bounced' }),
    /** Kind and number of each entry, oldest first. */
    numbers: async () =>
      (await ledger()).toReversed().map(({ kind, receipt_number }) => `${kind} ${receipt_number}`),
    /** The lines of a paper. */
    paper: async (entry: string): Promise<string[]> => {
      const response = await admin.request('GET', `/api/admin/payments/${entry}/receipt.pdf`)
      return pdfLines(Buffer.from(await response.arrayBuffer()))
    },
    content: async (entry: string): Promise<ReceiptContent> => {
      const row = portal.db.selectFrom('receipt').select('content').where('entry_id', '=', entry)
      return parseContent((await row.executeTakeFirstOrThrow()).content)
    },
    /** The cells of the GST register of 2024-25, its headings first. */
    register: () => gstRegisterRows(admin),
  }
}

/** Some cells of each row of a register, without the headings. */
export const cellsOf = ([, ...rows]: string[][], indexes: readonly number[]): string[] =>
  rows.map((row) => indexes.map((index) => row[index]).join(' '))

/** As openPapers, with the dues of the year paid: what is paid later is an advance. */
export async function openAdvances(engine: Engine) {
  const papers = await openPapers(engine)
  await papers.pay('100')
  return {
    ...papers,
    numbers: async () => (await papers.numbers()).slice(1),
    /** Document, number, invoice, taxable value, CGST, exempt value and total of each row. */
    register: async () => cellsOf(await papers.register(), [1, 2, 3, 11, 12, 15, 17]),
    faults: async () => [
      ...(await bookFaults(papers.portal.db, 2023, 2026)),
      ...(await paperFaults(papers.portal.db, [papers.id])),
    ],
  }
}
