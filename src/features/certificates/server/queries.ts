import { sql } from 'kysely'
import type { PersonRow } from '#features/members/server/queries.ts'
import { chunks } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Instant } from '#shared/dates.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    certificate: CertificateRow
    certificate_counter: { year: string; last: number }
  }
}

/** A certificate. The database refuses every change but one revocation. */
export interface CertificateRow {
  id: string
  person_id: string
  number: string
  /** Random (code.ts); stored so that the certificate can be printed again. */
  code: string
  /** SHA-256 of the code, by which the public page finds it. */
  code_hash: string
  /** What the certificate says, as it was in the register when it was issued. */
  name: string
  company_name: string
  membership_number: string
  issued_at: Instant
  /** The member, when their own download made it. */
  issued_by: string | null
  revoked_at: Instant | null
  revoked_by: string | null
  revoked_reason: string | null
}

export async function insertCertificate(db: Database, row: CertificateRow): Promise<void> {
  await db.insertInto('certificate').values(row).execute()
}

/** Takes the next serial of a financial year; concurrent callers get different ones. */
export async function takeCertificateSerial(db: Database, year: string): Promise<number> {
  const { last } = await db
    .insertInto('certificate_counter')
    .values({ year, last: 1 })
    .onConflict((conflict) =>
      conflict.column('year').doUpdateSet({ last: sql<number>`certificate_counter.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}

export const findCertificate = (db: Database, id: string): Promise<CertificateRow | undefined> =>
  db.selectFrom('certificate').selectAll().where('id', '=', id).executeTakeFirst()

/** The newest certificate of a person, revoked or not. */
export const findNewest = (db: Database, personId: string): Promise<CertificateRow | undefined> =>
  db
    .selectFrom('certificate')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('issued_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Revokes a certificate that is not revoked; false otherwise. */
export async function revokeRow(
  db: Database,
  id: string,
  revocation: Pick<CertificateRow, 'revoked_at' | 'revoked_by' | 'revoked_reason'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('certificate')
    .set(revocation)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** A certificate by the hash of its code, with what decides about its validity. One query for any code. */
export const findByCodeHash = (db: Database, codeHash: string) =>
  db
    .selectFrom('certificate')
    .innerJoin('person', 'person.id', 'certificate.person_id')
    .select([
      'certificate.name',
      'certificate.company_name',
      'certificate.membership_number',
      'certificate.revoked_at',
      'person.role',
      'person.is_active',
      'person.paid_until',
    ])
    .where('certificate.code_hash', '=', codeHash)
    .executeTakeFirst()

/** The certificates of a person, newest first. */
export const listCertificates = (db: Database, personId: string): Promise<CertificateRow[]> =>
  db
    .selectFrom('certificate')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('issued_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** How many of these people have no certificate, or only revoked ones. */
export async function countMissing(db: Database, ids: readonly string[]): Promise<number> {
  let holders = 0
  for (const chunk of chunks(ids, 500)) {
    const { count } = await db
      .selectFrom('certificate')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('person_id', 'in', chunk)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow()
    holders += Number(count)
  }
  return ids.length - holders
}

/** What documents print of a member: the fields of the register, and the current certificate. */
export type PrintedRow = Pick<
  PersonRow,
  | 'id'
  | 'name'
  | 'company_name'
  | 'role'
  | 'is_active'
  | 'paid_until'
  | 'certificate_postal_address'
  | 'document_language'
> & { number: string | null; code: string | null; issued_at: Instant | null } & {
  /** The name as printed on the certificate. */
  printed_name: string | null
  printed_company: string | null
  printed_number: string | null
}

/** Unordered; people without a certificate have null in its columns. */
export async function listPrinted(db: Database, ids: readonly string[]): Promise<PrintedRow[]> {
  const rows: PrintedRow[] = []
  for (const chunk of chunks(ids, 500))
    rows.push(
      ...(await db
        .selectFrom('person')
        .leftJoin('certificate', (join) =>
          join
            .onRef('certificate.person_id', '=', 'person.id')
            .on('certificate.revoked_at', 'is', null),
        )
        .select([
          'person.id',
          'person.name',
          'person.company_name',
          'person.role',
          'person.is_active',
          'person.paid_until',
          'person.certificate_postal_address',
          'person.document_language',
          'certificate.number',
          'certificate.code',
          'certificate.issued_at',
          'certificate.name as printed_name',
          'certificate.company_name as printed_company',
          'certificate.membership_number as printed_number',
        ])
        .where('person.id', 'in', chunk)
        .execute()),
    )
  return rows
}
