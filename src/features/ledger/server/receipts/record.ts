/** Stores what a receipt says, in the transaction that takes its number. */
import { memberDisplayName } from '#features/members/display-name.ts'
import type { Database } from '#platform/server/database/database.ts'
import { requireDrawable, undrawableLetters } from '#platform/server/documents/undrawable.ts'
import type { World } from '#platform/server/world.ts'
import { isoDay } from '#shared/dates.ts'
import { Refusal } from '#shared/refusal.ts'
import { activeEntries, recordedUntil } from '../../account-entries.ts'
import {
  type AdjustedAdvance,
  adjustedBy,
  type LineTax,
  linesOf,
  type PrintableReceipt,
  placesOf,
  type ReceiptContent,
  receiptContent,
  taxOfLine,
} from '../../receipts/content.ts'
import { chargeLine, receiptLines } from '../../receipts/lines.ts'
import { noTax, stateCodeOf, type TaxAmounts } from '../../receipts/tax.ts'
import { sumOfTaxes, supplyOf, taxedLines } from '../../receipts/taxed-lines.ts'
import { creditSources, type Settled, settlementsOf } from '../../settlements.ts'
import { type LedgerRow, listLedgerRows } from '../queries.ts'
import {
  findReceiptEntry,
  insertContent,
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

async function storeContent(
  db: Database,
  entry: ReceiptEntry,
  number: string,
): Promise<ReceiptContent> {
  // In the order of the schema, in which it is read: `replaceContent` compares texts.
  const content = receiptContent.parse(await contentOf(db, entry, number))
  const row = {
    entry_id: entry.id,
    content: JSON.stringify(content),
    recorded_at: entry.recorded_at,
  }
  if (await insertContent(db, row)) return content
  return parseContent((await readContent(db, entry.id)) ?? '')
}

/** A cancellation states what the cancelled receipt has stated; a payment, what the settings say now. */
async function contentOf(
  db: Database,
  entry: ReceiptEntry,
  number: string,
): Promise<ReceiptContent> {
  const original =
    entry.reverses_id === null ? undefined : await storedContent(db, entry.reverses_id)
  const own = {
    number,
    issued_on: isoDay(new Date(entry.recorded_at)),
    cancels: entry.cancelled_number,
  }
  if (original !== undefined) return cancellationOf(db, entry, original, own)
  if (entry.kind === 'refund') return refundNote(db, entry, own)
  const adjusted = entry.kind === 'charge' ? await adjustedFor(db, entry) : undefined
  const settings = await readReceiptSettings(db)
  const setting = (name: string) => settings.get(name) ?? ''
  const paidOn = isoDay(new Date(entry.paid_at))
  const treatment = (await treatmentOn(db, paidOn)) ?? noTax
  const gstin = entry.person_gstin ?? ''
  const { taxes: ownTaxes, ...paid } = await linesOfEntry(db, entry)
  const { valid_from, valid_to } = entry.kind === 'charge' ? noDays : entry
  const amount = paid.lines.reduce((sum, { paise }) => sum + paise, 0)
  const supply = supplyOf(setting('association_gstin'), { gstin, addresses: addressesOf(entry) })
  const advance = paid.lines.find(({ item }) => item === 'advance')?.paise
  return {
    layout: 2,
    language: (entry.person_language || setting('document_language')) === 'hi' ? 'hi' : 'en',
    ...own,
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
    ...{ valid_from, valid_to },
    ...taxedLines(
      paid.lines,
      ownTaxes.map((own) => own ?? treatment),
      supply,
    ),
    owed_paise: paid.owed_paise,
    ...(paid.tds_paise > 0 && { tds_paise: paid.tds_paise }),
    cancels_on: null,
    ...(adjusted && { adjusted }),
    ...(treatment.kind === 'invoice' && advance && { advance_paise: advance }),
    edition: 2,
  }
}

const noDays = { valid_from: null, valid_to: null }

/**
 * The payments that pay a charge when it is raised, and how much each pays: a payment and the tax deducted from it have one
 * paper, so they count as one. `rows` are all entries of the member then.
 */
export function creditOn(
  rows: readonly LedgerRow[],
  { settlements }: Pick<Settled, 'settlements'>,
  chargeId: string,
): { money: LedgerRow; paise: number }[] {
  const credit = new Map<LedgerRow, number>()
  for (const { money_id, charge, kind, paise } of settlements) {
    if (charge.id !== chargeId || kind === 'waiver') continue
    const own = rows.find(({ id }) => id === money_id)
    const money = rows.find(({ id }) => id === (own?.paid_with ?? money_id))
    if (money) credit.set(money, (credit.get(money) ?? 0) + paise)
  }
  return [...credit].map(([money, paise]) => ({ money, paise }))
}

/** What of the paper of a payment is taken for a charge; undefined for money without a paper of the portal. */
export async function advanceTaken(
  db: Database,
  rows: readonly LedgerRow[],
  payment: LedgerRow,
  paise: number,
): Promise<AdjustedAdvance | undefined> {
  const paper = await storedContent(db, payment.id)
  if (!paper) return undefined
  const {
    tax,
    taxes: several,
    ...taken
  } = takenOf(paper, await creditedOf(db, rows, paper.number), paise)
  const taxes = placedTaxes({ tax, ...(several && { taxes: several }) }, taken.amount_paise)
  return {
    ...{ number: paper.number, issued_on: paper.issued_on, taxes },
    paise: taken.amount_paise,
    taxable_paise: taxes.reduce((sum, tax) => sum + tax.taxable_paise, 0),
  }
}

/** The advances that pay a charge when it is raised. */
async function adjustedFor(db: Database, { id, person_id }: ReceiptEntry) {
  const all = await listLedgerRows(db, person_id)
  const charge = all.find((row) => row.id === id)
  if (!charge) throw new Error(`The charge ${id} is missing`)
  const rows = recordedUntil(all, charge)
  const before = rows.filter((row) => row.id !== id)
  const adjusted: AdjustedAdvance[] = []
  for (const { money, paise } of creditOn(rows, settlementsOf(rows), id)) {
    const taken = await advanceTaken(db, before, money, paise)
    if (taken && taken.paise > 0) adjusted.push(taken)
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

/** The same, of a content that was read with the entry: null for one from before receipts were stored. */
export const paperContent = async (
  db: Database,
  entryId: string,
  stored: string | null,
): Promise<ReceiptContent | undefined> =>
  stored === null ? storedContent(db, entryId) : parseContent(stored)

type Own = Pick<ReceiptContent, 'number' | 'issued_on' | 'cancels'>

/**
 * The cancelled paper with the number and the day of its cancellation, without what credit notes took from it before. A
 * refund that is cancelled is an advance again, with a paper of its own.
 */
async function cancellationOf(
  db: Database,
  entry: ReceiptEntry,
  original: ReceiptContent,
  own: Own,
): Promise<ReceiptContent> {
  if (original.layout === 2 && original.refund) {
    const { refund: _refund, ...note } = original
    const paid_on = isoDay(new Date(entry.paid_at))
    const advance_paise = original.amount_paise
    return { ...note, ...own, cancels: null, cancels_on: null, paid_on, advance_paise }
  }
  const whole: Layout2 = {
    ...{ ...original, layout: 2, ...own, lines: linesOf(original), owed_paise: 0 },
    cancels_on: original.issued_on,
    ...(original.layout === 2 && { edition: 2 }),
  }
  const rows = await listLedgerRows(db, entry.person_id)
  if (original.layout === 2 && original.adjusted) {
    // No advance comes back where its own paper was cancelled.
    const active = new Set(activeEntries(rows).map(({ receipt_number: number }) => number))
    return { ...whole, adjusted: original.adjusted.filter(({ number }) => active.has(number)) }
  }
  const credited = await creditedOf(db, rows, original.number)
  if (credited === 0) return whole
  const rest = original.amount_paise - credited
  return { ...whole, ...takenOf(original, credited, rest), money_paise: original.amount_paise }
}

type Layout2 = Extract<ReceiptContent, { layout: 2 }>

/** What the credit notes of refunds that count, and the papers of charges, have taken from a paper. */
async function creditedOf(
  db: Database,
  rows: readonly LedgerRow[],
  number: string,
): Promise<number> {
  let credited = 0
  for (const { id, kind, receipt_number } of activeEntries(rows)) {
    if ((kind !== 'refund' && kind !== 'charge') || receipt_number === null) continue
    const note = await storedContent(db, id)
    if (note?.cancels === number) credited += note.amount_paise
    for (const taken of note ? adjustedBy(note) : [])
      if (taken.number === number) credited += taken.paise
  }
  return credited
}

/**
 * So much of a paper with its tax, from its end, where the advance is; `skipped` was taken before. Its tax is that of
 * both less that of what was skipped: so the parts of a paper have the tax of the paper, to the paisa.
 */
function takenOf(
  original: ReceiptContent,
  skipped: number,
  paise: number,
): Pick<Layout2, 'lines' | 'tax' | 'taxes' | 'amount_paise'> {
  const { supply, taxed, amount_paise } = partOfPaper(original, skipped, paise)
  const before = taxesOfPart(original, skipped)
  const taxes = taxesOfPart(original, skipped + paise).flatMap((tax): LineTax[] => {
    const earlier = before.find((one) => keyOf(one) === keyOf(tax))
    const less = (name: keyof TaxAmounts | 'amount_paise') => tax[name] - (earlier?.[name] ?? 0)
    const amount = less('amount_paise')
    const amounts = {
      taxable_paise: less('taxable_paise'),
      cgst_paise: less('cgst_paise'),
      sgst_paise: less('sgst_paise'),
      igst_paise: less('igst_paise'),
    }
    return amount > 0 ? [{ ...tax, ...amounts, amount_paise: amount }] : []
  })
  const order = placedTaxes(taxed, amount_paise).map(keyOf)
  taxes.sort((a, b) => order.indexOf(keyOf(a)) - order.indexOf(keyOf(b)))
  return {
    lines: taxed.lines,
    tax: taxes.length > 0 ? sumOfTaxes(taxes, supply) : taxed.tax,
    taxes: taxes.length > 1 ? withoutOnePlace(taxes) : undefined,
    amount_paise,
  }
}

const keyOf = ({ kind, rate, sac, legend, place_of_supply }: LineTax): string =>
  JSON.stringify([kind, rate, sac, legend, place_of_supply])

function taxesOfPart(original: ReceiptContent, paise: number): LineTax[] {
  const { taxed, amount_paise } = partOfPaper(original, 0, paise)
  return placedTaxes(taxed, amount_paise)
}

type Taxed = Pick<ReturnType<typeof taxedLines>, 'tax' | 'taxes'>

/** The taxes, each with its place of supply; what has no tax has none. */
const placedTaxes = ({ tax, taxes }: Taxed, amount_paise: number): LineTax[] =>
  (taxes ?? [{ ...tax, amount_paise }]).map((one) => ({
    ...one,
    place_of_supply: one.kind === 'receipt' ? '' : (one.place_of_supply ?? tax.place_of_supply),
  }))

/** The taxes as a paper has them: it alone says the place where there is one. */
function withoutOnePlace(taxes: readonly LineTax[]): LineTax[] {
  const places = new Set(taxes.map(({ place_of_supply }) => place_of_supply).filter(Boolean))
  if (places.size > 1) return [...taxes]
  return taxes.map(({ place_of_supply: _place, ...tax }) => tax)
}

function partOfPaper(original: ReceiptContent, skipped: number, paise: number) {
  let [passing, left] = [skipped, paise]
  const taken = linesOf(original)
    .toReversed()
    .flatMap((line) => {
      const passed = Math.min(passing, line.paise)
      const part = Math.min(left, line.paise - passed)
      passing -= passed
      left -= part
      return part > 0 ? [{ ...line, paise: part }] : []
    })
    .reverse()
  const treatments = taken.map((line) => {
    const { kind, rate, sac, legend, place_of_supply: place } = taxOfLine(original, line)
    return { kind, rate, sac, legend, place: place?.slice(0, 2) }
  })
  const [place = ''] = placesOf(original.tax)
  const supply = { supplier: stateCodeOf(original.association.gstin), customer: place.slice(0, 2) }
  const lines = taken.map(({ tax_index: _index, ...line }) => line)
  return { supply, taxed: taxedLines(lines, treatments, supply), amount_paise: paise - left }
}

/** The money that a refund takes the credit from, at most of one tax invoice; its number, or null where no tax was due. */
export interface RefundPart {
  paise: number
  invoice: string | null
}

/** Credit that is paid back, in parts: each tax invoice gets a credit note of its own. `rows` are all entries of the member. */
export async function refundParts(
  db: Database,
  rows: readonly LedgerRow[],
  paise: number,
): Promise<RefundPart[]> {
  const parts: RefundPart[] = []
  let left = paise
  for (const source of creditSources(rows)) {
    const part = { paise: Math.min(left, source.paise), invoice: null as string | null }
    if (part.paise <= 0) break
    left -= part.paise
    const paper = await storedContent(db, source.money_id)
    if (paper?.tax.kind === 'invoice') {
      const credited = await creditedOf(db, rows, paper.number)
      const { tax } = takenOf(paper, credited, part.paise)
      if (tax.kind === 'invoice') part.invoice = paper.number
    }
    const last = parts.at(-1)
    if (last?.invoice === part.invoice) last.paise += part.paise
    else parts.push(part)
  }
  return parts
}

/** Whether the tax invoice counts that the paper of a refund has credited. */
export async function creditsInvoice(
  db: Database,
  rows: readonly LedgerRow[],
  refundId: string,
): Promise<boolean> {
  const number = (await storedContent(db, refundId))?.cancels
  return activeEntries(rows).some(({ receipt_number }) => receipt_number === number)
}

/** Credit note of the tax invoice that had the advance, and refund voucher of it (CGST Rules, rules 51 and 53). */
async function refundNote(db: Database, entry: ReceiptEntry, own: Own): Promise<ReceiptContent> {
  const rows = await listLedgerRows(db, entry.person_id)
  const before = rows.slice(
    0,
    rows.findIndex(({ id }) => id === entry.id),
  )
  const paper = await storedContent(db, creditSources(before)[0]?.money_id ?? '')
  if (!paper) throw new Error(`The paper of the refund ${entry.id} is missing`)
  const layout2 = { layout: 2, lines: linesOf(paper), owed_paise: 0 } as const
  const whole: Layout2 = { ...paper, ...layout2, cancels_on: paper.issued_on }
  const { advance_paise: _advance, tds_paise: _tds, ...original } = whole
  return {
    ...{ ...original, ...own, cancels: paper.number },
    ...takenOf(paper, await creditedOf(db, before, paper.number), -entry.amount_paise),
    ...{ mode: entry.mode, reference: entry.reference, paid_on: isoDay(new Date(entry.paid_at)) },
    ...{ valid_from: null, valid_to: null, edition: 2, refund: true },
  }
}

async function linesOfEntry(db: Database, entry: ReceiptEntry) {
  const rows = await listLedgerRows(db, entry.person_id)
  const id = entry.reverses_id ?? entry.id
  const payment = rows.find((row) => row.id === id)
  if (!payment) throw new Error(`The payment of the receipt ${entry.id} is missing`)
  return payment.kind === 'charge' ? chargeLine(rows, payment) : receiptLines(rows, payment)
}

/** The address on record: the office, else where certificates are sent, else the factory. */
const addressOf = (entry: ReceiptEntry) => addressesOf(entry).find(Boolean) ?? ''

const addressesOf = ({ person_address, person_postal_address, person_factory }: ReceiptEntry) =>
  [person_address, person_postal_address, person_factory].map((address) => address ?? '')

/**
 * What the receipt of an entry says; one of before receipts were stored gets its content now. Throws
 * Refusal 'missing' for an entry without a number of the series.
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
 * What becomes part of the receipt when it is printed for the first time: the names of the environment, and texts of the
 * register that were corrected because they could not be drawn. Throws Refusal while there are such texts.
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

/** Those that somebody can correct. Nobody can for a deleted member: the letters are left out. */
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
