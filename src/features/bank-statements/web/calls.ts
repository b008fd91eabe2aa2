import { keepPreviousData, useMutation } from '@tanstack/react-query'
import { isReferenceTaken } from '#features/ledger/web/calls.ts'
import { getMembers } from '#features/members/endpoints.ts'
import { ApiError } from '#platform/web/api/call.ts'
import { queryOf, refresh } from '#platform/web/api/client.ts'
import { sendForm } from '#platform/web/api/send-form.ts'
import { useSave } from '#platform/web/form/use-save.ts'
import { infiniteList } from '#platform/web/table/loading/infinite-list.ts'
import { hiddenRowsText } from '#platform/web/workbook/hidden-rows.ts'
import { openSheetFile } from '#platform/web/workbook/workbook.ts'
import { countOf, joinWithAnd } from '#shared/sentences.ts'
import type {
  ChangedLine,
  ConfirmedLines,
  ImportedStatement,
  StatementColumns,
} from '../answers.ts'
import type { ChosenColumns } from '../columns.ts'
import type { LineFilter } from '../contract.ts'
import * as endpoints from '../endpoints.ts'

export const bankStatements = queryOf(endpoints.getStatements, {})

export const statementReview = (id: string) => ({
  ...queryOf(endpoints.getReview, { id }),
  placeholderData: keepPreviousData,
})

/** Read when the dialog of the reported payments opens. */
export const reportLines = queryOf(endpoints.getReportedPaymentLines, {})

/** The lines of a statement that a filter shows. */
export const bankLines = (id: string, show: LineFilter | undefined) => {
  const query = show ? { show } : {}
  const path = endpoints.getLines.path.replace(':id', encodeURIComponent(id))
  return infiniteList({ ...endpoints.getLines, path }, { query, limit: 50, nextLimit: 200 })
}

interface StatementUpload {
  file: File
  /** How the treasurer matched the columns; 'again' loads them to be matched again. */
  columns?: ChosenColumns | 'again' | undefined
}

/** A statement was imported, or its columns must be matched first; `why` is the reason, as a sentence. */
type ImportOutcome =
  | { imported: ImportedStatement }
  | { toMatch: StatementColumns; why: string | undefined }

/**
 * Sends a statement. A workbook is sent as CSV with all its rows, because hidden rows are also transactions. The
 * dialog shows the refusal of a file.
 */
export const useImportStatement = () =>
  useMutation({
    mutationFn: async ({ file, columns }: StatementUpload): Promise<ImportOutcome> => {
      const { table: sheet } = await openSheetFile(file, new AbortController().signal)
      const form = () => {
        const fields = new FormData()
        if (columns && columns !== 'again') fields.set('columns', JSON.stringify(columns))
        // The file keeps its name, even if its content is converted to CSV.
        fields.set('file', sheet.csv(), file.name)
        return { form: fields }
      }
      const options = { onProgress: () => undefined }
      const columnsToMatch = () => sendForm(endpoints.postColumns, form(), options)
      if (columns === 'again') return { toMatch: await columnsToMatch(), why: undefined }
      try {
        const statement = await sendForm(endpoints.postStatement, form(), options)
        if (sheet.hiddenRows.length === 0) return { imported: statement }
        const warning = `The sheet has ${hiddenRowsText(sheet.hiddenRows)}, which were read as well.`
        return { imported: { ...statement, warnings: [...statement.warnings, warning] } }
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'headings-unknown') throw error
        return { toMatch: await columnsToMatch(), why: error.text }
      }
    },
    onSuccess: (outcome) => ('imported' in outcome ? refresh(endpoints.postStatement) : undefined),
  })

const changed = {
  confirmed: 'Payment recorded',
  recorded: 'Marked as already recorded',
  ignored: 'Line ignored',
  open: 'Line opened again',
  returned: 'Payment reversed',
}

export const useChangeLine = () =>
  useSave(endpoints.putLine, { success: changedText, failure: 'Failed to save the line' })

/** A cheque that was not cleared has no payment to reverse. */
const withoutNumber = { ...changed, returned: 'Marked as returned' }

/** Records the payments of several members; its dialog asks why a reference is used again. */
export const useSplitLine = () =>
  useSave(endpoints.putLine, {
    success: changedText,
    failure: 'Failed to save the line',
    showError: isReferenceTaken,
  })

function changedText({ state, receipt_numbers }: ChangedLine): string {
  const [receipt, another] = receipt_numbers
  const number = state === 'returned' ? 'Cancellation' : 'Receipt'
  if (another === undefined)
    return receipt ? `${changed[state]}. ${number} ${receipt}` : withoutNumber[state]
  const what = state === 'returned' ? 'Payments reversed' : 'Payments recorded'
  return `${what}. ${number}s ${joinWithAnd(receipt_numbers)}`
}

export const useConfirmSure = () =>
  useSave(endpoints.postConfirmSure, {
    success: confirmedText,
    failure: 'Failed to confirm the lines',
    awaitsRefresh: true,
  })

function confirmedText({ confirmed, recorded, failures }: ConfirmedLines): string {
  const parts = [`${countOf(confirmed, 'payment', 'payments')} recorded`]
  if (recorded > 0) parts.push(`${countOf(recorded, 'line was', 'lines were')} recorded before`)
  if (failures.length > 0)
    parts.push(`${countOf(failures.length, 'line needs', 'lines need')} a closer look`)
  return joinWithAnd(parts)
}

export const useDeleteStatement = (onDeleted: () => void) =>
  useSave(endpoints.deleteStatement, {
    success: ({ message }) => message,
    failure: 'Failed to delete the bank statement',
    onSuccess: onDeleted,
  })

const maxFound = 20

/** The active members that a search finds. */
export const foundMembers = (search: string) => ({
  ...queryOf(getMembers, { query: { role: 'member', active: 'true', search, limit: maxFound } }),
  placeholderData: keepPreviousData,
})
