/** Stores what a receipt says, in the transaction that takes its number. */
import { memberDisplayName } from '#features/members/display-name.ts'
import type { Database } from '#platform/server/database/database.ts'
import { requireDrawable, undrawableLetters } from '#platform/server/documents/undrawable.ts'
import type { World } from '#platform/server/world.ts'
import { isoDay } from '#shared/dates.ts'
import { Refusal } from '#shared/refusal.ts'
import {
  type PrintableReceipt,
  type ReceiptContent,
  receiptContent,
} from '../../receipts/content.ts'
import { noTax, placeOfSupply, splitTax, type TaxTreatment } from '../../receipts/tax.ts'
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
  const content = await contentOf(db, entry, number)
  const row = {
    entry_id: entry.id,
    content: JSON.stringify(content),
    recorded_at: entry.recorded_at,
  }
  if (await insertContent(db, row)) return content
  return parse((await readContent(db, entry.id)) ?? '')
}

/** A cancellation states what the cancelled receipt has stated; a payment, what the settings say now. */
async function contentOf(
  db: Database,
  entry: ReceiptEntry,
  number: string,
): Promise<ReceiptContent> {
  const original = entry.reverses_id === null ? undefined : await readContent(db, entry.reverses_id)
  const own = {
    number,
    issued_on: isoDay(new Date(entry.recorded_at)),
    cancels: entry.cancelled_number,
  }
  if (original !== undefined) return { ...parse(original), ...own }
  const settings = await readReceiptSettings(db)
  const setting = (name: string) => settings.get(name) ?? ''
  const paidOn = isoDay(new Date(entry.paid_at))
  const treatment = (await treatmentOn(db, paidOn)) ?? noTax
  const gstin = entry.person_gstin ?? ''
  const amount = Math.abs(entry.amount_paise)
  return {
    layout: 1,
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
      address: entry.person_address ?? '',
      gstin,
    },
    amount_paise: amount,
    mode: entry.mode,
    reference: entry.reference,
    paid_on: paidOn,
    valid_from: entry.valid_from,
    valid_to: entry.valid_to,
    tax: taxOf(amount, treatment, { supplier: setting('association_gstin'), customer: gstin }),
  }
}

/** A member without a GSTIN is supplied in the state of the association. */
function taxOf(
  paise: number,
  { kind, rate, sac, legend }: TaxTreatment,
  { supplier, customer }: { supplier: string; customer: string },
): ReceiptContent['tax'] {
  const place = customer || supplier
  const isInterstate = place.slice(0, 2) !== supplier.slice(0, 2)
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
  const content = stored ? parse(stored) : await storeContent(db, entry, entry.receipt_number)
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
      address: await drawableOf(member.address, entry.person_address),
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

const parse = (content: string): ReceiptContent => receiptContent.parse(JSON.parse(content))

export const noReceipt = () =>
  new Refusal('missing', 'The portal has not issued a receipt for this payment')
