import type { ReactNode } from 'react'
import { columnLabel } from '#features/members/spreadsheet-columns.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { ScrollRegion } from '#platform/web/ui/ScrollRegion.tsx'
import { formatCount } from '#shared/sentences.ts'
import type { ImportPlan } from '../../answers.ts'
import { RowErrorsTable } from './RowErrorsTable.tsx'

/** What an import would do. */
export function ImportPlanSummary({ plan }: { plan: ImportPlan }) {
  const { counts, errors } = plan
  return (
    <section aria-label="What this import would do" className="grid gap-4">
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <Count label="New" value={counts.new} />
        <Count label="Changed" value={counts.changed} />
        <Count label="The same" value={counts.same} />
        <Count label="Wrong" value={counts.wrong} isBad={counts.wrong > 0} />
      </dl>
      <p className="text-sm text-ink-soft">
        Read as {plan.encoding}, cells separated by {plan.delimiter}.
        {plan.encoding === 'Windows-1252' &&
          ' Please check that names with accents look right below.'}
      </p>
      {errors.length > 0 && (
        <Banner tone="danger" title="Nothing can be imported yet">
          Please mend these cells in the spreadsheet and choose it again.
        </Banner>
      )}
      {errors.length > 0 && <RowErrorsTable errors={errors} />}
      {errors.length === 0 && counts.new + counts.changed === 0 && (
        <Banner>Everything in this file stands in the register already.</Banner>
      )}
      {errors.length === 0 && <Changes plan={plan} />}
      {errors.length === 0 && <NewMembers plan={plan} />}
    </section>
  )
}

const Count = ({ label, value, isBad }: { label: string; value: number; isBad?: boolean }) => (
  <div className="rounded-md border border-line bg-page px-3 py-2">
    <dt className="text-sm text-ink-soft">{label}</dt>
    <dd className={isBad ? 'text-xl font-semibold text-danger-text' : 'text-xl font-semibold'}>
      {formatCount(value)}
    </dd>
  </div>
)

const paymentChangeText = {
  renewal: 'A further payment with a receipt of its own; the one before stays in the book.',
  correction: 'Takes the place of the payment that stands, which is reversed in the book.',
}

function Changes({ plan }: { plan: ImportPlan }) {
  if (plan.changed.length === 0) return null
  return (
    <div>
      <h3 className="mb-2 font-semibold">What changes</h3>
      <ScrollArea label="What changes">
        <ul className="grid gap-3 text-sm">
          {plan.changed.map(({ line, name, fields, payment }) => (
            <li key={line} className="rounded-md border border-line px-3 py-2">
              <p className="font-medium wrap-anywhere">{name}</p>
              <ul>
                {fields.map(({ column, from, to }) => (
                  <li key={column} className="wrap-anywhere">
                    <span className="text-ink-soft">{columnLabel(column)}: </span>
                    {from && <del className="text-ink-faint">{from}</del>} {to}
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
      <h3 className="mb-2 font-semibold">Who is new</h3>
      <ScrollArea label="Who is new">
        <ul className="grid gap-1 text-sm">
          {plan.new.map(({ line, name, company_name, email }) => (
            <li key={line} className="wrap-anywhere">
              {name}, {company_name} <span className="text-ink-soft">{email}</span>
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
