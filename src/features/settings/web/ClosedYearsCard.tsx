import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BooksClosingAnswer } from '#features/ledger/receipts/answers.ts'
import { booksClosing, useCloseBooks } from '#features/ledger/web/receipt-calls.ts'
import { ConfirmDialog } from '#platform/web/dialog/ConfirmDialog.tsx'
import { FormDialog } from '#platform/web/dialog/FormDialog.tsx'
import { TextAreaField } from '#platform/web/form/TextAreaField.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import { longDate, numericDate } from '#shared/dates.ts'
import {
  financialStartYear,
  financialYearFrom,
  startYearOf,
  yearNamed,
} from '#shared/financial-year.ts'

/** Closes financial years and reopens them. */
export function ClosedYearsCard() {
  const closing = useQuery(booksClosing)
  return (
    <Card
      title="Closed years"
      description="No payment can be recorded with a date in a closed year, so that the books you have handed over stay as they are."
    >
      {closing.isPending ? (
        <SkeletonRows rows={2} label="Loading the closed years" />
      ) : closing.isError ? (
        <LoadFailed title="Couldn't load the closed years" query={closing} />
      ) : (
        <ClosedYears {...closing.data} />
      )}
    </Card>
  )
}

/** The year before the last closed one, '' when that is the first that can be named. */
const yearBefore = (name: string): string => financialYearFrom(startYearOf(name) - 1).name

function ClosedYears({ closed_to, changes }: BooksClosingAnswer) {
  const [asked, setAsked] = useState<'close' | 'reopen'>()
  const ended = financialYearFrom(financialStartYear(new Date()) - 1).name
  const next = closed_to === '' ? ended : financialYearFrom(startYearOf(closed_to) + 1).name
  const closedTo = yearNamed(closed_to)?.to
  // The first closing closes all earlier years too, so reopening the last of them reopens what was closed with it.
  const [latest] = changes
  const reopened = latest?.after === closed_to ? latest.before : yearBefore(closed_to || ended)
  return (
    <div className="grid gap-4 text-sm">
      <p>{closedTo ? `The books are closed up to ${longDate(closedTo)}.` : 'No year is closed.'}</p>
      <div className="flex flex-wrap gap-2">
        {next <= ended && <Button onClick={() => setAsked('close')}>Close {next}</Button>}
        {closed_to !== '' && <Button onClick={() => setAsked('reopen')}>Reopen {closed_to}</Button>}
      </div>
      {changes.length > 0 && <ClosingHistory changes={changes} />}
      {asked === 'close' && <CloseDialog year={next} onClose={() => setAsked(undefined)} />}
      {asked === 'reopen' && (
        <ReopenDialog year={closed_to} before={reopened} onClose={() => setAsked(undefined)} />
      )}
    </div>
  )
}

function ClosingHistory({ changes }: Pick<BooksClosingAnswer, 'changes'>) {
  return (
    <ul className="divide-y divide-line border-t border-line">
      {changes.map(({ at, by, before, after, reason }) => (
        <li key={`${at} ${after}`} className="grid gap-x-4 py-2 sm:grid-cols-[9rem_1fr]">
          <span className="text-ink-faint tabular-nums">{numericDate(at)}</span>
          <span className="wrap-anywhere">
            {after > before ? `Closed ${after}` : `Reopened ${before}`}
            {by && <span className="text-ink-soft"> by {by}</span>}
            {reason && <span className="block text-ink-soft">{reason}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}

interface DialogProps {
  year: string
  onClose: () => void
}

function CloseDialog({ year, onClose }: DialogProps) {
  const close = useCloseBooks(`${year} closed`, onClose)
  return (
    <ConfirmDialog
      open
      title={`Close ${year}?`}
      confirmLabel={`Close ${year}`}
      pending={close.isPending}
      onConfirm={() => close.mutate({ body: { closed_to: year, reason: '' } })}
      onClose={onClose}
    >
      <p>
        Nothing can be recorded with a date up to{' '}
        {longDate(financialYearFrom(startYearOf(year)).to)}. A payment of that year can still be
        reversed: the reversal is dated the day you make it. You can reopen the year with a reason.
      </p>
    </ConfirmDialog>
  )
}

/** `before`: the last closed year afterwards. */
function ReopenDialog({ year, before, onClose }: DialogProps & { before: string }) {
  const [reason, setReason] = useState('')
  const [refused, setRefused] = useState<string>()
  const reopen = useCloseBooks(`${year} reopened`, onClose, ({ field, text }) => {
    if (field === 'reason') setRefused(text)
    return field === 'reason'
  })
  const closedTo = yearNamed(before)?.to
  return (
    <FormDialog
      title={`Reopen ${year}`}
      size="sm"
      label={`Reopen ${year}`}
      isReady={reason.trim().length >= 3}
      isDirty={reason !== ''}
      isPending={reopen.isPending}
      onSubmit={() => reopen.mutate({ body: { closed_to: before, reason } })}
      onClose={onClose}
    >
      <p>
        Payments can be dated into {year} again.{' '}
        {closedTo
          ? `The books stay closed up to ${longDate(closedTo)}.`
          : 'No year is closed afterwards.'}
      </p>
      <TextAreaField
        data-first-focus
        label="Reason"
        rows={3}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        hint="Kept in the history with your name"
        error={refused}
      />
    </FormDialog>
  )
}
