import { type ReactNode, useEffect, useRef } from 'react'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { formatRupees } from '#shared/rupees.ts'
import { countOf, formatCount, plural } from '#shared/sentences.ts'
import type { ImportCounts, ImportPlan, RowError } from '../../answers.ts'
import type { SheetChoices } from './calls.ts'
import { PlanNotes } from './PlanNotes.tsx'
import { PlanTable } from './PlanTable.tsx'
import { RowErrorsTable } from './RowErrorsTable.tsx'

/** What an import would do: its heading takes the focus when the plan is there. */
export function ImportPlanSummary({
  plan,
  fileName,
  sheetName,
  corrections,
  onCorrect,
  question,
  children,
}: {
  plan: ImportPlan
  fileName: string
  /** The sheet of a workbook; '' for a text. */
  sheetName: string
  corrections: SheetChoices['corrections']
  onCorrect: (errors: readonly RowError[], text: string) => void
  /** What must be answered before the import, above everything else. */
  question?: ReactNode
  /** The choices about the sheet, between the errors and the changes. */
  children?: ReactNode
}) {
  const { counts, errors } = plan
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new plan takes the focus
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView?.({ block: 'start' })
  }, [plan])
  const hasChanges = counts.new + counts.changed > 0
  const isWorkbook = /\.xls[xm]$/i.test(fileName)
  return (
    <section aria-label="Review the changes" className="grid gap-4">
      <h3 ref={heading} tabIndex={-1} className="scroll-mt-2 font-semibold">
        Review the changes<span className="sr-only">: {countsText(counts)}</span>
      </h3>
      {question}
      <dl className="grid grid-cols-4 divide-x divide-line rounded-lg border border-line max-sm:grid-cols-2 max-sm:divide-x-0">
        <Count label="New" value={counts.new} />
        <Count label="Updated" value={counts.changed} />
        <Count label="Unchanged" value={counts.same} />
        <Count label="Errors" value={counts.wrong} isBad={counts.wrong > 0} />
      </dl>
      <p className="text-sm text-ink-soft">
        <span>
          {isWorkbook
            ? `Headings in row ${formatCount(plan.header_row)}${sheetName && ` of the sheet “${sheetName}”`}.`
            : `Headings in row ${formatCount(plan.header_row)}. ${encodingText(plan)}`}
        </span>
        {!isWorkbook && plan.encoding === 'Windows-1252' && (
          <span> Please check that names with accents look right below.</span>
        )}
      </p>
      {plan.arrears.members > 0 && <p className="text-sm">{arrearsText(plan.arrears)}</p>}
      {errors.length > 0 && (
        <Banner tone="danger" title={countOf(counts.wrong, 'row has errors', 'rows have errors')}>
          {adviceFor(plan)}
        </Banner>
      )}
      {errors.length > 0 && (
        <RowErrorsTable
          errors={errors}
          sheet={plan.can_skip_errors ? plan.error_sheet : undefined}
          fileName={fileName}
          corrections={corrections}
          onCorrect={plan.can_skip_errors ? onCorrect : undefined}
        />
      )}
      {errors.length === 0 && !hasChanges && <Banner>This file contains no changes.</Banner>}
      <PlanTable plan={plan} />
      <PlanNotes plan={plan} />
      {children}
    </section>
  )
}

const encodingText = ({ encoding, delimiter }: ImportPlan): string =>
  delimiter === 'table'
    ? `Read as ${encoding}, a table.`
    : `Read as ${encoding}, cells separated by ${delimiter}.`

function adviceFor({ counts, errors, header_row, can_skip_errors: canSkip }: ImportPlan): string {
  if (errors.some(({ row }) => row === header_row))
    return 'Match these columns below and check again, or fix them and upload the file again.'
  if (!canSkip) return 'Fix these cells and upload the file again.'
  return counts.new + counts.changed > 0
    ? 'Correct these cells and check again, or import the good rows and skip these. Your file stays as it is.'
    : 'Correct these cells and check again (your file stays as it is), or fix them and upload the file again.'
}

/** What is brought forward, in a sentence. */
function arrearsText({ members, amount_paise }: ImportPlan['arrears']): string {
  const sum = formatRupees(amount_paise)
  return plural(
    members,
    `1 member has arrears of ${sum}, which are charged as arrears brought forward.`,
    `${formatCount(members)} members have arrears of ${sum} in all, which are charged as arrears brought forward.`,
  )
}

/** '380 new, 20 errors'. */
export const countsText = ({ new: added, changed, same, wrong }: ImportCounts): string =>
  [
    `${formatCount(added)} new`,
    `${formatCount(changed)} updated`,
    `${formatCount(same)} unchanged`,
    ...(wrong > 0 ? [countOf(wrong, 'row with errors', 'rows with errors')] : []),
  ].join(', ')

const Count = ({ label, value, isBad }: { label: string; value: number; isBad?: boolean }) => (
  <div className="px-4 py-2">
    <dt className="text-sm text-ink-soft">{label}</dt>
    <dd className={isBad ? 'text-lg font-semibold text-danger-text' : 'text-lg font-semibold'}>
      {formatCount(value)}
    </dd>
  </div>
)
