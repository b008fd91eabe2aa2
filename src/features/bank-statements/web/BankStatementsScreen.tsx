import { useQuery } from '@tanstack/react-query'
import ChevronRight from 'lucide-react/icons/chevron-right'
import FileUp from 'lucide-react/icons/file-up'
import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { Page } from '#platform/web/layout/Page.tsx'
import { listClass, listRowClass } from '#platform/web/table/Cards.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonTable } from '#platform/web/ui/loading/Skeleton.tsx'
import { State } from '#platform/web/ui/State.tsx'
import { dateTime } from '#shared/dates.ts'
import { countOf } from '#shared/sentences.ts'
import type { BankStatement } from '../answers.ts'
import { bankStatements } from './calls.ts'
import { ImportStatementDialog } from './ImportStatementDialog.tsx'
import { StatementReviewPage } from './StatementReviewPage.tsx'
import { accountAndFile, periodOf, returnsToReview, statementsPath } from './statement-names.ts'

/** Imported bank statements and, with `?statement=`, the lines of one (contract 2.15). */
export function BankStatementsScreen() {
  const [params] = useSearchParams()
  const id = params.get('statement')
  return id ? <StatementReviewPage key={id} id={id} /> : <StatementsPage />
}

function StatementsPage() {
  const query = useQuery(bankStatements)
  const [isImporting, setImporting] = useState(false)
  const importButton = (
    <Button
      variant="primary"
      icon={<FileUp aria-hidden="true" className="max-sm:hidden" />}
      onClick={() => setImporting(true)}
    >
      Import bank statement
    </Button>
  )
  return (
    <Page
      title="Bank statements"
      subtitle="Match the credits on your bank account with what members owe."
      back={{ href: '/admin/renewals', label: 'Renewals' }}
      // The empty list has the button itself.
      actions={query.data?.length !== 0 && importButton}
    >
      {query.isPending ? (
        <SkeletonTable rows={3} label="Loading the bank statements" />
      ) : query.isError ? (
        <LoadFailed isWhole title="Couldn't load the bank statements" query={query} />
      ) : query.data.length === 0 ? (
        <EmptyState title="No bank statements yet" action={importButton}>
          Download a statement from your bank as CSV or Excel and choose the file here. You review
          each match before a payment is recorded.
        </EmptyState>
      ) : (
        <StatementList statements={query.data} />
      )}
      {isImporting && <ImportStatementDialog onClose={() => setImporting(false)} />}
    </Page>
  )
}

const StatementList = ({ statements }: { statements: readonly BankStatement[] }) => (
  <ul className={`grid ${listClass}`}>
    {statements.map((statement) => (
      <li
        key={statement.id}
        className={`${listRowClass} row-fill relative flex items-center gap-x-4`}
      >
        <div className="grid min-w-0 flex-1 gap-x-6 gap-y-1 md:grid-cols-[1fr_auto] md:items-center">
          <div className="min-w-0">
            <Link
              href={`${statementsPath}?statement=${statement.id}`}
              className="font-semibold wrap-anywhere after:absolute after:inset-0"
            >
              {periodOf(statement)}
            </Link>
            <p className="flex flex-wrap gap-x-4 text-sm text-ink-soft wrap-anywhere">
              <span>{accountAndFile(statement)}</span>
              <span className="text-ink-faint">
                <span>Imported {dateTime(statement.imported_at)}</span>
                {statement.imported_by && <span> by {statement.imported_by}</span>}
              </span>
            </p>
          </div>
          <StatementCounts statement={statement} />
        </div>
        <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
      </li>
    ))}
  </ul>
)

const StatementCounts = ({ statement: { counts, returns } }: { statement: BankStatement }) => (
  <p className="flex flex-wrap gap-x-4">
    {counts.open > 0 && (
      <State tone="warning">{countOf(counts.open, 'line', 'lines')} to review</State>
    )}
    {returns > 0 && <State tone="danger">{returnsToReview(returns)}</State>}
    {counts.open + returns === 0 && <State tone="success">Done</State>}
    {counts.confirmed > 0 && (
      <State>{countOf(counts.confirmed, 'line confirmed', 'lines confirmed')}</State>
    )}
  </p>
)
