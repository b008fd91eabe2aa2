import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { TreatmentAnswer } from '#features/ledger/receipts/answers.ts'
import { type NewTreatment, newTreatment } from '#features/ledger/receipts/contract.ts'
import { percent, type TaxKind } from '#features/ledger/receipts/tax.ts'
import { treatments, useAddTreatment } from '#features/ledger/web/receipt-calls.ts'
import { DayBookDownload } from '#features/reports/web/components/DayBookDownload.tsx'
import { YearBookDownload } from '#features/reports/web/components/YearBookDownload.tsx'
import { DateField } from '#platform/web/form/DateField.tsx'
import { SelectField } from '#platform/web/form/SelectField.tsx'
import { TextAreaField } from '#platform/web/form/TextAreaField.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { showInField, useFields } from '#platform/web/form/use-fields.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import { isoDay, numericDate } from '#shared/dates.ts'
import { ClosedYearsCard } from './ClosedYearsCard.tsx'

const kindLabels: Record<TaxKind, string> = {
  receipt: 'Receipt without tax',
  invoice: 'Tax invoice with GST',
  exempt: 'Receipt, exempt from GST',
}

/** How payments are taxed, by date: the settings tab 'Receipts'. */
export function ReceiptsTab() {
  const list = useQuery(treatments)
  const books = useRef<HTMLDivElement>(null)
  // 'Books' in Renewals leads here. What is above has its height once the treatments are there.
  useEffect(() => {
    if (!list.isPending && window.location.hash === '#books') books.current?.scrollIntoView()
  }, [list.isPending])
  return (
    <div className="grid max-w-3xl gap-5">
      <Card
        title="Tax on receipts"
        description="Applies to payments from the date you choose. Receipts already issued stay as they are."
      >
        {list.isPending ? (
          <SkeletonRows rows={2} label="Loading the tax treatments" />
        ) : list.isError ? (
          <LoadFailed title="Couldn't load the tax settings" query={list} />
        ) : list.data.length === 0 ? (
          <p className="text-sm text-ink-soft">Receipts are issued without tax.</p>
        ) : (
          <Treatments rows={list.data} />
        )}
        <h3 className="bleed mt-4 border-t border-line px-(--gutter) pt-3.5 pb-3 text-sm">
          Change the tax
        </h3>
        <TreatmentForm />
      </Card>
      <div ref={books}>
        <Card
          title="Books of a year"
          description="The year book has all payments and cancellations with sums by month, mode and kind; the GST register has the tax invoices, bills of supply and credit notes."
        >
          <YearBookDownload />
        </Card>
      </div>
      <Card
        title="Day book"
        description="All payments and cancellations of the days you choose, such as a month."
      >
        <DayBookDownload />
      </Card>
      <ClosedYearsCard />
    </div>
  )
}

function Treatments({ rows }: { rows: readonly TreatmentAnswer[] }) {
  return (
    <ul className="divide-y divide-line text-sm">
      {rows.map((row) => (
        <li key={row.id} className="grid gap-x-4 py-2 sm:grid-cols-[9rem_1fr]">
          <span className="text-ink-faint tabular-nums">From {numericDate(row.valid_from)}</span>
          <span className="wrap-anywhere">
            {describe(row)}
            {row.recorded_by && (
              <span className="block text-ink-faint">
                Saved by {row.recorded_by} on {numericDate(row.recorded_at)}
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

function describe({ kind, rate, sac, legend }: TreatmentAnswer): string {
  if (kind === 'invoice') return `${kindLabels[kind]} ${percent(rate)} %, SAC ${sac}`
  return kind === 'exempt' ? `${kindLabels[kind]}: ${legend}` : kindLabels[kind]
}

function TreatmentForm() {
  const form = useForm<z.input<typeof newTreatment>, unknown, NewTreatment>({
    resolver: zodResolver(newTreatment),
    defaultValues: empty(),
  })
  const field = useFields(form, { autoComplete: 'off' })
  const add = useAddTreatment({
    showError: (error) => showInField(form, error),
    onSuccess: () => form.reset(empty()),
  })
  const kind = form.watch('kind')
  // The form sends what was typed; its checked values are those of the server.
  const handleSubmit = form.handleSubmit(() => add.mutate({ body: form.getValues() }))
  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-4 sm:grid-cols-2">
      <DateField label="From" {...field('valid_from')} value={form.watch('valid_from')} />
      <SelectField label="Kind" options={kindOptions} {...field('kind')} />
      {kind === 'invoice' && (
        <TextField
          label="GST rate (%)"
          inputMode="decimal"
          hint="Dues include the tax. Split into CGST and SGST (UTGST in union territories), or IGST for other states."
          {...field('rate')}
        />
      )}
      {kind !== 'receipt' && (
        <TextField
          label="SAC"
          inputMode="numeric"
          optional={kind === 'exempt'}
          hint="999599 for membership organisations."
          {...field('sac')}
        />
      )}
      {kind === 'exempt' && (
        <TextAreaField
          label="Printed on receipts"
          className="sm:col-span-2"
          hint="Why no GST is charged."
          {...field('legend')}
        />
      )}
      <div className="flex justify-end sm:col-span-2">
        <Button type="submit" pending={add.isPending}>
          Save tax
        </Button>
      </div>
    </form>
  )
}

const kindOptions = Object.entries(kindLabels).map(([value, label]) => ({ value, label }))

const empty = (): z.input<typeof newTreatment> => ({
  valid_from: isoDay(new Date()),
  kind: 'receipt',
  rate: '18',
  sac: '',
  legend: '',
})
