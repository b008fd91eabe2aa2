import type { PersonRow } from '#features/members/server/queries.ts'
import { activeMemberIds, findPeople } from '#features/members/server/register/bulk-queries.ts'
import { exportColumns, templateColumns } from '#features/members/spreadsheet-columns.ts'
import { chunks } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import { yieldToEventLoop } from '#platform/server/event-loop.ts'
import { createWorkQueue } from '#platform/server/work-queue.ts'
import { byteOrderMark, csvRow } from '#shared/csv.ts'
import { isMemberRole, type MemberRole } from '#shared/roles.ts'
import type { MemberData } from '../../contract.ts'
import { memberDataColumns, sampleRow } from '../../rules.ts'
import { cellText } from '../import/cells.ts'

const rowsAtOnce = 250

/** Only for oem and vendor members. */
export function toMemberData(row: PersonRow): MemberData[] {
  if (!isMemberRole(row.role)) return []
  return [
    {
      id: row.id,
      membership_number: row.membership_number,
      role: row.role,
      name: row.name,
      business_partner: row.business_partner,
      company_name: row.company_name,
      created_at: row.created_at,
      payment_amount: row.payment_amount === null ? null : row.payment_amount / 100,
      payment_date: row.payment_date,
      payment_mode: row.payment_mode,
      payment_reference: row.payment_reference,
      whatsapp_number: row.whatsapp_number,
      email: row.email,
      website_url: row.website_url,
      factory_address: row.factory_address,
      certificate_postal_address: row.certificate_postal_address,
      remarks: row.remarks,
      is_visible: row.is_visible,
      updated_at: row.updated_at,
    },
  ]
}

/** What `memberDataOf` takes over from a person. */
export const memberDataFields = [
  'id',
  'membership_number',
  'role',
  'name',
  'business_partner',
  'company_name',
  'created_at',
  'payment_amount',
  'payment_date',
  'payment_mode',
  'payment_reference',
  'whatsapp_number',
  'email',
  'website_url',
  'factory_address',
  'certificate_postal_address',
  'remarks',
  'is_visible',
  'updated_at',
] as const satisfies readonly (keyof MemberData)[]

/** The template with its one sample row. */
export const importTemplate = (role: MemberRole): string => {
  const sample = sampleRow(role)
  return (
    byteOrderMark +
    csvRow(templateColumns) +
    csvRow(templateColumns.map((column) => sample[column]))
  )
}

const inTurn = createWorkQueue({ capacity: 2, concurrency: 2, maxWaiting: 10, maxWaitMs: 30_000 })

/**
 * Every active member, or those of them in `chosen`, by membership number downwards, as they all
 * were at one moment. Two at a time; refused in words when many wait already. What the client is
 * slow to take waits in memory, for nobody may hold the database up.
 */
export const exportMembers = (
  db: Database,
  wanted: ExportFilter,
): Promise<ReadableStream<Uint8Array>> =>
  new Promise((resolve, reject) => {
    inTurn(1, () => {
      const { stream, over } = exportStream(db, wanted)
      resolve(stream)
      return over
    }).catch(reject)
  })

interface ExportFilter {
  format: 'csv' | 'member-data'
  role: MemberRole | undefined
  chosen?: readonly string[]
}

function exportStream(db: Database, { format, role, chosen }: ExportFilter) {
  let isWanted = true
  const lines = format === 'csv' ? exportRows : memberDataRows
  const over = Promise.withResolvers<void>()
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (text: string) => controller.enqueue(Buffer.from(text))
      // Not waited for: the answer begins while the rest is still being read.
      void readAll(db, role, chosen, async (people, from) => {
        if (from === 0) send(byteOrderMark + csvRow(headingsOf(format)))
        if (people.length > 0) send(lines(people, from))
        return isWanted
      })
        .then(
          () => isWanted && controller.close(),
          (error: unknown) => controller.error(error),
        )
        .finally(over.resolve)
    },
    cancel() {
      isWanted = false
    },
  })
  return { stream, over: over.promise }
}

const headingsOf = (format: 'csv' | 'member-data'): readonly string[] =>
  format === 'csv' ? exportColumns : ['S. No', ...memberDataColumns.map(([heading]) => heading)]

const exportRows = (people: readonly PersonRow[]): string =>
  people.map((person) => csvRow(exportColumns.map((column) => cellText(column, person)))).join('')

const memberDataRows = (people: readonly PersonRow[], from: number): string =>
  people
    .flatMap(toMemberData)
    .map((member, index) =>
      csvRow([String(from + index + 1), ...memberDataColumns.map(([, cell]) => cell(member))]),
    )
    .join('')

/** In one transaction, so that nobody appears half before and half after a change. */
async function readAll(
  db: Database,
  role: MemberRole | undefined,
  chosen: readonly string[] | undefined,
  take: (people: readonly PersonRow[], from: number) => Promise<boolean>,
): Promise<void> {
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const all = await activeMemberIds(tx, role)
      const wanted = chosen && new Set(chosen)
      const ids = wanted ? all.filter((id) => wanted.has(id)) : all
      let from = 0
      for (const part of ids.length === 0 ? [[]] : chunks(ids, rowsAtOnce)) {
        const people = new Map((await findPeople(tx, part)).map((person) => [person.id, person]))
        const isWanted = await take(
          part.flatMap((id) => people.get(id) ?? []),
          from,
        )
        if (!isWanted) return
        from += part.length
        await yieldToEventLoop()
      }
    })
}
