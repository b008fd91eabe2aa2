/** Stores the content of a receipt, in the transaction that takes its number. */
import { memberDisplayName } from '#features/members/display-name.ts'
import type { Database } from '#platform/server/database/database.ts'
import { inTransaction } from '#platform/server/database/in-transaction.ts'
import { requireDrawable, undrawableLetters } from '#platform/server/documents/undrawable.ts'
import type { World } from '#platform/server/world.ts'
import { isoDay } from '#shared/dates.ts'
import { Refusal } from '#shared/refusal.ts'
import { activeEntries, recordedUntil } from '../../account-entries.ts'
import { creditOfPaper, creditOn } from '../../credit.ts'
import {
  type AdjustedAdvance,
  adjustedBy,
  type LineTax,
  linesOf,
  newEdition,
  type PrintableReceipt,
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
import { applyEntries, creditSources } from '../../settlements.ts'
import { type LedgerRow, listEntriesOf } from '../queries.ts'
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
const storeContent = (
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

/** A cancellation has the content of the cancelled receipt; a payment has the content by the current settings. */
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
  entries: readonly LedgerRow[],
  { money, paise, chargeId }: { money: LedgerRow; paise: number; chargeId?: string },
): Promise<AdjustedAdvance[] | undefined> {
  const papers = await papersOfCredit(db, entries, money.id)
  const moved = chargeId === undefined ? undefined : { chargeId, paise }
  const balances = paperBalances(entries, papers, money.id, moved)
  if (balances.length === 0) return undefined
  return partsOfPapers(balances, paise).map((part) => {
    const { member, ...paper } = part.paper
    const bill = paper.layout === 2 ? paper.bill?.number : undefined
    return { ...takenOf(part), gstin: member.gstin, ...(bill !== undefined && { bill }) }
  })
}

/** A part of a paper with its number and its taxes. */
function takenOf({ paper, taken, parts, paise }: PaperPart) {
  const taxes = taxesOfLines(linesOfPart(paper, parts, taken))
  return {
    number: paper.number,
    issued_on: paper.issued_on,
    paise,
    taxes,
    taxable_paise: taxes.reduce((sum, tax) => sum + tax.taxable_paise, 0),
  }
}

const balancesOf = async (db: Database, entries: readonly LedgerRow[], paymentId: string) =>
  paperBalances(entries, await papersOfCredit(db, entries, paymentId), paymentId)

/** The papers of a payment, of its refunds and their cancellations, of charges and of credit. */
async function papersOfCredit(
  db: Database,
  entries: readonly LedgerRow[],
  paymentId = '',
): Promise<Papers> {
  const refunds = new Set(entries.flatMap(({ id, kind }) => (kind === 'refund' ? [id] : [])))
  const papers = new Map<string, ReceiptContent>()
  for (const { id, kind, reverses_id, receipt_number } of entries) {
    const isOfCredit = refunds.has(id) || refunds.has(reverses_id ?? '') || takesAdvances({ kind })
    if (receipt_number === null || !(isOfCredit || id === paymentId)) continue
    const paper = await storedContent(db, id)
    if (paper) papers.set(id, paper)
  }
  return papers
}

/** The advances that pay a charge when it is raised, or later. */
async function adjustedFor(db: Database, { id, person_id }: ReceiptEntry) {
  const all = await listEntriesOf(db, person_id)
  const charge = all.find((row) => row.id === id)
  if (!charge) throw new Error(`The charge ${id} is missing`)
  const known = recordedUntil(all, charge)
  const before = known.filter((row) => row.id !== id)
  if (charge.kind === 'paper') {
    const { money, paise, charge: paid } = creditOfPaper(all, charge)
    return (await advancesTaken(db, before, { money, paise, chargeId: paid.id })) ?? []
  }
  const adjusted: AdjustedAdvance[] = []
  for (const { money, paise } of creditOn(known, applyEntries(known), id)) {
    adjusted.push(...((await advancesTaken(db, before, { money, paise })) ?? []))
  }
  return adjusted
}

/** The content of a receipt. It is stored now if the receipt is from before contents were stored. */
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
  const entries = await listEntriesOf(db, entry.person_id)
  if (original.layout === 2 && original.adjusted) {
    // Where the payment was cancelled, its advance does not become available again.
    const active = new Set(activeEntries(entries).map(({ id }) => id))
    const papers = await papersOfCredit(db, entries)
    const isActive = ({ number }: AdjustedAdvance) =>
      active.has(moneyOfPaper(entries, papers, number)?.id ?? '')
    return { ...whole, adjusted: original.adjusted.filter(isActive) }
  }
  const balances = await balancesOf(db, entries, entry.reverses_id ?? '')
  if (balances.every(({ taken_paise }) => taken_paise === 0)) return whole
  const left = partsOfPapers(balances, leftOfPapers(balances)).reverse()
  const parts =
    left.length > 0 ? left : balances.map((balance) => ({ ...balance, paise: 0, parts: [] }))
  const [first] = parts
  const lines = parts.flatMap((part) => linesOfPart(part.paper, part.parts, part.taken))
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
 * The money from which a refund takes the credit, with at most one tax invoice: its number, or null where no tax was
 * due.
 */
export interface RefundPart {
  paise: number
  invoice: string | null
}

/**
 * Splits credit that is paid back into parts: each tax invoice gets its own credit note. `entries` are all entries of
 * the member.
 */
export async function refundParts(
  db: Database,
  entries: readonly LedgerRow[],
  paise: number,
): Promise<RefundPart[]> {
  const parts: RefundPart[] = []
  const add = (part: number, invoice: string | null) => {
    const last = parts.at(-1)
    if (last?.invoice === invoice) last.paise += part
    else if (part > 0) parts.push({ paise: part, invoice })
  }
  let left = paise
  // A payment and the tax deducted from it have one paper.
  const sources = Map.groupBy(creditSources(entries), ({ money_id }) => money_id)
  for (const [id, credit] of sources) {
    let rest = Math.min(
      left,
      credit.reduce((sum, one) => sum + one.paise, 0),
    )
    left -= rest
    for (const taken of partsOfPapers(await balancesOf(db, entries, id), rest)) {
      const { number, taxes, paise: part } = takenOf(taken)
      rest -= part
      add(part, taxes.some(({ kind }) => kind === 'invoice') ? number : null)
    }
    // Money without a paper of the portal.
    add(rest, null)
  }
  return parts
}

/** Whether the payment is active whose tax invoice the paper of a refund has credited. */
export async function creditsInvoice(
  db: Database,
  entries: readonly LedgerRow[],
  refundId: string,
): Promise<boolean> {
  const papers = await papersOfCredit(db, entries)
  const payment = moneyOfPaper(entries, papers, papers.get(refundId)?.cancels ?? null)
  return activeEntries(entries).some(({ id }) => id === payment?.id)
}

/**
 * The papers whose remaining amounts are cancelled when an entry becomes void. `entries` are all entries of the member.
 */
export async function papersEndedBy(
  db: Database,
  entries: readonly LedgerRow[],
  { id, kind }: LedgerRow,
): Promise<ReceiptContent[]> {
  if (kind === 'refund') return []
  const own = kind === 'charge' ? await storedContent(db, id) : undefined
  const ended: ReceiptContent[] = own ? [own] : []
  for (const paper of activeEntries(entries)) {
    const isEnded = paper.kind === 'paper' && (paper.paid_with === id || paper.charge_id === id)
    const content = isEnded ? await storedContent(db, paper.id) : undefined
    if (content) ended.push(content)
  }
  if (kind === 'charge') return ended
  const balances = await balancesOf(db, entries, id)
  return [...partsOfPapers(balances, leftOfPapers(balances)).map(({ paper }) => paper), ...ended]
}

/**
 * The credit note for the tax invoice of the advance, which is also the refund voucher (CGST Rules, rules 51 and 53).
 */
async function refundNote(
  db: Database,
  entry: ReceiptEntry,
  header: PaperHeader,
): Promise<ReceiptContent> {
  const entries = await listEntriesOf(db, entry.person_id)
  const before = entries.slice(
    0,
    entries.findIndex(({ id }) => id === entry.id),
  )
  const balances = await balancesOf(db, before, creditSources(before)[0]?.money_id ?? '')
  const [part] = partsOfPapers(balances, -entry.amount_paise)
  if (!part) throw new Error(`The paper of the refund ${entry.id} is missing`)
  const { paper, parts, taken } = part
  const currentLayout = { layout: 2, lines: linesOf(paper), owed_paise: 0 } as const
  const whole: CurrentContent = { ...paper, ...currentLayout, cancels_on: paper.issued_on }
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
  const entries = await listEntriesOf(db, entry.person_id)
  const id = entry.reverses_id ?? entry.id
  const payment = entries.find((row) => row.id === id)
  if (!payment) throw new Error(`The payment of the receipt ${entry.id} is missing`)
  if (payment.kind === 'paper') return creditLine(entries, payment)
  return payment.kind === 'charge' ? chargeLine(entries, payment) : receiptLines(entries, payment)
}

/** The address on record: the office, else where certificates are sent, else the factory. */
const addressOf = (entry: ReceiptEntry) => addressesOf(entry).find(Boolean) ?? ''

const addressesOf = ({ person_address, person_postal_address, person_factory }: ReceiptEntry) =>
  [person_address, person_postal_address, person_factory].map((address) => address ?? '')

/**
 * The content of the receipt of an entry. A receipt that was issued before the portal stored contents gets its content
 * now. Throws Refusal 'missing' for an entry without a number of the series.
 */
export async function readReceipt(world: World, entry: ReceiptEntry): Promise<PrintableReceipt> {
  const { db } = world
  if (entry.receipt_number === null) throw noReceipt()
  if (entry.reverses_id !== null) await storeMissing(world, entry.reverses_id)
  const stored = await readContent(db, entry.id)
  const content = stored
    ? parseContent(stored)
    : await storeContent(db, entry, entry.receipt_number)
  return completeTexts(world, entry, content)
}

async function storeMissing(world: World, entryId: string): Promise<void> {
  const entry = await findReceiptEntry(world.db, entryId)
  if (entry) await readReceipt(world, entry)
}

/**
 * Completes the receipt at its first print: with the names of the environment, and with texts of the register that were
 * corrected because they could not be drawn. Throws Refusal while there are such texts.
 */
async function completeTexts(
  world: World,
  entry: ReceiptEntry,
  content: ReceiptContent,
): Promise<PrintableReceipt> {
  const { association, member } = content
  const current = world.association()
  const complete = {
    ...content,
    association: {
      ...association,
      name: await drawableOf(association.name, current.association_name),
      website: association.website ?? current.association_website,
      address: await drawableOf(association.address, current.association_address),
    },
    member: {
      ...member,
      name: await drawableOf(member.name, entry.person_name),
      company_name: await drawableOf(member.company_name, entry.person_company),
      address: await drawableOf(
        member.address,
        entry.person_name === null ? null : addressOf(entry),
      ),
    },
  }
  await requireDrawable(printedTexts(complete, entry))
  const [before, after] = [JSON.stringify(content), JSON.stringify(complete)]
  if (before === after) return complete
  if (await replaceContent(world.db, entry.id, before, after)) return complete
  return readReceipt(world, entry)
}

/** The stored text, or the current one where none is stored or letters of it cannot be drawn. */
async function drawableOf(stored: string | null, current: string | null): Promise<string> {
  if (stored === null) return current ?? ''
  return current === null || (await undrawableLetters(stored)).length === 0 ? stored : current
}

/**
 * The texts that an administrator can correct. Those of a deleted member cannot be corrected: the letters are left out.
 */
function printedTexts({ association, member }: PrintableReceipt, { person_name }: ReceiptEntry) {
  const ofAssociation = [
    { where: 'the name of the association', text: association.name },
    { where: 'the address of the association', text: association.address },
  ]
  if (person_name === null) return ofAssociation
  const who = memberDisplayName(member)
  return [
    ...ofAssociation,
    { where: `the name of ${who}`, text: member.name },
    { where: `the company name of ${who}`, text: member.company_name },
    { where: `the address of ${who}`, text: member.address },
  ]
}

export const parseContent = (content: string): ReceiptContent =>
  receiptContent.parse(JSON.parse(content))

export const noReceipt = () =>
  new Refusal('missing', 'The portal has not issued a receipt for this payment')
