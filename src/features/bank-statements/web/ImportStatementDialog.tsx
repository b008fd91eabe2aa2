import { useId, useState } from 'react'
import { useLocation } from 'wouter'
import { ApiError, errorMessage } from '#platform/web/api/call.ts'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { FileField } from '#platform/web/uploads/FileField.tsx'
import { UnreadableWorkbook } from '#platform/web/workbook/workbook.ts'
import { countOf } from '#shared/sentences.ts'
import type { ImportedStatement, StatementColumns } from '../answers.ts'
import type { ChosenColumns } from '../columns.ts'
import { useImportStatement } from './calls.ts'
import { MatchColumns } from './MatchColumns.tsx'
import { returnsToReview, statementsPath } from './statement-names.ts'

interface ToMatch {
  file: File
  columns: StatementColumns
  why: string | undefined
}

/** Imports the statement that is selected, and says what was found. */
export function ImportStatementDialog({ onClose }: { onClose: () => void }) {
  const upload = useImportStatement()
  /** The file whose columns are being matched. */
  const [toMatch, setToMatch] = useState<ToMatch>()
  const [selected, setSelected] = useState<File>()
  const formId = useId()
  const [, navigate] = useLocation()
  const result = upload.data && 'imported' in upload.data ? upload.data.imported : undefined
  const send = (file: File, columns?: ChosenColumns | 'again') =>
    upload.mutate(
      { file, columns },
      {
        onSuccess: (outcome) =>
          setToMatch(
            'toMatch' in outcome ? { file, columns: outcome.toMatch, why: outcome.why } : undefined,
          ),
      },
    )
  const review = () => navigate(`${statementsPath}?statement=${result?.id}`)
  return (
    <Dialog
      open
      onClose={onClose}
      size={toMatch ? 'lg' : undefined}
      dirty={toMatch !== undefined}
      title="Import bank statement"
      description="Credits are stored for review, debits only to find payments that the bank returned."
      footer={
        result ? (
          <>
            <Button onClick={onClose}>Close</Button>
            {result.id && (
              <Button variant="primary" onClick={review}>
                {result.added > 0
                  ? `Review ${countOf(result.added, 'line', 'lines')}`
                  : 'Open the statement'}
              </Button>
            )}
          </>
        ) : (
          <>
            <Button variant="quiet" onClick={onClose}>
              Cancel
            </Button>
            {toMatch && (
              <Button type="submit" form={formId} variant="primary" pending={upload.isPending}>
                Import
              </Button>
            )}
          </>
        )
      }
    >
      <div className="grid gap-4">
        <FileField
          label="Bank statement"
          hint="The file that your bank offers as CSV or Excel (.csv, .xlsx or .txt)"
          accept=".csv,.xlsx,.xls,.txt,text/csv"
          error={toMatch ? undefined : fileError(upload.error)}
          disabled={upload.isPending}
          file={selected}
          onChange={(file) => {
            setSelected(file)
            setToMatch(undefined)
            if (file) send(file)
            else upload.reset()
          }}
        />
        {upload.isPending && <p role="status">Reading the statement...</p>}
        {toMatch && (
          <MatchColumns
            file={toMatch.columns}
            why={toMatch.why}
            error={fileError(upload.error)}
            id={formId}
            onImport={(columns) => send(toMatch.file, columns)}
          />
        )}
        {result && (
          <ImportResult
            result={result}
            onChooseColumns={() => selected && send(selected, 'again')}
          />
        )}
      </div>
    </Dialog>
  )
}

function fileError(error: Error | null): string | undefined {
  if (error === null) return undefined
  if (error instanceof UnreadableWorkbook) return error.message
  return errorMessage(error instanceof ApiError ? error : null, 'The file could not be read')
}

interface ImportResultProps {
  result: ImportedStatement
  onChooseColumns: () => void
}

function ImportResult({ result, onChooseColumns }: ImportResultProps) {
  const { credits, added, known, debits, returns, warnings, columns_matched } = result
  return (
    <div role="status" className="grid gap-3">
      <Banner
        tone={added > 0 ? 'success' : 'neutral'}
        title={added > 0 ? `${countOf(added, 'credit', 'credits')} to review` : noNewLines(credits)}
      >
        {[
          known > 0 && `${countOf(known, 'credit was', 'credits were')} imported before.`,
          debits > 0 && `${countOf(debits, 'debit', 'debits')} in the file.`,
        ]
          .filter(Boolean)
          .join(' ')}
      </Banner>
      {returns > 0 && (
        <Banner tone="warning" title={returnsToReview(returns)}>
          Open the statement to see which payments the bank returned.
        </Banner>
      )}
      {warnings.length > 0 && (
        <Banner tone="warning" title="Check the statement">
          <ul className="grid list-disc gap-1 pl-5">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Banner>
      )}
      {columns_matched && (
        <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
          <p>The columns were matched by hand for these headings.</p>
          <Button size="sm" onClick={onChooseColumns}>
            Choose the columns again
          </Button>
        </div>
      )}
    </div>
  )
}

const noNewLines = (credits: number): string =>
  credits === 0 ? 'This statement has no credits' : 'All credits were imported before'
