import { only } from '#platform/server/http/guards.ts'
import { withFile } from '#platform/server/http/multipart.ts'
import { parseCursor, setPagingHeaders } from '#platform/server/http/paging.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import { tempUploads } from '#platform/server/http/temp-files.ts'
import type { World } from '#platform/server/world.ts'
import { messageAnswer } from '#shared/message-answer.ts'
import { Refusal } from '#shared/refusal.ts'
import {
  changedLineAnswer,
  columnsAnswer,
  confirmedAnswer,
  importedAnswer,
  linesAnswer,
  reportLinesAnswer,
  reviewAnswer,
  statementsAnswer,
} from '../answers.ts'
import { type ChosenColumns, columnsField, columnsMessage } from '../columns.ts'
import { confirmSure, lineChange, linesQuery } from '../contract.ts'
import * as endpoints from '../endpoints.ts'
import { changeBankLine, confirmSureLines, noSuchLine } from './change-line.ts'
import { columnsOfFile, importStatement, removeStatement } from './import-statement.ts'
import { linesOfReports } from './reported-payment-lines.ts'
import { noSuchStatement, readStatements } from './review.ts'
import { pageOfLines, reviewStatement } from './review-pages.ts'

const maxBytes = 32 * 1024 * 1024
/** The columns that the administrator has matched. */
function parseChosenColumns(text: string | undefined): ChosenColumns | undefined {
  if (text === undefined) return undefined
  const parsed = columnsField.safeParse(text)
  if (parsed.success) return parsed.data
  throw new Refusal('invalid', parsed.error.issues[0]?.message ?? columnsMessage)
}

const notFound = noSuchStatement().message

export const bankStatementRoutes = (world: World): Route[] => [
  route(
    endpoints.getStatements,
    only('admin'),
    { summary: 'The latest bank statements', answer: statementsAnswer },
    () => readStatements(world),
  ),
  route(
    endpoints.postStatement,
    only('admin'),
    {
      summary: 'Import a bank statement from a CSV file',
      form: { file: 'file', columns: 'text' },
      answer: importedAnswer,
    },
    ({ caller, c }) =>
      withFile(c, { files: tempUploads('file', maxBytes) }, (file, { columns }) =>
        importStatement(world, caller, file, parseChosenColumns(columns?.at(-1))),
      ),
  ),
  route(
    endpoints.postColumns,
    only('admin'),
    {
      summary: 'The columns of a bank statement whose headings are not known',
      form: { file: 'file' },
      answer: columnsAnswer,
    },
    ({ c }) =>
      withFile(c, { files: tempUploads('file', maxBytes) }, (file) => columnsOfFile(world, file)),
  ),
  route(
    endpoints.getReview,
    only('admin'),
    { summary: 'The proposals of a bank statement in numbers', answer: reviewAnswer, notFound },
    ({ params }) => reviewStatement(world, params.id),
  ),
  route(
    endpoints.getLines,
    only('admin'),
    {
      summary: 'The credits of a bank statement with their proposals',
      query: linesQuery,
      answer: linesAnswer,
      notFound,
    },
    async ({ params, query: { show, limit, cursor }, c }) => {
      const after = parseCursor(cursor)?.id
      const page = await pageOfLines(world, params.id, { show, limit, after })
      setPagingHeaders(c, page)
      return page.lines
    },
  ),
  route(
    endpoints.getReportedPaymentLines,
    only('admin'),
    {
      summary: 'What the bank statements say about reported payments',
      answer: reportLinesAnswer,
    },
    () => linesOfReports(world.db),
  ),
  route(
    endpoints.putLine,
    only('admin'),
    {
      summary: 'Confirm, ignore or reopen a bank line',
      body: lineChange,
      answer: changedLineAnswer,
      notFound: noSuchLine().message,
    },
    ({ caller, params, body }) => changeBankLine(world, caller, params.id, body),
  ),
  route(
    endpoints.postConfirmSure,
    only('admin'),
    {
      summary: 'Confirm all bank lines whose proposal is sure',
      body: confirmSure,
      answer: confirmedAnswer,
      notFound,
    },
    ({ caller, params, body }) => confirmSureLines(world, caller, params.id, body),
  ),
  route(
    endpoints.deleteStatement,
    only('admin'),
    {
      summary: 'Delete a bank statement without confirmed lines',
      answer: messageAnswer,
      notFound,
    },
    async ({ params }) => {
      await removeStatement(world, params.id)
      return { message: 'Bank statement deleted' }
    },
  ),
]
