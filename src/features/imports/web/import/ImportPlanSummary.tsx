import { type ReactNode, useEffect, useRef } from 'react'
import { columnLabel } from '#features/members/spreadsheet-columns.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { ScrollRegion } from '#platform/web/ui/ScrollRegion.tsx'
import { formatRupees } from '#shared/rupees.ts'
import { countOf, formatCount, plural } from '#shared/sentences.ts'
import type { ImportCounts, ImportPlan, RowError } from '../../answers.ts'
import type { SheetChoices } from './calls.ts'
import { PlanNotes } from './PlanNotes.tsx'
import { RowErrorsTable } from './RowErrorsTable.tsx'

/** What an import would do: its heading takes the focus when the plan is there. */
export function ImportPlanSummary({
  plan,
  fileName,
  corrections,
  onCorrect,
  question,
  children,
}: {
  plan: ImportPlan
  fileName: string
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
        Review the changes: {countsText(counts)}
      </h3>
      {question}
      <dl className="grid grid-pairs gap-3 sm:grid-cols-4">
        <Count label="New" value={counts.new} />
        <Count label="Updated" value={counts.changed} />
        <Count label="Unchanged" value={counts.same} />
        <Count label="Errors" value={counts.wrong} isBad={counts.wrong > 0} />
      </dl>
      <p className="text-sm text-ink-soft">
        <span>
          Headings in row {formatCount(plan.header_row)}
          {isWorkbook ? ' of the first sheet.' : `. ${encodingText(plan)}`}
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
      {children}
      <PlanNotes plan={plan} />
      <Changes plan={plan} />
      <NewMembers plan={plan} />
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
    ? 'Correct these cells and check again, or import the good rows and skip these.'
    : 'Correct these cells and check again, or fix them and upload the file again.'
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
  <div className="rounded-md border border-line bg-page px-3 py-2">
    <dt className="text-sm text-ink-soft">{label}</dt>
    <dd className={isBad ? 'text-xl font-semibold text-danger-text' : 'text-xl font-semibold'}>
      {formatCount(value)}
    </dd>
  </div>
)

const paymentChangeText = {
  renewal: 'Added as a further payment; the earlier one stays in the ledger.',
  correction: 'Replaces the current payment, which is reversed in the ledger.',
}

function Changes({ plan }: { plan: ImportPlan }) {
  if (plan.changed.length === 0) return null
  return (
    <div>
      <h3 className="mb-2 font-semibold">Updated members</h3>
      <ScrollArea label="Updated members">
        <ul className="grid gap-3 text-sm">
          {plan.changed.map(({ line, name, fields, payment }) => (
            <li key={line} className="rounded-md border border-line px-3 py-2">
              <p className="font-medium wrap-anywhere">{name}</p>
              <ul>
                {fields.map(({ column, from, to }) => (
                  <li key={column} className="wrap-anywhere">
                    <span className="text-ink-soft">{columnLabel(column)}: </span>
                    {from && <del className="text-ink-faint">{from}</del>}
                    <span> {to}</span>
                  </li>
                ))}
              </ul>
              {payment && <p className="text-ink-soft">{paymentChangeText[payment]}</p>}
            </li>
          ))}
        </ul>
      </ScrollArea>
      <MoreNote shown={plan.changed.length} all={plan.counts.changed} />
    </div>
  )
}

function NewMembers({ plan }: { plan: ImportPlan }) {
  if (plan.new.length === 0) return null
  return (
    <div>
      <h3 className="mb-2 font-semibold">New members</h3>
      <ScrollArea label="New members">
        <ul className="grid gap-1 text-sm">
          {plan.new.map(({ line, name, company_name, email }) => (
            <li key={line} className="wrap-anywhere">
              {name}, {company_name} <span className="text-ink-soft">{email || 'no email'}</span>
            </li>
          ))}
        </ul>
      </ScrollArea>
      <MoreNote shown={plan.new.length} all={plan.counts.new} />
    </div>
  )
}

/** A scrollable list that can take the keyboard focus. */
const ScrollArea = ({ label, children }: { label: string; children: ReactNode }) => (
  <ScrollRegion label={label} className="max-h-72 overflow-y-auto rounded-md">
    {children}
  </ScrollRegion>
)

const MoreNote = ({ shown, all }: { shown: number; all: number }) =>
  all > shown ? (
    <p className="mt-2 text-sm text-ink-soft">and {formatCount(all - shown)} more</p>
  ) : null
