/** Stores the content of a receipt, in the transaction that takes its number. */
import type { Database } from '#platform/server/database/database.ts'
import { inTransaction } from '#platform/server/database/in-transaction.ts'
import { isoDay } from '#shared/dates.ts'
import { sum } from '#shared/sum.ts'
import {
  type AdjustedAdvance,
  adjustedBy,
  type LineTax,
  type NewContent,
  newContent,
  newEdition,
  type ReceiptContent,
  storedContent,
  taxesOf,
} from '../../receipts/content.ts'
import { memberOfAdvance } from '../../receipts/documents.ts'
import { chargeLine, creditLine, receiptLines } from '../../receipts/lines.ts'
import { type Papers, takesAdvances } from '../../receipts/paper-balances.ts'
import { linesOfPart, partOfLines } from '../../receipts/part-of-paper.ts'
import { noTax } from '../../receipts/tax.ts'
import { supplyOf, taxedLines } from '../../receipts/taxed-lines.ts'
import { listEntriesOf } from '../queries.ts'
import { takeDocumentNumber } from '../receipt-numbers.ts'
import {
  adjustedFor,
  cancellationContent,
  type ReadCreditPapers,
  refundNote,
} from './credit-content.ts'
import {
  findReceiptEntry,
  insertContent,
  listPapersOf,
  type ReceiptEntry,
  readContent,
  readReceiptSettings,
  replaceContent,
} from './queries.ts'
import { findTreatmentOn } from './treatment-queries.ts'

/** Call it after the entry was added, in the same transaction. */
export async function recordReceipt(db: Database, entryId: string): Promise<void> {
  const entry = await findReceiptEntry(db, entryId)
  if (entry?.receipt_number) await storeContent(db, entry, entry.receipt_number)
}

/**
 * Building the content of one paper may store another paper that was recorded with it and that it depends on. The
 * numbers of documents are taken only after the paper is stored: otherwise their series would have gaps.
 */
export const storeContent = (
  database: Database,
  entry: ReceiptEntry,
  number: string,
): Promise<ReceiptContent> =>
  inTransaction(database, async (db) => {
    const content = newContent.parse(await buildContent(db, entry, number))
    const stored = JSON.stringify(content)
    const row = { entry_id: entry.id, content: stored, recorded_at: entry.recorded_at }
    if (!(await insertContent(db, row)))
      return parseContent((await readContent(db, entry.id)) ?? '')
    // In the order of the schema, in which it is read: `replaceContent` compares texts.
    const complete = newContent.parse(await withDocumentNumbers(db, entry, content))
    const numbered = JSON.stringify(complete)
    if (numbered !== stored) await replaceContent(db, entry.id, stored, numbered)
    return complete
  })

/**
 * The numbers of the documents beside a paper (receipts/documents.ts): a bill for a member with a GSTIN, and notes for
 * the advances of invoices with a GSTIN. A cancellation ends only those that were issued.
 */
async function withDocumentNumbers(
  db: Database,
  { recorded_at }: ReceiptEntry,
  content: NewContent,
): Promise<NewContent> {
  const now = new Date(recorded_at)
  const isOwn = content.cancels === null
  const { bill: cancelledBill, ...paper } = content
  const hasBill = isOwn ? content.member.gstin !== '' : cancelledBill !== undefined
  const isMixed = hasBill && paper.tax.kind === 'invoice' && taxesOf(paper).some(isExempt)
  const adjusted: AdjustedAdvance[] = []
  for (const advance of adjustedBy(paper)) {
    const hasNote = isOwn
      ? memberOfAdvance(paper, advance).gstin !== '' && advance.taxes.some(isTaxed)
      : advance.note !== undefined
    const note = hasNote ? await takeDocumentNumber(db, 'note', now) : undefined
    adjusted.push({ ...advance, note })
  }
  return {
    ...paper,
    ...(paper.adjusted && { adjusted }),
    ...(isMixed && {
      bill: {
        number: await takeDocumentNumber(db, isOwn ? 'bill' : 'note', now),
        cancels: isOwn ? null : (cancelledBill?.number ?? null),
      },
    }),
  }
}

const isTaxed = ({ kind }: LineTax): boolean => kind === 'invoice'
const isExempt = ({ kind }: LineTax): boolean => kind === 'exempt'

