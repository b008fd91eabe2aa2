import { memo } from 'react'
import { Link } from 'wouter'
import { DuesStatusBadge } from '#features/members/web/components/DuesCell.tsx'
import { CardCheckbox } from '#platform/web/table/Cards.tsx'
import { numericDate } from '#shared/dates.ts'
import { countOf } from '#shared/sentences.ts'
import type { Renewal } from '../../renewals/answers.ts'
import { amountNote, amountText, RenewalActions, statusNote } from './RenewalTable.tsx'
import { nameOf, type OnRenewalAction } from './renewal-actions.ts'

/**
 * A member in the list on a phone: how much, since when, and the payment. Memoised, so pass the same
 * functions in every render.
 */
export const RenewalCard = memo(function RenewalCard({
  renewal,
  isSelected,
  onToggle,
  onAction,
}: {
  renewal: Renewal
  isSelected: boolean
  onToggle: (renewal: Renewal) => void
  onAction: OnRenewalAction
}) {
  return (
    <li className="card-in-sight grid gap-3 rounded-lg border border-line bg-surface p-4">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1 wrap-anywhere">
          <Link
            href={`/admin/members?member=${renewal.id}`}
            className="rounded-sm font-semibold text-accent-text underline decoration-line underline-offset-2"
          >
            {nameOf(renewal)}
          </Link>
          <p className="text-sm text-ink-soft tabular-nums">
            {[renewal.membership_number, renewal.company_name && renewal.name]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <CardCheckbox
          label={`Select ${nameOf(renewal)}`}
          isSelected={isSelected}
          onToggle={() => onToggle(renewal)}
        />
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-lg font-semibold tabular-nums">{amountText(renewal)}</span>
        <DuesStatusBadge status={renewal.dues.status} />
        <span className="text-sm text-ink-soft tabular-nums">{noteOf(renewal)}</span>
      </p>
      <RenewalActions renewal={renewal} onAction={onAction} />
    </li>
  )
})

/** 'since 31/07/2026 · 2026-27 · 118 days overdue'. */
const noteOf = (renewal: Renewal): string =>
  [statusNote(renewal), amountNote(renewal), dueText(renewal)].filter(Boolean).join(' · ')

function dueText({ due_on, days_overdue }: Renewal): string {
  if (days_overdue > 0) return `${countOf(days_overdue, 'day', 'days')} overdue`
  return due_on ? `due ${numericDate(due_on)}` : ''
}
