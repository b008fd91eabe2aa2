import { only } from '#platform/server/http/guards.ts'
import { parseCursor, setPagingHeaders } from '#platform/server/http/paging.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import type { World } from '#platform/server/world.ts'
import { boardBookAnswer, bookMembersAnswer } from '../answers.ts'
import { boardBookQuery, bookMembersQuery } from '../contract.ts'
import * as endpoints from '../endpoints.ts'
import { listBookMembers, readBoardBook } from './board-book.ts'

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
]
