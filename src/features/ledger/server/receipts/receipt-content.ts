import type { Database } from '#platform/server/database/database.ts'
import { inTransaction } from '#platform/server/database/in-transaction.ts'
import { isoDay } from '#shared/dates.ts'
import { activeEntries, recordedUntil } from '../../account-entries.ts'
import { creditOfPaper, creditOn } from '../../credit.ts'
import {
  type AdjustedAdvance,
  adjustedBy,
  type LineTax,
  linesOf,
  newEdition,
  type ReceiptContent,
  receiptContent,
  taxesOf,
} from '../../receipts/content.ts'
import { memberOfAdvance } from '../../receipts/documents.ts'
import { chargeLine, creditLine, receiptLines } from '../../receipts/lines.ts'
import {
  leftOfPapers,
  moneyOfPaper,
  type PaperPart,
  type Papers,
  paperBalances,
  partsOfPapers,
  takesAdvances,
} from '../../receipts/paper-balances.ts'
import { linesOfPart, partOfLines, taxesOfLines } from '../../receipts/part-of-paper.ts'
import { noTax } from '../../receipts/tax.ts'
import { supplyOf, taxedLines } from '../../receipts/taxed-lines.ts'
import { titleOf } from '../../receipts/title.ts'
import { creditSources, settlementsOf } from '../../settlements.ts'
import { type LedgerRow, listLedgerRows } from '../queries.ts'
import { takeDocumentNumber } from '../receipt-numbers.ts'
import {
  findReceiptEntry,
  insertContent,
  listPapersOf,
  type ReceiptEntry,
  readContent,
  readReceiptSettings,
  replaceContent,
  treatmentOn,
} from './queries.ts'

/** Call it after the entry was added, in the same transaction. */
export async function recordReceipt(db: Database, entryId: string): Promise<void> {
  const entry = await findReceiptEntry(db, entryId)
  if (entry?.receipt_number) await storeContent(db, entry, entry.receipt_number)
}

/**
 * The content of one paper can follow from another that was recorded with it; then it is stored before its turn. The
 * numbers of its documents are taken only here, after the paper is stored: otherwise their series would have gaps.
 */
export const storeContent = (
  database: Database,
  entry: ReceiptEntry,
  number: string,
): Promise<ReceiptContent> =>
  inTransaction(database, async (db) => {
    const content = receiptContent.parse(await contentOf(db, entry, number))
    const stored = JSON.stringify(content)
    const row = { entry_id: entry.id, content: stored, recorded_at: entry.recorded_at }
    if (!(await insertContent(db, row)))
      return parseContent((await readContent(db, entry.id)) ?? '')
    // In the order of the schema, in which it is read: `replaceContent` compares texts.
    const complete = receiptContent.parse(await withDocumentNumbers(db, entry, content))
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
  content: ReceiptContent,
): Promise<ReceiptContent> {
  if (content.layout === 1) return content
  const now = new Date(recorded_at)
  const isOwn = content.cancels === null
  const { bill: ended, ...paper } = content
  const hasBill = isOwn ? content.member.gstin !== '' : ended !== undefined
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
        cancels: isOwn ? null : (ended?.number ?? null),
      },
    }),
  }
}

const isTaxed = ({ kind }: LineTax): boolean => kind === 'invoice'

const isExempt = ({ kind }: LineTax): boolean => kind === 'exempt'

/** A cancellation states what the cancelled receipt stated; a payment states what the current settings say. */
async function contentOf(
  db: Database,
  entry: ReceiptEntry,
  number: string,
): Promise<ReceiptContent> {
  const original =
    entry.reverses_id === null ? undefined : await storedContent(db, entry.reverses_id)
  const header = {
    number,
    issued_on: isoDay(new Date(entry.recorded_at)),
    cancels: entry.cancelled_number,
  }
  if (original !== undefined) return cancellationOf(db, entry, original, header)
  if (entry.kind === 'refund') return refundNote(db, entry, header)
  const adjusted = takesAdvances(entry) ? await adjustedFor(db, entry) : undefined
  const settings = await readReceiptSettings(db)
  const setting = (name: string) => settings.get(name) ?? ''
  const paidOn = isoDay(new Date(entry.paid_at))
  const treatment = (await treatmentOn(db, paidOn)) ?? noTax
  const gstin = entry.person_gstin ?? ''
  const { taxes: ownTaxes, ...paid } = await linesOfEntry(db, entry)
  const { valid_from, valid_to } = takesAdvances(entry) ? noDays : entry
  const amount = paid.lines.reduce((sum, { paise }) => sum + paise, 0)
  const supply = supplyOf(setting('association_gstin'), { gstin, addresses: addressesOf(entry) })
  const advance = paid.lines.find(({ item }) => item === 'advance')?.paise
  const content: CurrentContent = {
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
    cancels_on: null,
    ...(adjusted && { adjusted }),
    ...(treatment.kind === 'invoice' && advance && { advance_paise: advance }),
    edition: newEdition,
  }
  const whole = content.lines.map(({ paise }) => paise)
  return { ...content, lines: partOfLines(linesOfPart(content, whole), content).lines }
}

