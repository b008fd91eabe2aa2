import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '#platform/web/api/call.ts'
import { ConfirmDialog } from '#platform/web/dialog/ConfirmDialog.tsx'
import { AmountField } from '#platform/web/form/AmountField.tsx'
import { DateField } from '#platform/web/form/DateField.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { showInField, useFields } from '#platform/web/form/use-fields.ts'
import { isTouch } from '#platform/web/layout/phone.ts'
import { errorToast } from '#platform/web/toast/error-toast.ts'
import type { Tone } from '#platform/web/ui/Badge.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { State } from '#platform/web/ui/State.tsx'
import { FileField } from '#platform/web/uploads/FileField.tsx'
import { isoDay, numericDate } from '#shared/dates.ts'
import { decimalRupees, formatRupees } from '#shared/rupees.ts'
import type { Notice } from '../../notices/answers.ts'
import { paymentReport } from '../../notices/contract.ts'
import { reportStates } from '../../notices/labels.ts'
import { reportPayment, useWithdrawReport } from './calls.ts'

/** The payments that the member has reported, and the form to report one. */
export function ReportPayment({ token, notice }: { token: string; notice: Notice }) {
  const [isOpen, setOpen] = useState(false)
  const { reports, owed_paise } = notice
  const hasHeading = reports.length > 0 || isOpen
  const section = useRef<HTMLElement>(null)
  const wasOpen = useRef(false)
  // The form replaces its button and back, so the focus must be moved.
  useEffect(() => {
    if (isOpen !== wasOpen.current)
      section.current?.querySelector<HTMLElement>(isOpen ? 'h2' : 'h2, button')?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return (
    <section
      ref={section}
      aria-labelledby={hasHeading ? 'reported' : undefined}
      className={hasHeading ? 'grid basis-full gap-3' : 'empty:hidden'}
    >
      {hasHeading && (
        <h2 id="reported" tabIndex={-1} className="text-lg">
          {reports.length > 0 ? 'Payments you reported' : 'I have paid'}
        </h2>
      )}
      {reports.length > 0 && <Reports token={token} reports={reports} />}
      {isOpen ? (
        <ReportForm token={token} notice={notice} onDone={() => setOpen(false)} />
      ) : (
        owed_paise > 0 && (
          <Button
            // The next step of a desk; on a phone that is 'Pay with a UPI app'.
            variant={reports.length === 0 && !(isTouch() && notice.upi) ? 'primary' : 'secondary'}
            className="justify-self-start"
            onClick={() => setOpen(true)}
          >
            {reports.length > 0 ? 'Report another payment' : 'I have paid'}
          </Button>
        )
      )}
    </section>
  )
}

const tones: Record<keyof typeof reportStates, Tone> = {
  open: 'warning',
  confirmed: 'success',
  rejected: 'danger',
  withdrawn: 'neutral',
}

function Reports({ token, reports }: { token: string } & Pick<Notice, 'reports'>) {
  const [withdrawn, setWithdrawn] = useState<Report>()
  return (
    <>
      <ul className="divide-y divide-line rounded-md border border-line text-sm">
        {reports.map((report) => {
          const { id, reference, amount_paise, paid_on, outcome, reason } = report
          const state = outcome ?? 'open'
          return (
            <li key={id} className="grid gap-1 px-4 py-3 wrap-anywhere">
              <p className="flex flex-wrap items-center justify-between gap-2">
                <span className="font-medium">{formatRupees(amount_paise)}</span>
                <State tone={tones[state]}>{reportStates[state]}</State>
              </p>
              <p className="flex flex-wrap items-center justify-between gap-2 text-ink-soft">
                <span>
                  {reference} · {numericDate(paid_on)}
                </span>
                {outcome === null && (
                  <button
                    type="button"
                    onClick={() => setWithdrawn(report)}
                    className="rounded-sm font-medium text-accent-text underline underline-offset-2 hover:no-underline touch:-my-2 touch:min-h-11"
                  >
                    Withdraw
                  </button>
                )}
              </p>
              {reason && <p>{reason}</p>}
            </li>
          )
        })}
      </ul>
      {withdrawn && (
        <WithdrawDialog token={token} report={withdrawn} onClose={() => setWithdrawn(undefined)} />
      )}
    </>
  )
}

function WithdrawDialog({
  token,
  report: { id, amount_paise, reference },
  onClose,
}: {
  token: string
  report: Report
  onClose: () => void
}) {
  const withdraw = useWithdrawReport(token, onClose)
  return (
    <ConfirmDialog
      open
      title="Withdraw this report?"
      confirmLabel="Withdraw"
      pending={withdraw.isPending}
      onConfirm={() => withdraw.mutate({ body: { token, id } })}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        The office will not look for {formatRupees(amount_paise)} ({reference}) any more. You can
        report the payment again.
      </p>
    </ConfirmDialog>
  )
}

type Report = Notice['reports'][number]

const reportFields = paymentReport.omit({ token: true })

function ReportForm({
  token,
  notice,
  onDone,
}: {
  token: string
  notice: Notice
  onDone: () => void
}) {
  const [screenshot, setScreenshot] = useState<File>()
  const [fileError, setFileError] = useState<string>()
  const today = isoDay(new Date())
  const form = useForm({
    resolver: zodResolver(reportFields),
    defaultValues: { reference: '', amount: decimalRupees(notice.owed_paise), paid_on: today },
  })
  const field = useFields(form, { autoComplete: 'off' })
  const handleSubmit = form.handleSubmit(async ({ reference, amount, paid_on }) => {
    setFileError(undefined)
    const data = new FormData()
    data.append('reference', reference)
    data.append('amount', decimalRupees(amount))
    data.append('paid_on', paid_on)
    if (screenshot) data.append('paymentScreenshot', screenshot)
    try {
      await reportPayment(data, token)
      onDone()
    } catch (error) {
      if (error instanceof ApiError && error.field === 'paymentScreenshot') setFileError(error.text)
      else if (!(error instanceof ApiError && showInField(form, error)))
        errorToast(error, 'Failed to report the payment')
    }
  })
  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-4">
      <p className="text-sm text-ink-soft">
        The association checks its bank account and confirms the payment. Until then it is shown as
        reported.
      </p>
      <TextField
        label="UTR or reference number"
        hint="12 digits in your UPI app, or the reference of the bank transfer."
        {...field('reference')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountField {...field('amount')} />
        <DateField
          label="Day of the payment"
          max={today}
          {...field('paid_on')}
          value={form.watch('paid_on')}
        />
      </div>
      <FileField
        label="Screenshot"
        optional
        hint="JPG, PNG or PDF, less than 10 MB."
        accept="image/jpeg,image/png,application/pdf"
        error={fileError}
        file={screenshot}
        onChange={setScreenshot}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" pending={form.formState.isSubmitting}>
          Report payment
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
