import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { SumTile } from '#platform/web/ui/SumTile.tsx'
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
  const [shown, setShown] = useState<Shown>('all')
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
      <PlanSums counts={counts} shown={shown} onShow={setShown} />
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
      {errors.length > 0 && (shown === 'all' || shown === 'wrong') && (
        <RowErrorsTable
          errors={errors}
          sheet={plan.can_skip_errors ? plan.error_sheet : undefined}
          fileName={fileName}
          corrections={corrections}
          onCorrect={plan.can_skip_errors ? onCorrect : undefined}
        />
      )}
      {errors.length === 0 && !hasChanges && <Banner>This file contains no changes.</Banner>}
      {shown !== 'wrong' && <PlanTable plan={plan} shown={shown} />}
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

/** The rows of the plan that are shown: all, or those of one kind. */
type Shown = 'all' | 'new' | 'changed' | 'wrong'

const sumTones = { new: 'info', changed: 'warning', wrong: 'danger' } as const

/** The numbers of rows, which filter what is below. Unchanged rows are not listed. */
function PlanSums({
  counts,
  shown,
  onShow,
}: {
  counts: ImportCounts
  shown: Shown
  onShow: (shown: Shown) => void
}) {
  const filter = (kind: keyof typeof sumTones, label: string) => (
    <SumTile
      label={label}
      tone={counts[kind] > 0 ? sumTones[kind] : 'neutral'}
      value={formatCount(counts[kind])}
      disabled={counts[kind] === 0}
      aria-pressed={shown === kind}
      onClick={() => onShow(shown === kind ? 'all' : kind)}
    />
  )
  return (
    <ul
      aria-label="Rows by change"
      className="bleed grid grid-cols-4 border-y border-line px-[calc(var(--gutter)-0.5rem)] max-sm:grid-cols-2"
    >
      <li>{filter('new', 'New')}</li>
      <li>{filter('changed', 'Updated')}</li>
      <li>
        <SumTile label="Unchanged" value={formatCount(counts.same)} disabled />
      </li>
      <li>{filter('wrong', 'Errors')}</li>
    </ul>
  )
}