const noDays = { valid_from: null, valid_to: null }

/**
 * The parts of a payment's papers that a charge uses; undefined for money without a paper of the portal. Where the
 * payment pays the charge by these entries, `chargeId` is that charge.
 */
export async function advancesTaken(
  db: Database,
  rows: readonly LedgerRow[],
  { money, paise, chargeId }: { money: LedgerRow; paise: number; chargeId?: string },
): Promise<AdjustedAdvance[] | undefined> {
  const papers = await papersOfCredit(db, rows, money.id)
  const moved = chargeId === undefined ? undefined : { chargeId, paise }
  const balances = paperBalances(rows, papers, money.id, moved)
  if (balances.length === 0) return undefined
  return partsOfPapers(balances, paise).map((part) => {
    const { member, ...paper } = part.paper
    const bill = paper.layout === 2 ? paper.bill?.number : undefined
    return { ...takenOf(part), gstin: member.gstin, ...(bill !== undefined && { bill }) }
  })
}

/** A part of a paper with its number and its taxes. */
export function takenOf({ paper, taken, parts, paise }: PaperPart) {
  const taxes = taxesOfLines(linesOfPart(paper, parts, taken))
  return {
    number: paper.number,
    issued_on: paper.issued_on,
    paise,
    taxes,
    taxable_paise: taxes.reduce((sum, tax) => sum + tax.taxable_paise, 0),
  }
}

export const balancesOf = async (db: Database, rows: readonly LedgerRow[], paymentId: string) =>
  paperBalances(rows, await papersOfCredit(db, rows, paymentId), paymentId)

/** The papers of a payment, of its refunds and their cancellations, of charges and of credit. */
export async function papersOfCredit(
  db: Database,
  rows: readonly LedgerRow[],
  paymentId = '',
): Promise<Papers> {
  const refunds = new Set(rows.flatMap(({ id, kind }) => (kind === 'refund' ? [id] : [])))
  const papers = new Map<string, ReceiptContent>()
  for (const { id, kind, reverses_id, receipt_number } of rows) {
    const isOfCredit = refunds.has(id) || refunds.has(reverses_id ?? '') || takesAdvances({ kind })
    if (receipt_number === null || !(isOfCredit || id === paymentId)) continue
    const paper = await storedContent(db, id)
    if (paper) papers.set(id, paper)
  }
  return papers
}

/** The advances that pay a charge when it is raised, or later. */
async function adjustedFor(db: Database, { id, person_id }: ReceiptEntry) {
  const all = await listLedgerRows(db, person_id)
  const charge = all.find((row) => row.id === id)
  if (!charge) throw new Error(`The charge ${id} is missing`)
  const rows = recordedUntil(all, charge)
  const before = rows.filter((row) => row.id !== id)
  if (charge.kind === 'paper') {
    const { money, paise, charge: paid } = creditOfPaper(all, charge)
    return (await advancesTaken(db, before, { money, paise, chargeId: paid.id })) ?? []
  }
  const adjusted: AdjustedAdvance[] = []
  for (const { money, paise } of creditOn(rows, settlementsOf(rows), id)) {
    adjusted.push(...((await advancesTaken(db, before, { money, paise })) ?? []))
  }
  return adjusted
}

/** What the receipt of a payment says, stored now where it is from before receipts were stored. */
export async function storedContent(
  db: Database,
  entryId: string,
): Promise<ReceiptContent | undefined> {
  const stored = await readContent(db, entryId)
  if (stored !== undefined) return parseContent(stored)
  const entry = await findReceiptEntry(db, entryId)
  return entry?.receipt_number ? storeContent(db, entry, entry.receipt_number) : undefined
}

/** Like `storedContent`, for a content that was read with the entry: null for one from before receipts were stored. */
export const paperContent = async (
  db: Database,
  entryId: string,
  stored: string | null,
): Promise<ReceiptContent | undefined> =>
  stored === null ? storedContent(db, entryId) : parseContent(stored)

/** All papers of these members. */
export async function papersOf(db: Database, personIds: readonly string[]): Promise<Papers> {
  const papers = new Map<string, ReceiptContent>()
  for (const { id, content: stored } of await listPapersOf(db, personIds)) {
    const content = await paperContent(db, id, stored)
    if (content) papers.set(id, content)
  }
  return papers
}

/** The identity of a paper: its number and day, and the number of the paper that it cancels. */
type PaperHeader = Pick<ReceiptContent, 'number' | 'issued_on' | 'cancels'>

