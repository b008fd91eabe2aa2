/** Exports of all active members (contract 3.11, 3.12). */

import { exportColumns } from '#features/members/columns/spreadsheet-columns.ts'
import { activeMemberColumns, activeMemberIds } from '#features/members/server/list/bulk-queries.ts'
import {
  type ExportedPeople,
  readExportedPeople,
} from '#features/members/server/list/exported-people-queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { StreamedAnswer } from '#platform/server/reading/read-answer.ts'
import { byteOrderMark, csvRow } from '#shared/csv.ts'
import { isoDay } from '#shared/dates.ts'
import type { MemberRole } from '#shared/roles.ts'
import { memberDataFields } from '../../answers.ts'
import { cellReaders } from '../import/cells.ts'
import { memberDataCell, memberDataColumns, toMemberData } from './member-data.ts'

/** The file name of an export (contract 9.5). */
export const exportName = (
  shortName: string,
  role: MemberRole | undefined,
  now: Date,
  format: 'csv' | 'xlsx' = 'csv',
): string =>
  `${shortName.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-|-$/g, '')}-${role ?? 'all'}-members-${isoDay(now)}.${format}`

/** The file name of Download CSV (contract 9.5). */
export const memberDataName = (now: Date): string =>
  `member_data_${isoDay(now).replaceAll('-', '_')}.csv`

export interface ExportRequest {
  format: 'csv' | 'member-data'
  role: MemberRole | undefined
}

/** The head of an export: the members in the file. */
export interface ExportHead {
  people: ExportedPeople
}

/** The active members by descending membership number. */
export async function readExport(
  db: Database,
  { format, role }: ExportRequest,
): Promise<StreamedAnswer<ExportHead>> {
  const people = await readExportedPeople(activeMemberIds(db, role))
  return { head: { people }, content: format === 'csv' ? csv(db, role) : memberData(db, role) }
}

async function* csv(db: Database, role: MemberRole | undefined): AsyncGenerator<string> {
  yield byteOrderMark + csvRow(exportColumns)
  const readers = exportColumns.map((column) => cellReaders[column])
  for await (const people of activeMemberColumns(db, role, exportColumns))
    yield people.map((person) => csvRow(readers.map((readCell) => readCell(person)))).join('')
}

async function* memberData(db: Database, role: MemberRole | undefined): AsyncGenerator<string> {
  yield byteOrderMark + csvRow(['S. No', ...memberDataColumns.map(([heading]) => heading)])
  let row = 0
  for await (const people of activeMemberColumns(db, role, memberDataFields)) {
    let text = ''
    for (const member of people.flatMap(toMemberData)) {
      row += 1
      text += csvRow([
        String(row),
        ...memberDataColumns.map(([, column]) => memberDataCell(member, column)),
      ])
    }
    yield text
  }
}
