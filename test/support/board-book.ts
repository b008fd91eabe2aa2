import {
  type BookAmount,
  type BookMember,
  openBoardBook,
} from '#features/reports/board-book/rules.ts'
import type { Day } from '#shared/dates.ts'

/** The board book of all members and amounts, counted in one step. */
export function boardBook(
  startYear: number,
  all: { members: readonly BookMember[]; parts: readonly BookAmount[]; today: Day },
) {
  const book = openBoardBook(startYear, all.today)
  all.members.forEach(book.addMember)
  all.parts.forEach(book.addPart)
  return book.toBook()
}
