import { queryOf, sendRaw } from '#platform/web/api/client.ts'
import { infiniteList } from '#platform/web/table/loading/infinite-list.ts'
import { useDownload } from '#platform/web/uploads/download.ts'
import { mediaTypes } from '#shared/file-kinds.ts'
import * as endpoints from '../../board-book/endpoints.ts'
import type { parseAmount } from '../../board-book/links.ts'

/** The board book of a financial year; '' is the current one. */
export const boardBookOf = (year: string) => queryOf(endpoints.getBoardBook, { query: { year } })

export type AmountFilter = NonNullable<ReturnType<typeof parseAmount>>

/** The members with a part of an amount. */
export const bookMembersList = (year: string, filter: AmountFilter) =>
  infiniteList(endpoints.getBookMembers, { query: { year, ...filter }, limit: 50, nextLimit: 200 })

const failure = 'Failed to download the board book'

export const useBoardBookPdf = () =>
  useDownload((year: string) => sendRaw(endpoints.getBoardBookPdf, { query: { year } }), {
    fallbackName: 'board-book.pdf',
    type: mediaTypes.pdf,
    failure,
  })

export const useBoardBookSheets = () =>
  useDownload((year: string) => sendRaw(endpoints.getBoardBookSheets, { query: { year } }), {
    fallbackName: 'board-book.xlsx',
    type: 'application/octet-stream',
    failure,
  })