/** A cancellation has the content of the cancelled receipt; a payment has the content by the current settings. */
async function buildContent(
  db: Database,
  entry: ReceiptEntry,
  number: string,
): Promise<NewContent> {
  const readPapers = creditPapersIn(db)
  const original = entry.reverses_id === null ? undefined : await findContent(db, entry.reverses_id)
  const header = { number, issued_on: isoDay(new Date(entry.recorded_at)) }
  if (original !== undefined) return cancellationContent(db, readPapers, entry, original, header)
  if (entry.kind === 'refund') return refundNote(db, readPapers, entry, header)
  const adjusted = takesAdvances(entry) ? await adjustedFor(db, readPapers, entry) : undefined
  const settings = await readReceiptSettings(db)
  const setting = (name: string) => settings.get(name) ?? ''
  const paidOn = isoDay(new Date(entry.paid_at))
  const treatment = (await findTreatmentOn(db, paidOn)) ?? noTax
  const gstin = entry.person_gstin ?? ''
  const { taxes: ownTaxes, ...paid } = await linesOfEntry(db, entry)
  const { valid_from, valid_to } = takesAdvances(entry) ? noDays : entry
  const amount = sum(paid.lines, ({ paise }) => paise)
  const supply = supplyOf(setting('association_gstin'), { gstin, addresses: addressesOf(entry) })
  const advance = paid.lines.find(({ item }) => item === 'advance')?.paise
  const content: NewContent = {
    layout: 2,
    language: (entry.person_language || setting('document_language')) === 'hi' ? 'hi' : 'en',
    ...header,
    association: {
      name: settings.get('association_name') ?? null,
      website: settings.get('association_website') ?? null,
      address: setting('association_address'),
      email: setting('office_email'),
      pan: setting('association_pan'),
      gstin: setting('association_gstin'),
      logo: setting('association_logo'),
    },
    member: {
      name: entry.member_name,
      company_name: entry.company_name,
      membership_number: entry.membership_number ?? '',
      address: addressOf(entry),
      gstin,
    },
    amount_paise: amount,
    mode: entry.mode,
    reference: entry.reference,
    paid_on: paidOn,
    valid_from,
    valid_to,
    ...taxedLines(
      paid.lines,
      ownTaxes.map((own) => own ?? treatment),
      supply,
    ),
    owed_paise: paid.owed_paise,
    ...(paid.tds_paise > 0 && { tds_paise: paid.tds_paise }),
    ...(paid.tds_certificate && { tds_certificate: paid.tds_certificate }),
    cancels: null,
    cancels_on: null,
    ...(adjusted && { adjusted }),
    ...(treatment.kind === 'invoice' && advance && { advance_paise: advance }),
    edition: newEdition,
  }
  const fullAmounts = content.lines.map(({ paise }) => paise)
  return { ...content, lines: partOfLines(linesOfPart(content, fullAmounts), content).lines }
}

const noDays = { valid_from: null, valid_to: null }

/** Makes a reader of the papers of credit. */
export const creditPapersIn =
  (db: Database): ReadCreditPapers =>
  async (entries, paymentId = '') => {
    const refunds = new Set(entries.flatMap(({ id, kind }) => (kind === 'refund' ? [id] : [])))
    const papers = new Map<string, ReceiptContent>()
    for (const { id, kind, reverses_id, receipt_number } of entries) {
      const isOfCredit =
        refunds.has(id) || refunds.has(reverses_id ?? '') || takesAdvances({ kind })
      if (receipt_number === null || !(isOfCredit || id === paymentId)) continue
      const paper = await findContent(db, id)
      if (paper) papers.set(id, paper)
    }
    return papers
  }

/** The content of a receipt. It is stored now if the receipt is from before contents were stored. */
export async function findContent(
  db: Database,
  entryId: string,
): Promise<ReceiptContent | undefined> {
  const stored = await readContent(db, entryId)
  if (stored !== undefined) return parseContent(stored)
  const entry = await findReceiptEntry(db, entryId)
  return entry?.receipt_number ? storeContent(db, entry, entry.receipt_number) : undefined
}

/** Like `findContent`, for a content that was read with the entry: null for one from before receipts were stored. */
export const paperContent = async (
  db: Database,
  entryId: string,
  stored: string | null,
): Promise<ReceiptContent | undefined> =>
  stored === null ? findContent(db, entryId) : parseContent(stored)

/** All papers of these members. */
export async function readPapersOf(db: Database, personIds: readonly string[]): Promise<Papers> {
  const papers = new Map<string, ReceiptContent>()
  for (const { id, content: stored } of await listPapersOf(db, personIds)) {
    const content = await paperContent(db, id, stored)
    if (content) papers.set(id, content)
  }
  return papers
}

async function linesOfEntry(db: Database, entry: ReceiptEntry) {
  const entries = await listEntriesOf(db, entry.person_id)
  const id = entry.reverses_id ?? entry.id
  const payment = entries.find((row) => row.id === id)
  if (!payment) throw new Error(`The payment of the receipt ${entry.id} is missing`)
  if (payment.kind === 'paper') return creditLine(entries, payment)
  return payment.kind === 'charge' ? chargeLine(entries, payment) : receiptLines(entries, payment)
}

/** The address on record: the office, else where certificates are sent, else the factory. */
export const addressOf = (entry: ReceiptEntry) => addressesOf(entry).find(Boolean) ?? ''

const addressesOf = ({ person_address, person_postal_address, person_factory }: ReceiptEntry) =>
  [person_address, person_postal_address, person_factory].map((address) => address ?? '')

export const parseContent = (content: string): ReceiptContent =>
  storedContent.parse(JSON.parse(content))
