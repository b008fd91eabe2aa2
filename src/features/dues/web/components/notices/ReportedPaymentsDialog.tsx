import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { paymentModeLabels, paymentModes } from '#features/ledger/payment-modes.ts'
import {
  isReason,
  isReferenceTaken,
  recordAnotherLabel,
  refusalOfReference,
} from '#features/ledger/web/calls.ts'
import { AnotherPaymentField } from '#features/ledger/web/components/AnotherPaymentField.tsx'
import { ApiError } from '#platform/web/api/call.ts'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { FormDialog } from '#platform/web/dialog/FormDialog.tsx'
import { AmountField } from '#platform/web/form/AmountField.tsx'
import { CheckboxField } from '#platform/web/form/CheckboxField.tsx'
import { DateField } from '#platform/web/form/DateField.tsx'
import { SelectField } from '#platform/web/form/SelectField.tsx'
import { TextAreaField } from '#platform/web/form/TextAreaField.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { showInField, useFields } from '#platform/web/form/use-fields.ts'
import { Button, NewTabButton } from '#platform/web/ui/Button.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import { type Day, dateTime, numericDate } from '#shared/dates.ts'
import { decimalRupees, formatRupees } from '#shared/rupees.ts'
import type { ReportedPayment } from '../../../notices/answers.ts'
import { reportedPaymentConfirmation, reportedPaymentRejection } from '../../../notices/contract.ts'
import type { FoundPayment } from '../../../notices/found-payment.ts'
import { namedReference } from '../../../notices/labels.ts'
import {
  openReportedPayments,
  useConfirmReportedPayment,
  useRejectReportedPayment,
} from '../../notices/calls.ts'
import { DuesPaymentOutcome } from '../payments/DuesPaymentOutcome.tsx'

/**
 * Renders what the bank statements have about a reported payment, and below it `children`, with what is known of it.
 */
export type ReportNote = (
  reportId: string,
  children: (found: FoundPayment) => ReactNode,
) => ReactNode

interface ReportedPaymentsDialogProps {
  note?: ReportNote | undefined
  onClose: () => void
}

