import { zodResolver } from '@hookform/resolvers/zod'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { TreatmentAnswer } from '#features/ledger/receipts/answers.ts'
import { type NewTreatment, newTreatment } from '#features/ledger/receipts/contract.ts'
import { percent, type TaxKind } from '#features/ledger/receipts/tax.ts'
import { treatments, useAddTreatment } from '#features/ledger/web/receipt-calls.ts'
import { DayBookDownload } from '#features/reports/web/components/DayBookDownload.tsx'
import { YearBookDownload } from '#features/reports/web/components/YearBookDownload.tsx'
import { FormDialog } from '#platform/web/dialog/FormDialog.tsx'
import { DateField } from '#platform/web/form/DateField.tsx'
import { RadioGroup } from '#platform/web/form/RadioGroup.tsx'
import { optionsOf } from '#platform/web/form/SelectField.tsx'
import { TextAreaField } from '#platform/web/form/TextAreaField.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { showInField, useFields } from '#platform/web/form/use-fields.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card, CardStack } from '#platform/web/ui/Card.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import { isoDay, numericDate } from '#shared/dates.ts'
import type { Settings } from '../answers.ts'
import { ClosedYearsCard } from './ClosedYearsCard.tsx'
import { ReceiptNumberForm } from './ReceiptNumberForm.tsx'

const kindLabels: Record<TaxKind, string> = {
  receipt: 'Receipt without tax',
  invoice: 'Tax invoice with GST',
  exempt: 'Receipt, exempt from GST',
}

/** Numbers, taxes and books of receipts. */
export function ReceiptsTab({ settings }: { settings: Settings }) {
  const list = useQuery(treatments)
  const books = useRef<HTMLDivElement>(null)
  // 'Books' in Renewals leads here. What is above has its height once the treatments are there.
  useEffect(() => {
    if (!list.isPending && window.location.hash === '#books') books.current?.scrollIntoView()
  }, [list.isPending])
  return (
    <div className="grid max-w-3xl gap-4">
      <ReceiptNumberForm settings={settings} />
      <TaxCard list={list} />
      <div ref={books}>
        <CardStack>
          <Card
            title="Books of a year"
            description="The year book has all payments and cancellations with sums by month, mode and kind; the GST register has the tax invoices, bills of supply and credit notes."
          >
            <YearBookDownload />
          </Card>
          <Card
            title="Day book"
            description="All payments and cancellations of the days you choose, such as a month."
          >
            <DayBookDownload />
          </Card>
          <ClosedYearsCard />
        </CardStack>
      </div>
    </div>
  )
}

/** How payments are taxed, by date. */
function TaxCard({ list }: { list: UseQueryResult<TreatmentAnswer[]> }) {
  const [isChanging, setChanging] = useState(false)
  return (
    <Card
      title="Tax on receipts"
      description="Applies to payments from the date you choose. Receipts already issued stay as they are."
      actions={
        <Button variant="soft" onClick={() => setChanging(true)}>
          Change the tax
        </Button>
      }
    >
      {list.isPending ? (
        <SkeletonRows rows={2} label="Loading the tax treatments" />
      ) : list.isError ? (
        <LoadFailed title="Couldn't load the tax settings" query={list} />
      ) : list.data.length === 0 ? (
        <p className="text-sm">Receipts are issued without tax.</p>
      ) : (
        <Treatments rows={list.data} />
      )}
      {isChanging && <TaxDialog onClose={() => setChanging(false)} />}
    </Card>
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

function TaxDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<z.input<typeof newTreatment>, unknown, NewTreatment>({
    resolver: zodResolver(newTreatment),
    defaultValues: empty(),
  })
  const field = useFields(form, { autoComplete: 'off' })
  const add = useAddTreatment({
    showError: (error) => showInField(form, error),
    onSuccess: onClose,
  })
  const kind = form.watch('kind')
  // The form sends what was typed; its checked values are those of the server.
  const handleSubmit = form.handleSubmit(() => add.mutate({ body: form.getValues() }))
  return (
    <FormDialog
      title="Change the tax"
      label="Save tax"
      isReady
      isDirty={form.formState.isDirty}
      isPending={add.isPending}
      onSubmit={() => void handleSubmit()}
      onClose={onClose}
    >
      <RadioGroup
        label="Kind"
        className="grid-cols-1"
        options={optionsOf(kindLabels)}
        {...field('kind')}
      />
      <div className="grid content-start gap-4 sm:grid-cols-2">
        <DateField label="From" {...field('valid_from')} value={form.watch('valid_from')} />
        {kind !== 'receipt' && (
          <TextField
            label="SAC"
            inputMode="numeric"
            optional={kind === 'exempt'}
            hint="999599 for membership organisations."
            {...field('sac')}
          />
        )}
        {kind === 'invoice' && (
          <TextField
            label="GST rate (%)"
            className="sm:col-span-2"
            inputMode="decimal"
            hint="Dues include the tax. Split into CGST and SGST (UTGST in union territories), or IGST for other states."
            {...field('rate')}
          />
        )}
      </div>
      {kind === 'exempt' && (
        <TextAreaField
          label="Printed on receipts"
          hint="Why no GST is charged."
          {...field('legend')}
        />
      )}
    </FormDialog>
  )
}

const empty = (): z.input<typeof newTreatment> => ({
  valid_from: isoDay(new Date()),
  kind: 'receipt',
  rate: '18',
  sac: '',
  legend: '',
})
