import { type ReactNode, useId, useState } from 'react'
import { BulkFailures, BulkPreviewList } from '#features/members/web/components/BulkPreviewList.tsx'
import type { SelectedList } from '#features/members/web/components/member-actions.ts'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { FormButtons } from '#platform/web/dialog/FormButtons.tsx'
import { CheckboxField } from '#platform/web/form/CheckboxField.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import { numericDate } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import { countOf, formatCount, plural } from '#shared/sentences.ts'
import { readPaise } from '#shared/values/amount.ts'
import type { BulkPaymentAnswer } from '../../answers.ts'
import type { PaidValues } from '../calls.ts'
import { useListPayment, useListPaymentPreview } from '../list-payment-calls.ts'
import { usePaidErrors, usePaidForm } from '../paid-form.ts'
import { promptUndo } from '../undo-prompt.ts'
import { BulkOutcome } from './BulkOutcome.tsx'
import { PaidForm } from './PaidForm.tsx'

interface MarkListPaidDialogProps {
  selected: SelectedList
  /** The dues in the settings, in rupees as typed; '' for none and while loading. */
  dues: string
  /** Shown above the fields. */
  note?: ReactNode
  onClose: (isDone: boolean) => void
}

/** Mark Payment as Paid (contract 13.2) for a list of members, which the server resolves. */
export function MarkListPaidDialog({ selected, dues, note, onClose }: MarkListPaidDialogProps) {
  const [{ selection, count }] = useState(selected)
  const [replace, setReplace] = useState(false)
  const [emailsReceipt, setEmailsReceipt] = useState(false)
  const id = useId()
  const form = usePaidForm(dues)
  const paid = form.watch()
  const errors = usePaidErrors(paid)
  const isValid = Object.keys(errors).length === 0
  const preview = useListPaymentPreview(selection, { paid, isValid, replace })
  const { mutate, isPending, data: result, done } = useListPayment()
  const failures = result?.failures ?? []
  const affected = preview.data?.affected ?? 0
  const isReady = isValid && affected > 0 && !preview.isPlaceholderData
  const save = () =>
    mutate(
      { selection: { ...selection, token: preview.data?.token }, paid, replace, emailsReceipt },
      {
        onSuccess: ({ failures: refused }) => refused.length === 0 && onClose(true),
        onError: () => void preview.refetch(),
      },
    )
  return (
    <Dialog
      open
      onClose={isPending ? () => {} : () => onClose(false)}
      title="Mark Payment as Paid"
      description={countOf(count, 'member', 'members')}
      dirty={form.formState.isDirty || isPending}
      footer={
        failures.length > 0 ? (
          <>
            {result && result.changed > 0 && <UndoButton result={result} onClose={onClose} />}
            <Button variant="primary" onClick={() => onClose(true)}>
              Close
            </Button>
          </>
        ) : (
          <FormButtons
            form={id}
            label={
              isPending
                ? `${formatCount(done ?? 0)} of ${formatCount(count)}`
                : `Mark ${formatCount(affected)} as Paid`
            }
            disabled={!isReady}
            pending={isPending}
            onCancel={() => onClose(false)}
          />
        )
      }
    >
      {failures.length > 0 ? (
        <BulkFailures failures={failures} />
      ) : (
        <form
          id={id}
          noValidate
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (isReady) save()
          }}
        >
          {note && <div className="text-sm">{note}</div>}
          <PaidForm form={form} errors={errors} dues={dues} isMany />
          <CheckboxField
            label="Email the receipts"
            checked={emailsReceipt}
            onChange={({ target }) => setEmailsReceipt(target.checked)}
          />
          <section className="grid gap-3 border-t border-line pt-4 text-sm">
            <h3 className="text-base">What will change</h3>
            {isReady && <p className="text-ink-soft">{summaryOf(affected, paid)}</p>}
            <CheckboxField
              label="Replace the existing payments for this period"
              checked={replace}
              onChange={({ target }) => setReplace(target.checked)}
            />
            {preview.isPending ? (
              <SkeletonRows rows={2} label="Loading the members" />
            ) : preview.isError ? (
              <LoadFailed title="Couldn't load the preview" query={preview} />
            ) : (
              <>
                {isReady && preview.data.outcome && <BulkOutcome outcome={preview.data.outcome} />}
                <BulkPreviewList preview={preview.data} />
              </>
            )}
          </section>
        </form>
      )}
    </Dialog>
  )
}

/** Leads to undoing what was recorded beside the refused ones. */
function UndoButton({
  result: { batch, changed },
  onClose,
}: {
  result: BulkPaymentAnswer
  onClose: (isDone: boolean) => void
}) {
  return (
    <Button
      onClick={() => {
        onClose(true)
        promptUndo(batch)
      }}
    >
      {plural(changed, 'Undo 1 payment', `Undo ${formatCount(changed)} payments`)}
    </Button>
  )
}

/** '3 members, ₹10,000 each: ₹30,000 in all, valid 01/04/2026 to 31/03/2027.' */
function summaryOf(count: number, paid: PaidValues): string {
  const paise = readPaise(paid.paymentAmount) ?? 0
  const { membership_valid_from: from, membership_valid_to: to } = paid
  const days = `valid ${numericDate(from)} to ${numericDate(to)}`
  const sum = formatRupees(paise * count)
  return plural(
    count,
    `1 member, ${sum}, ${days}.`,
    `${formatCount(count)} members, ${formatRupees(paise)} each: ${sum} in all, ${days}.`,
  )
}