/** The reported payments that wait, each to confirm or reject. */
export function ReportedPaymentsDialog({ note, onClose }: ReportedPaymentsDialogProps) {
  const reports = useQuery(openReportedPayments)
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      closesOnBack
      title="Reported payments"
      description="Compare each with the bank account. Confirming records the payment with its receipt."
      footer={<Button onClick={onClose}>Done</Button>}
    >
      {reports.isPending ? (
        <SkeletonRows rows={3} label="Loading the reported payments" />
      ) : reports.isError ? (
        <LoadFailed title="Couldn't load the reported payments" query={reports} />
      ) : reports.data.length === 0 ? (
        <EmptyState title="No reported payments" />
      ) : (
        <ul className="grid gap-4 divide-y divide-line">
          {reports.data.map((report, index) => (
            <li key={report.id} className="pb-4 last:pb-0">
              <ReportedPaymentItem report={report} isFirst={index === 0} note={note} />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function ReportedPaymentItem({
  report,
  isFirst,
  note,
}: {
  report: ReportedPayment
  /** True for the solid button. */
  isFirst: boolean
  note: ReportNote | undefined
}) {
  const [mode, setMode] = useState<'confirm' | 'reject'>()
  const { name, company_name, membership_number, amount_paise, owed_paise, screenshot } = report
  const label = labelOf(report)
  const close = () => setMode(undefined)
  const actions = (found: FoundPayment) => (
    <>
      <div className="flex flex-wrap justify-end gap-2">
        {screenshot && (
          <NewTabButton variant="quiet" href={screenshot}>
            Screenshot
          </NewTabButton>
        )}
        <Button variant="quiet" onClick={() => setMode('reject')}>
          Reject…
        </Button>
        <Button variant={isFirst ? 'primary' : 'soft'} onClick={() => setMode('confirm')}>
          Confirm…
        </Button>
      </div>
      {mode === 'confirm' && <ConfirmDialog report={report} found={found} onClose={close} />}
      {mode === 'reject' && <RejectDialog report={report} onClose={close} />}
    </>
  )
  return (
    <section aria-label={`Payment of ${label}`} className="grid gap-3 text-sm wrap-anywhere">
      <div className="flex justify-between gap-x-4">
        <div className="min-w-0">
          <h3 className="font-semibold">{label}</h3>
          <p className="text-ink-soft">
            {[company_name && name, membership_number].filter(Boolean).join(' · ')}
          </p>
        </div>
        <div className="shrink-0 text-right tabular-nums">
          <p className="font-semibold">{formatRupees(amount_paise)}</p>
          <p className="text-ink-soft">{formatRupees(owed_paise)} owed</p>
        </div>
      </div>
      <p>
        <span>{`${namedReference(report.reference)}, paid on ${numericDate(report.paid_on)}`}</span>
        <span className="block text-ink-soft">Reported {dateTime(report.reported_at)}</span>
      </p>
      {note ? note(report.id, actions) : actions({})}
    </section>
  )
}

const labelOf = ({ company_name, name }: ReportedPayment): string => company_name || name

interface FormProps {
  report: ReportedPayment
  onClose: () => void
}

function ConfirmDialog({
  report,
  found: { creditedOn, recordedPaise },
  onClose,
}: FormProps & { found: FoundPayment }) {
  const confirm = useConfirmReportedPayment(onClose)
  const isRecorded = recordedPaise !== undefined
  const [reason, setReason] = useState('')
  const form = useForm({
    resolver: zodResolver(reportedPaymentConfirmation),
    defaultValues: {
      amount: decimalRupees(recordedPaise ?? report.amount_paise),
      mode: 'GPay',
      reference: report.reference,
      paid_on: creditedOn ?? report.paid_on,
      email_receipt: true,
    },
  })
  const field = useFields(form, { autoComplete: 'off' })
  const [reference, mode, amount, paidOn] = form.watch(['reference', 'mode', 'amount', 'paid_on'])
  const payment = reportedPaymentConfirmation.pick({ amount: true, paid_on: true }).safeParse({
    amount,
    paid_on: paidOn,
  })
  const sent = confirm.variables?.body
  const isSame = sent?.reference === reference && sent.mode === mode
  const refused = isSame ? confirm.error : null
  const taken = refusalOfReference(confirm.error, isSame)
  const handleSubmit = form.handleSubmit(async (values) => {
    const another = taken && { another_payment: reason }
    const body = { ...values, ...another, amount: decimalRupees(values.amount) }
    await confirm.mutateAsync({ id: report.id, body }).catch((error: unknown) => {
      if (error instanceof ApiError && !isReferenceTaken(error)) showInField(form, error)
    })
  })
  return (
    <FormDialog
      title="Confirm the payment"
      description={labelOf(report)}
      label={isRecorded ? 'Confirm' : taken ? recordAnotherLabel : 'Record payment'}
      isReady={!taken || isReason(reason)}
      isDirty={form.formState.isDirty || reason !== ''}
      isPending={confirm.isPending}
      onSubmit={() => void handleSubmit()}
      onClose={onClose}
    >
      {isRecorded ? (
        <p>Confirming answers the report with this payment. Nothing is recorded twice.</p>
      ) : (
        <div className="grid gap-4 sm:grid-cols-2">
          <AmountField {...field('amount')} />
          <SelectField
            label="Mode"
            options={paymentModes.map((value) => ({ value, label: paymentModeLabels[value] }))}
            {...field('mode')}
          />
          <TextField label="Reference" {...field('reference')} />
          <DateField
            label="Day of the payment"
            hint={creditedOn && creditedHint(creditedOn, report.paid_on)}
            {...field('paid_on')}
            value={paidOn}
          />
        </div>
      )}
      <CheckboxField
        label="Email the receipt"
        hint="To a member with an email address."
        {...form.register('email_receipt')}
      />
      <AnotherPaymentField error={refused} reason={reason} onChange={setReason} />
      {payment.success && !isRecorded && (
        <DuesPaymentOutcome
          memberId={report.person_id}
          payment={{
            amount: decimalRupees(payment.data.amount),
            paid_on: payment.data.paid_on,
            mode,
            reference,
          }}
        />
      )}
    </FormDialog>
  )
}

/** Says that the day is the bank's: members often keep the default, the day of their report. */
const creditedHint = (creditedOn: Day, reportedOn: Day): string =>
  creditedOn === reportedOn
    ? 'The bank credited it on this day.'
    : `The bank credited it on ${numericDate(creditedOn)}; the member reported ${numericDate(reportedOn)}.`

function RejectDialog({ report, onClose }: FormProps) {
  const reject = useRejectReportedPayment(onClose)
  const form = useForm({
    resolver: zodResolver(reportedPaymentRejection),
    defaultValues: { reason: '' },
  })
  const field = useFields(form)
  const handleSubmit = form.handleSubmit(async (body) => {
    await reject.mutateAsync({ id: report.id, body }).catch(() => undefined)
  })
  return (
    <FormDialog
      title="Reject the reported payment"
      description={labelOf(report)}
      size="sm"
      label="Reject"
      variant="destructive"
      isReady
      isDirty={form.formState.isDirty}
      isPending={reject.isPending}
      onSubmit={() => void handleSubmit()}
      onClose={onClose}
    >
      <TextAreaField
        label="Reason"
        hint="Emailed to the member, who can report the payment again."
        limit={1000}
        {...field('reason')}
      />
    </FormDialog>
  )
}
