import { personName } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Day, Instant } from '#shared/dates.ts'
import type { TaxTreatment } from '../../receipts/tax.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    tax_treatment: TaxTreatmentRow
  }
}

/** Rows are only added. The row with the latest `valid_from` applies; of several with the same day the newest. */
interface TaxTreatmentRow extends TaxTreatment {
  id: string
  valid_from: Day
  recorded_at: Instant
  recorded_by: string
}

export function findTreatmentOn(db: Database, day: Day): Promise<TaxTreatment | undefined> {
  return db
    .selectFrom('tax_treatment')
    .select(['kind', 'rate', 'sac', 'legend'])
    .where('valid_from', '<=', day)
    .orderBy('valid_from', 'desc')
    .orderBy('recorded_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** All treatments, the latest first; `recorded_by` is a name. */
export function listTreatments(db: Database) {
  return db
    .selectFrom('tax_treatment')
    .leftJoin('person', 'person.id', 'tax_treatment.recorded_by')
    .select([
      'tax_treatment.id',
      'valid_from',
      'kind',
      'rate',
      'sac',
      'legend',
      'recorded_at',
      personName('person').as('recorded_by'),
    ])
    .orderBy('valid_from', 'desc')
    .orderBy('recorded_at', 'desc')
    .orderBy('tax_treatment.id', 'desc')
    .execute()
}

export async function insertTreatment(db: Database, row: TaxTreatmentRow): Promise<void> {
  await db.insertInto('tax_treatment').values(row).execute()
}