/**
 * The cancelled paper with the number and the day of its cancellation, without what credit notes took from it before. A
 * refund that is cancelled is an advance again, with a paper of its own.
 */
async function cancellationOf(
  db: Database,
  entry: ReceiptEntry,
  original: ReceiptContent,
  header: PaperHeader,
): Promise<ReceiptContent> {
  if (original.layout === 2 && original.refund) {
    const { refund: _refund, ...note } = original
    const paid_on = isoDay(new Date(entry.paid_at))
    const advance_paise = original.amount_paise
    const paper = { cancels: null, cancels_on: null, edition: newEdition } as const
    return { ...note, ...header, ...paper, paid_on, advance_paise }
  }
  const whole: CurrentContent = {
    ...original,
    layout: 2,
    ...header,
    lines: linesOf(original),
    owed_paise: 0,
    cancels_on: original.issued_on,
    ...(original.layout === 2 && { edition: newEdition }),
  }
  const rows = await listLedgerRows(db, entry.person_id)
  if (original.layout === 2 && original.adjusted) {
    // Where the payment was cancelled, its advance does not become available again.
    const active = new Set(activeEntries(rows).map(({ id }) => id))
    const papers = await papersOfCredit(db, rows)
    const isActive = ({ number }: AdjustedAdvance) =>
      active.has(moneyOfPaper(rows, papers, number)?.id ?? '')
    return { ...whole, adjusted: original.adjusted.filter(isActive) }
  }
  const balances = await balancesOf(db, rows, entry.reverses_id ?? '')
  if (balances.every(({ taken_paise }) => taken_paise === 0)) return whole
  const left = partsOfPapers(balances, leftOfPapers(balances)).reverse()
  const parts = left.length > 0 ? left : balances.map((one) => ({ ...one, paise: 0, parts: [] }))
  const [first] = parts
  const lines = parts.flatMap((one) => linesOfPart(one.paper, one.parts, one.taken))
  return {
    ...whole,
    ...(first && { cancels: first.paper.number, cancels_on: first.paper.issued_on }),
    ...partOfLines(lines, original),
    money_paise: original.amount_paise,
    cancelled: parts.map((part) => ({
      ...takenOf(part),
      taken_paise: part.taken_paise,
      taken_by: part.taken_by,
      ...(part.paise === 0 && { title: titleOf(part.paper) }),
    })),
  }
}

/** The content of papers with the layout that new ones have. */
type CurrentContent = Extract<ReceiptContent, { layout: 2 }>

/**
 * The credit note for the tax invoice of the advance, which is also the refund voucher (CGST Rules, rules 51 and 53).
 */
async function refundNote(
  db: Database,
  entry: ReceiptEntry,
  header: PaperHeader,
): Promise<ReceiptContent> {
  const rows = await listLedgerRows(db, entry.person_id)
  const before = rows.slice(
    0,
    rows.findIndex(({ id }) => id === entry.id),
  )
  const balances = await balancesOf(db, before, creditSources(before)[0]?.money_id ?? '')
  const [part] = partsOfPapers(balances, -entry.amount_paise)
  if (!part) throw new Error(`The paper of the refund ${entry.id} is missing`)
  const { paper, parts, taken } = part
  const layout2 = { layout: 2, lines: linesOf(paper), owed_paise: 0 } as const
  const whole: CurrentContent = { ...paper, ...layout2, cancels_on: paper.issued_on }
  const {
    advance_paise: _advance,
    tds_paise: _tds,
    tds_certificate: _certificate,
    ...original
  } = whole
  return {
    ...original,
    ...header,
    cancels: paper.number,
    ...partOfLines(linesOfPart(paper, parts, taken), paper),
    mode: entry.mode,
    reference: entry.reference,
    paid_on: isoDay(new Date(entry.paid_at)),
    valid_from: null,
    valid_to: null,
    edition: newEdition,
    refund: true,
  }
}

async function linesOfEntry(db: Database, entry: ReceiptEntry) {
  const rows = await listLedgerRows(db, entry.person_id)
  const id = entry.reverses_id ?? entry.id
  const payment = rows.find((row) => row.id === id)
  if (!payment) throw new Error(`The payment of the receipt ${entry.id} is missing`)
  if (payment.kind === 'paper') return creditLine(rows, payment)
  return payment.kind === 'charge' ? chargeLine(rows, payment) : receiptLines(rows, payment)
}

/** The address on record: the office, else where certificates are sent, else the factory. */
export const addressOf = (entry: ReceiptEntry) => addressesOf(entry).find(Boolean) ?? ''

const addressesOf = ({ person_address, person_postal_address, person_factory }: ReceiptEntry) =>
  [person_address, person_postal_address, person_factory].map((address) => address ?? '')

export const parseContent = (content: string): ReceiptContent =>
  receiptContent.parse(JSON.parse(content))
