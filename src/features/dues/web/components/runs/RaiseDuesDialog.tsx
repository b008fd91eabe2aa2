import { useState } from 'react'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { SelectField } from '#platform/web/form/SelectField.tsx'
import { FoldedList } from '#platform/web/table/FoldedList.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import { ScrollRegion } from '#platform/web/ui/ScrollRegion.tsx'
import { numericDate } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import { countOf, formatCount } from '#shared/sentences.ts'
import { sum } from '#shared/sum.ts'
import type { DuesRunPreviewAnswer } from '../../../answers.ts'
import { ratesPath, useRaiseDues, useRunPreview, yearsToRaise } from '../../calls.ts'

/** Raises the dues of a year for all members or those with these ids, after a preview of who is charged how much. */
export function RaiseDuesDialog({
  ids,
  onClose,
}: {
  ids?: readonly string[] | undefined
  /** `isRaised` is true after dues were raised. */
  onClose: (isRaised: boolean) => void
}) {
  // A copy, because the selection changes with the list while the dialog is open.
  const [selectedIds] = useState(ids)
  const years = yearsToRaise(new Date())
  const [year, setYear] = useState(years.initial)
  const preview = useRunPreview(year, selectedIds)
  const raise = useRaiseDues()
  const { affected: count = 0, token = '' } = preview.data ?? {}
  const isReady = count > 0
  const handleRaise = () =>
    raise.mutate(
      { year, ids: selectedIds, token },
      { onSuccess: () => onClose(true), onError: () => void preview.refetch() },
    )
  return (
    <Dialog
      open
      size="lg"
      onClose={raise.isPending ? () => {} : () => onClose(false)}
      title={`Raise dues for ${year}`}
      description="Check who is charged before you raise them."
      dirty={raise.isPending}
      closesOnBack={!raise.isPending}
      footer={
        <>
          <Button variant="quiet" disabled={raise.isPending} onClick={() => onClose(false)}>
            Cancel
          </Button>
          <Button
            variant="primary"
            disabled={!isReady}
            pending={raise.isPending}
            onClick={handleRaise}
          >
            {isReady ? `Raise dues for ${countOf(count, 'member', 'members')}` : 'Raise dues'}
          </Button>
        </>
      }
    >
      <div className="grid gap-5 text-sm">
        <SelectField
          label="Financial year"
          options={years.all.map((name) => ({ value: name, label: name }))}
          value={year}
          onChange={({ target }) => setYear(target.value)}
        />
        {preview.isPending ? (
          <SkeletonRows rows={4} label="Loading the preview" />
        ) : preview.isError ? (
          <LoadFailed title="Couldn't load the preview" query={preview} />
        ) : (
          <Preview preview={preview.data} year={year} />
        )}
      </div>
    </Dialog>
  )
}

function Preview({ preview, year }: { preview: DuesRunPreviewAnswer; year: string }) {
  const { affected: count, amount_paise, lapsed, members, notices, left_out } = preview
  return (
    <>
      {lapsed > 0 && (
        <Banner tone="warning" title={lapsedText(lapsed, count)}>
          <p>
            The due date and the days of grace are over.{' '}
            <ButtonLink size="sm" variant="ghost" className="-ml-2 touch:-ml-3" href={ratesPath}>
              Change the due date
            </ButtonLink>
          </p>
        </Banner>
      )}
      {notices.map((notice) => (
        <Banner key={notice} tone="warning" title={notice} />
      ))}
      {count === 0 ? (
        <Banner title={`No one owes dues for ${year}`} />
      ) : (
        <section className="grid gap-2">
          <h3 className="text-base">
            {countOf(count, 'member', 'members')}, {formatRupees(amount_paise)}
          </h3>
          <ScrollRegion
            label="Members who are charged"
            className="max-h-64 overflow-y-auto rounded-md border border-line"
          >
            <ul className="grid divide-y divide-line">
              {members.map(({ id, name, company_name, charges, credit_paise, own_fee_reason }) => (
                <li
                  key={id}
                  className="flex flex-wrap justify-between gap-x-4 px-3 py-2 max-sm:flex-col"
                >
                  <span className="min-w-0 wrap-anywhere">{company_name || name}</span>
                  <span className="tabular-nums text-ink-soft">
                    {[
                      chargesText(charges),
                      own_fee_reason && `own fee: ${own_fee_reason}`,
                      credit_paise > 0 && `${formatRupees(credit_paise)} from credit`,
                    ]
                      .filter(Boolean)
                      .join(', ')}
                  </span>
                </li>
              ))}
            </ul>
          </ScrollRegion>
          {count > members.length && (
            <p className="text-ink-soft">
              The first {formatCount(members.length)} of {formatCount(count)} are listed.
            </p>
          )}
        </section>
      )}
      {left_out.length > 0 && (
        <section className="grid gap-1">
          <h3 className="text-base">Left out</h3>
          {left_out.map(({ reason, count: leftOutCount, members: named }) => (
            <FoldedList
              key={reason}
              title={`${reason}: ${formatCount(leftOutCount)}`}
              items={named.map(({ id, name, company_name }) => ({
                id,
                text: company_name || name,
              }))}
              count={leftOutCount}
            />
          ))}
          {left_out.some(({ reason }) => reason.startsWith('No dues set')) && (
            <p>
              <ButtonLink size="sm" variant="ghost" href={ratesPath}>
                Dues in Settings
              </ButtonLink>
            </p>
          )}
        </section>
      )}
    </>
  )
}

function lapsedText(lapsed: number, count: number): string {
  const members = countOf(lapsed, 'member', 'members')
  if (lapsed < count) return `${members} of ${formatCount(count)} will be lapsed at once`
  return lapsed === 1 ? '1 member will be lapsed at once' : `All ${members} will be lapsed at once`
}

/** '₹5,000 due 30/04/2026' or '₹6,000 (joining fee ₹1,000) due 30/04/2026'. */
function chargesText(charges: DuesRunPreviewAnswer['members'][number]['charges']): string {
  const total = sum(charges, ({ amount_paise }) => amount_paise)
  const fee = charges.find(({ item }) => item === 'joining fee')
  const due = charges[0]?.due_on
  return [
    formatRupees(total),
    fee && `(joining fee ${formatRupees(fee.amount_paise)})`,
    due && `due ${numericDate(due)}`,
  ]
    .filter(Boolean)
    .join(' ')
}
