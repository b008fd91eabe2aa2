import { readYearParts } from '#features/ledger/server/accounts/year-parts-queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { type Cursor, pageOf } from '#platform/server/database/pages.ts'
import { inSnapshot } from '#platform/server/reading/in-snapshot.ts'
import { compare } from '#shared/compare.ts'
import { isoDay } from '#shared/dates.ts'
import {
  financialStartYear,
  financialYearFrom,
  monthStarts,
  startYearOf,
} from '#shared/financial-year.ts'
import type { Paise } from '#shared/rupees.ts'
import type { BoardBook, BookMemberRow } from '../../board-book/answers.ts'
import type { BookMembersQuery } from '../../board-book/contract.ts'
import {
  type BookMember,
  bookMonths,
  openBoardBook,
  selectableBookYears,
  stateKeyOf,
} from '../../board-book/rules.ts'
import { readBookMembers, readChargedYears, readNames } from './queries.ts'

/** The numbers of a financial year as of now; by default of the current one. */
export async function readBoardBook(
  db: Database,
  requestedYear: string | undefined,
  now: Date,
): Promise<BoardBook> {
  const current = financialStartYear(now)
  const startYear = requestedYear ? startYearOf(requestedYear) : current
  const { name } = financialYearFrom(startYear)
  const book = openBoardBook(startYear, isoDay(now))
  let firstJoined = now.toISOString()
  const charged = await inSnapshot(db, async (snapshot) => {
    for await (const members of readBookMembers(snapshot))
      for (const member of members) {
        if (member.created_at < firstJoined) firstJoined = member.created_at
        book.addMember(member)
      }
    for await (const parts of readYearParts(snapshot, name, monthStarts(startYear)))
      for (const part of parts) book.addPart(part)
    return readChargedYears(snapshot)
  })
  const others = [charged.first, charged.last].flatMap((year) => (year ? [startYearOf(year)] : []))
  return {
    ...book.toBook(),
    years: selectableBookYears(current, startYear, [
      financialStartYear(new Date(firstJoined)),
      ...others,
    ]),
  }
}

interface MembersPage {
  rows: BookMemberRow[]
  total: number
  next: Cursor | undefined
}

/** The members with a part of an amount, those with the largest part first. */
export async function listBookMembers(
  db: Database,
  { year, figure, month, state, role, limit }: Omit<BookMembersQuery, 'cursor'>,
  after: Cursor | undefined,
): Promise<MembersPage> {
  const startYear = startYearOf(year)
  const amounts = new Map<string, Paise>()
  const monthIndex = month === undefined ? undefined : bookMonths(startYear).indexOf(month)
  const matching: { member: BookMember; paise: Paise; at: string }[] = []
  await inSnapshot(db, async (snapshot) => {
    for await (const parts of readYearParts(snapshot, year, monthStarts(startYear)))
      for (const part of parts)
        if (part.figure === figure && (monthIndex === undefined || part.month === monthIndex))
          amounts.set(part.person_id, (amounts.get(part.person_id) ?? 0) + part.paise)
    for await (const members of readBookMembers(snapshot))
      for (const member of members) {
        const paise = amounts.get(member.id)
        const matches =
          (role === undefined || member.role === role) &&
          (state === undefined || stateKeyOf(member) === state)
        if (paise && matches) matching.push({ member, paise, at: sortText(paise) })
      }
  })
  matching.sort((a, b) => compare(a.at, b.at) || compare(a.member.id, b.member.id))
  const rest = after
    ? matching.filter(({ at, member }) => isAfter({ at, id: member.id }, after))
    : matching
  const { rows: page, next } = pageOf(rest, limit, ({ at, member }) => ({ at, id: member.id }))
  const ids = page.map(({ member }) => member.id)
  const names = new Map((await readNames(db, ids)).map((row) => [row.id, row]))
  return {
    rows: page.flatMap(({ member, paise }) => {
      const row = names.get(member.id)
      return row ? [{ ...row, role: member.role, paise }] : []
    }),
    total: matching.length,
    next,
  }
}

/** Sorts amounts in descending order as text, because a cursor has texts. */
const sortText = (paise: Paise): string => String(10 ** 15 - paise)

const isAfter = (row: Cursor, cursor: Cursor): boolean =>
  row.at > cursor.at || (row.at === cursor.at && row.id > cursor.id)
