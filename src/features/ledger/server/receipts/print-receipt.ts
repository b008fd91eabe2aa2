/** The PDF of a receipt, for downloads and mails. */

import type { Database } from '#platform/server/database/database.ts'
import { renderInThread } from '#platform/server/documents/render-in-thread.ts'
import { readPicture } from '#platform/server/files/picture.ts'
import type { World } from '#platform/server/world.ts'
import { isoDay } from '#shared/dates.ts'
import { voidedCredit } from '../../receipts/paid-charges.ts'
import type { VoidedPayment } from '../../receipts/voided-payments.ts'
import { listEntriesOf } from '../queries.ts'
import { noReceipt, readReceipt } from './printable-receipt.ts'
import { findReceiptEntry, type ReceiptEntry } from './queries.ts'
import { findContent } from './receipt-content.ts'
import type { ReceiptPage } from './receipt-document.ts'

interface PrintedReceipt {
  filename: string
  content: Buffer
}

/**
 * `client` is who waits for it. Throws Refusal 'missing' for an unknown entry, one of another member, and one
 * without a receipt.
 */
export async function printReceipt(
  world: World,
  entryId: string,
  { ownedBy, client }: { ownedBy?: string; client: string },
): Promise<PrintedReceipt> {
  const entry = await findReceiptEntry(world.db, entryId)
  if (!entry || (ownedBy !== undefined && entry.person_id !== ownedBy)) throw noReceipt()
  const content = await readReceipt(world, entry)
  const logo = await readPicture(world, content.association.logo ?? '', 'small')
  const page: ReceiptPage = {
    content,
    cancelled: await readCancellation(world, entry),
    voidedPayments: await readVoidedPayments(world.db, entry),
    logo,
  }
  const module = new URL('./receipt-document.ts', import.meta.url)
  return {
    filename: `receipt-${content.number.replaceAll('/', '-')}.pdf`,
    content: await renderInThread(module, page, { client }),
  }
}

async function readCancellation(
  { db }: World,
  { cancellation_id: id, cancelled_at: at }: ReceiptEntry,
): Promise<ReceiptPage['cancelled']> {
  const by = id === null ? undefined : await findContent(db, id)
  return by && at !== null ? { by, day: isoDay(at) } : undefined
}

/** The entries that paid the charge of a paper and are void now; none for a paper that is itself cancelled. */
export async function readVoidedPayments(
  db: Database,
  { id, kind, person_id, cancelled_at }: ReceiptEntry,
): Promise<VoidedPayment[]> {
  if (kind !== 'charge' || cancelled_at !== null) return []
  const entries = await listEntriesOf(db, person_id)
  return voidedCredit(entries, id).map(({ money, paise, voiding }) => ({
    paise,
    number: money.receipt_number ?? money.office_receipt_number,
    cancelled_by: voiding.receipt_number,
    day: isoDay(voiding.recorded_at),
  }))
}
