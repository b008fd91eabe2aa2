import { newId } from '#platform/server/core/ids.ts'
import type { Database } from '#platform/server/database/database.ts'
import { recordChange } from '#platform/server/history/history.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { numericDate } from '#shared/dates.ts'
import { Refusal } from '#shared/refusal.ts'
import type { TreatmentAnswer } from '../../receipts/answers.ts'
import type { NewTreatment } from '../../receipts/contract.ts'
import { percent, type TaxTreatment } from '../../receipts/tax.ts'
import { assertInvoicePrefix, isPaperOfGst } from './invoice-numbers.ts'
import { readReceiptSettings } from './queries.ts'
import { findTreatmentOn, insertTreatment, listTreatments } from './treatment-queries.ts'

/** Adds a treatment; earlier receipts keep theirs. A tax invoice needs the GSTIN of the association. */
export async function addTreatment(
  world: World,
  admin: Caller,
  { valid_from, ...input }: NewTreatment,
): Promise<TreatmentAnswer[]> {
  const now = world.now()
  const treatment = withoutUnusedFields(input)
  return world.db.transaction().execute(async (db) => {
    await requirePaperSettings(db, treatment)
    const before = await findTreatmentOn(db, valid_from)
    const at = now.toISOString()
    const row = { id: newId(now), valid_from, ...treatment, recorded_at: at, recorded_by: admin.id }
    await insertTreatment(db, row)
    await recordChange(
      db,
      {
        actor: admin.id,
        subject: 'settings',
        subjectId: 'association',
        action: 'edited',
        before: { tax_treatment: before ? describe(before) : '' },
        after: { tax_treatment: `${describe(treatment)} from ${numericDate(valid_from)}` },
      },
      now,
    )
    return listTreatments(db)
  })
}

/** Throws Refusal while the association cannot issue the papers of this kind. */
export async function requirePaperSettings(
  db: Database,
  { kind }: Pick<TaxTreatment, 'kind'>,
): Promise<void> {
  const settings = await readReceiptSettings(db)
  const gstin = settings.get('association_gstin') ?? ''
  if (kind === 'invoice' && gstin === '')
    throw new Refusal('invalid', "Please enter the association's GSTIN first, under Association", {
      field: 'kind',
    })
  if (!isPaperOfGst({ kind }, gstin)) return
  const numbering = {
    prefix: settings.get('receipt_prefix') ?? '',
    hasShortYear: settings.get('receipt_short_year') === 'yes',
  }
  assertInvoicePrefix(numbering, 'kind')
}

/** The treatment with empty values in the fields that its kind does not use. */
export const withoutUnusedFields = ({
  kind,
  rate,
  sac,
  legend,
  place,
}: TaxTreatment): TaxTreatment => ({
  kind,
  rate: kind === 'invoice' ? rate : 0,
  sac: kind === 'receipt' ? '' : sac,
  legend: kind === 'exempt' ? legend : '',
  ...(place && kind !== 'receipt' && { place }),
})

function describe({ kind, rate, sac, legend }: TaxTreatment): string {
  if (kind === 'invoice') return `Tax invoice, GST ${percent(rate)} %, SAC ${sac}`
  return kind === 'exempt' ? `Exempt: ${legend}` : 'Receipt without tax'
}
