import { recordExport } from '#features/members/server/list/exported-people-queries.ts'
import { renderInThread } from '#platform/server/documents/render-in-thread.ts'
import { only } from '#platform/server/http/guards.ts'
import { parseCursor, setPagingHeaders } from '#platform/server/http/paging.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import { sendPdf } from '#platform/server/http/send-pdf.ts'
import type { World } from '#platform/server/world.ts'
import { xlsxType } from '#shared/spreadsheets/sheet-kinds.ts'
import { sum } from '#shared/sum.ts'
import { type BoardBook, boardBookAnswer, bookMembersAnswer } from '../../board-book/answers.ts'
import { boardBookQuery, bookMembersQuery } from '../../board-book/contract.ts'
import * as endpoints from '../../board-book/endpoints.ts'
import { listBookMembers, readBoardBook } from './board-book.ts'
import type { BoardBookJob } from './document.ts'
import { boardBookWorkbook } from './workbook.ts'

export const boardBookRoutes = (world: World): Route[] => [
  route(
    endpoints.getBoardBook,
    only('admin'),
    {
      summary: 'Members and dues of a financial year by type, month and state',
      query: boardBookQuery,
      answer: boardBookAnswer,
    },
    ({ query }) => readBoardBook(world.db, query.year, world.now()),
  ),
  route(
    endpoints.getBookMembers,
    only('admin'),
    {
      summary: 'The members behind an amount of the board book',
      query: bookMembersQuery,
      answer: bookMembersAnswer,
    },
    async ({ query: { cursor, ...query }, c }) => {
      const page = await listBookMembers(world.db, query, parseCursor(cursor))
      setPagingHeaders(c, page)
      return page.rows
    },
  ),
  ...downloadRoutes(world),
]

const downloadRoutes = (world: World): Route[] => [
  route(
    endpoints.getBoardBookPdf,
    only('admin'),
    { summary: 'The board book as a PDF', query: boardBookQuery },
    async ({ c, caller, query }) => {
      const { association_name, document_language: language } = world.association()
      const book = await readBoardBook(world.db, query.year, world.now())
      const file = `board-book-${book.year}.pdf`
      await recordBook(world, caller, file, book)
      const date = `${book.as_of}T00:00:00.000Z`
      const job: BoardBookJob = { book, language, association_name, date }
      const bytes = await renderInThread(documentModule, job, { client: caller.id })
      return sendPdf(c, file, bytes)
    },
  ),
  route(
    endpoints.getBoardBookSheets,
    only('admin'),
    { summary: 'The board book as a workbook', query: boardBookQuery },
    async ({ c, caller, query }) => {
      const book = await readBoardBook(world.db, query.year, world.now())
      const file = `board-book-${book.year}.xlsx`
      await recordBook(world, caller, file, book)
      const bytes = await boardBookWorkbook(book, world.association().document_language)
      return c.body(new Uint8Array(bytes), 200, {
        'Content-Type': xlsxType,
        'Content-Disposition': `attachment; filename="${file}"`,
      })
    },
  ),
]

/** The book has sums and no names, so the history records only the number of members. */
const recordBook = ({ db, now }: World, admin: Caller, file: string, book: BoardBook) =>
  recordExport(
    db,
    admin,
    { file, filter: { year: book.year }, people: { count: countedIn(book) } },
    now(),
  )

const countedIn = ({ retention }: BoardBook): number =>
  sum(
    retention.flatMap(({ oem, vendor }) => [oem, vendor]),
    ({ retained, left }) => retained + left,
  )

const documentModule = new URL('./document.ts', import.meta.url)
