import { endpoint } from '#shared/endpoint.ts'
import type { boardBookAnswer, bookMembersAnswer } from './answers.ts'
import type { boardBookQuery, bookMembersQuery } from './contract.ts'

export const getBoardBook = endpoint<{
  query: typeof boardBookQuery
  answer: typeof boardBookAnswer
}>()('GET /api/admin/board-book', { tags: ['members', 'payments'] })

export const getBookMembers = endpoint<{
  query: typeof bookMembersQuery
  answer: typeof bookMembersAnswer
}>()('GET /api/admin/board-book/members', { tags: ['members', 'payments'] })

/** A PDF file. */
export const getBoardBookPdf = endpoint<{ query: typeof boardBookQuery }>()(
  'GET /api/admin/board-book/document',
)

/** A workbook with one sheet for each figure. */
export const getBoardBookSheets = endpoint<{ query: typeof boardBookQuery }>()(
  'GET /api/admin/board-book/workbook',
)
