/** Stores what a receipt says, in the transaction that takes its number. */
import { memberDisplayName } from '#features/members/display-name.ts'
import type { Database } from '#platform/server/database/database.ts'
import { requireDrawable, undrawableLetters } from '#platform/server/documents/undrawable.ts'
import type { World } from '#platform/server/world.ts'
import { isoDay } from '#shared/dates.ts'
import { Refusal } from '#shared/refusal.ts'
import {
  type LineTax,
  linesOf,
  type PrintableReceipt,
  type ReceiptContent,
  type ReceiptLine,
  receiptContent,
} from '../../receipts/content.ts'
import { receiptLines } from '../../receipts/lines.ts'
import {
  customerState,
  noTax,
  placeOfSupply,
  splitTax,
  stateCodeOf,
  type TaxTreatment,
} from '../../receipts/tax.ts'
import { listLedgerRows } from '../queries.ts'
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
  if (original !== undefined) return cancellationOf(original, own)
  const settings = await readReceiptSettings(db)
  const setting = (name: string) => settings.get(name) ?? ''
  const paidOn = isoDay(new Date(entry.paid_at))
  const treatment = (await treatmentOn(db, paidOn)) ?? noTax
  const gstin = entry.person_gstin ?? ''
  const { taxes: ownTaxes, ...paid } = await linesOfEntry(db, entry)
  const amount = paid.lines.reduce((sum, { paise }) => sum + paise, 0)
  const supply = {
    supplier: stateCodeOf(setting('association_gstin')),
    customer: customerState(gstin, addressesOf(entry)),
  }
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
    valid_from: entry.valid_from,
    valid_to: entry.valid_to,
    ...taxedLines(
      paid.lines,
      ownTaxes.map((own) => own ?? treatment),
      supply,
    ),
    owed_paise: paid.owed_paise,
    ...(paid.tds_paise > 0 && { tds_paise: paid.tds_paise }),
    cancels_on: null,
    ...(treatment.kind === 'invoice' && advance && { advance_paise: advance }),
    edition: 2,
  }
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

/** The cancelled paper with the number and the day of its cancellation. */
const cancellationOf = (
  original: ReceiptContent,
  own: Pick<ReceiptContent, 'number' | 'issued_on' | 'cancels'>,
): ReceiptContent => ({
  ...{ ...original, layout: 2, ...own, lines: linesOf(original), owed_paise: 0 },
  cancels_on: original.issued_on,
  ...(original.layout === 2 && { edition: 2 }),
})

async function linesOfEntry(db: Database, entry: ReceiptEntry) {
  const rows = await listLedgerRows(db, entry.person_id)
  const id = entry.reverses_id ?? entry.id
  const payment = rows.find((row) => row.id === id)
  if (!payment) throw new Error(`The payment of the receipt ${entry.id} is missing`)
  return receiptLines(rows, payment)
}

/** The address on record: the office, else where certificates are sent, else the factory. */
const addressOf = (entry: ReceiptEntry) => addressesOf(entry).find(Boolean) ?? ''

const addressesOf = ({ person_address, person_postal_address, person_factory }: ReceiptEntry) =>
  [person_address, person_postal_address, person_factory].map((address) => address ?? '')

/** Codes of states. */
interface Supply {
  supplier: string
  customer: string
}

/** The lines with their tax: one for the paper, or where they differ one for each kind of lines, with their sums. */
function taxedLines(
  lines: readonly ReceiptLine[],
  treatments: readonly TaxTreatment[],
  supply: Supply,
) {
  const kinds = [...new Map(treatments.map((one) => [JSON.stringify(one), one])).values()]
  const [first = noTax] = kinds
  const amount = (some: readonly ReceiptLine[]) => some.reduce((sum, { paise }) => sum + paise, 0)
  if (kinds.length < 2) return { tax: taxOf(amount(lines), first, supply), lines: [...lines] }
  const indexed = lines.map((line, index) => ({
    ...line,
    tax_index: kinds.findIndex((one) => JSON.stringify(one) === JSON.stringify(treatments[index])),
  }))
  const taxes = kinds.map((kind, index): LineTax => {
    const paise = amount(indexed.filter(({ tax_index }) => tax_index === index))
    const { place_of_supply: _place, ...tax } = taxOf(paise, kind, supply)
    return { ...tax, amount_paise: paise }
  })
  return { tax: sumOfTaxes(taxes, supply), lines: indexed, taxes }
}

/** What a paper is as a whole whose lines have these taxes: the sums of those of its kind, their rate and code where it is one. */
function sumOfTaxes(taxes: readonly LineTax[], supply: Supply): ReceiptContent['tax'] {
  const kind = ['invoice', 'exempt', 'receipt'].find((one) => taxes.some((tax) => tax.kind === one))
  const own = taxes.filter((tax) => tax.kind === kind)
  const sum = (name: 'taxable_paise' | 'cgst_paise' | 'sgst_paise' | 'igst_paise') =>
    own.reduce((paise, tax) => paise + tax[name], 0)
  const [first = { ...noTax, kind: 'receipt' as const }] = own
  return {
    ...taxOf(0, { ...first, ...(own.length > 1 && { rate: 0, sac: '' }) }, supply),
    legend: taxes
      .map(({ legend }) => legend)
      .filter(Boolean)
      .join(' '),
    taxable_paise: sum('taxable_paise'),
    cgst_paise: sum('cgst_paise'),
    sgst_paise: sum('sgst_paise'),
    igst_paise: sum('igst_paise'),
  }
}

/**
 * The place of supply is the state of the member's GSTIN, else of the addresses on record, else the association's own
 * (IGST Act, section 12(2)). `supplier` and `customer` are codes of states; outside India is another one (section 7(5)).
 */
export function taxOf(
  paise: number,
  { kind, rate, sac, legend }: TaxTreatment,
  { supplier, customer }: Supply,
): ReceiptContent['tax'] {
  const place = customer || supplier
  const isInterstate = place !== supplier
  return {
    kind,
    rate,
    sac,
    legend,
    place_of_supply: kind === 'invoice' ? placeOfSupply(place) : '',
    ...splitTax(paise, rate, isInterstate),
  }
}

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
