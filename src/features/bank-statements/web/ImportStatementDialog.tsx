import { useLocation } from 'wouter'
import { ApiError, errorMessage } from '#platform/web/api/call.ts'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { FileField } from '#platform/web/uploads/FileField.tsx'
import { UnreadableWorkbook } from '#platform/web/workbook/workbook.ts'
import { countOf } from '#shared/sentences.ts'
import type { ImportedStatement } from '../answers.ts'
import { useImportStatement } from './calls.ts'
import { statementsPath } from './statement-names.ts'

/** Imports the statement that is selected, and says what was found. */
export function ImportStatementDialog({ onClose }: { onClose: () => void }) {
  const upload = useImportStatement()
  const [, navigate] = useLocation()
  const { data: result } = upload
  const review = () => navigate(`${statementsPath}?statement=${result?.id}`)
  return (
    <Dialog
      open
      onClose={onClose}
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
          <Button onClick={onClose}>Cancel</Button>
        )
      }
    >
      <div className="grid gap-4">
        <FileField
          label="Bank statement"
          hint="The file that your bank offers as CSV or Excel (.csv, .xlsx or .txt)"
          accept=".csv,.xlsx,.xls,.txt,text/csv"
          error={fileError(upload.error)}
          disabled={upload.isPending}
          onChange={({ target }) => {
            const file = target.files?.[0]
            if (file) upload.mutate(file)
            else upload.reset()
          }}
        />
        {upload.isPending && <p role="status">Reading the statement...</p>}
        {result && <ImportResult result={result} />}
      </div>
    </Dialog>
  )
}

function fileError(error: Error | null): string | undefined {
  if (error === null) return undefined
  if (error instanceof UnreadableWorkbook) return error.message
  return errorMessage(error instanceof ApiError ? error : null, 'The file could not be read')
}

function ImportResult({ result }: { result: ImportedStatement }) {
  const { credits, added, known, debits, warnings } = result
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
      {warnings.length > 0 && (
        <Banner tone="warning" title="Check the statement">
          <ul className="grid list-disc gap-1 pl-5">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Banner>
      )}
    </div>
  )
}

const noNewLines = (credits: number): string =>
  credits === 0 ? 'This statement has no credits' : 'All credits were imported before'
