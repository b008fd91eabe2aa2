/** The content of a receipt for print. The first print completes the texts that are not stored yet. */
import { memberDisplayName } from '#features/members/display-name.ts'
import { requireDrawable, undrawableLetters } from '#platform/server/documents/undrawable.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import type { PrintableReceipt } from '../../receipts/content.ts'
import { findReceiptEntry, type ReceiptEntry, readContent, replaceContent } from './queries.ts'
import { addressOf, parseContent, storeContent } from './receipt-content.ts'

/**
 * The content of an entry's receipt. A receipt that was issued before the portal stored contents gets its content
 * now. Throws Refusal 'missing' for an entry without a number of the series.
 */
export async function readReceipt(world: World, entry: ReceiptEntry): Promise<PrintableReceipt> {
  const { db } = world
  if (entry.receipt_number === null) throw noReceipt()
  if (entry.reverses_id !== null) await storeMissing(world, entry.reverses_id)
  const stored =
    (await readContent(db, entry.id)) ??
    JSON.stringify(await storeContent(db, entry, entry.receipt_number))
  return completeTexts(world, entry, stored)
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
  stored: string,
): Promise<PrintableReceipt> {
  const content = parseContent(stored)
  const { association, member } = content
  const current = world.association()
  const texts = {
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
  const complete = { ...content, ...texts }
  await requireDrawable(printedTexts(complete, entry))
  // The stored paper keeps its layout.
  const after = JSON.stringify({ ...JSON.parse(stored), ...texts })
  if (after === stored) return complete
  if (await replaceContent(world.db, entry.id, stored, after)) return complete
  return readReceipt(world, entry)
}

/** The stored text, or the current one if none is stored or some letters of the stored one cannot be drawn. */
async function drawableOf(stored: string | null, current: string | null): Promise<string> {
  if (stored === null) return current ?? ''
  return current === null || (await undrawableLetters(stored)).length === 0 ? stored : current
}

/**
 * The texts that an administrator can correct. The texts of a deleted member cannot be corrected, so letters that
 * cannot be drawn are omitted from them.
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

export const noReceipt = () =>
  new Refusal('missing', 'The portal has not issued a receipt for this payment')
