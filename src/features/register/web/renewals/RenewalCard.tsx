import { MessageCircle } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'wouter'
import { CardCheckbox } from '#platform/web/table/Cards.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { numericDate } from '#shared/dates.ts'
import type { Renewal } from '../../renewals/answers.ts'
import {
  amountNote,
  amountText,
  channelLabels,
  isOpen,
  PayButton,
  RenewalMenu,
  RenewalState,
} from './RenewalTable.tsx'
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
    <li
      data-row={renewal.id}
      className="card-in-sight grid min-w-0 grid-cols-1 gap-0.5 border-t border-line px-(--gutter) py-3 first:border-t-0"
    >
      <div className="flex items-center gap-3">
        <CardCheckbox
          label={`Select ${nameOf(renewal)}`}
          isSelected={isSelected}
          onToggle={() => onToggle(renewal)}
        />
        <Link
          href={`/admin/members?member=${renewal.id}`}
          className="flex-1 rounded-sm text-field font-semibold -outline-offset-2 one-line"
        >
          {nameOf(renewal)}
        </Link>
        <span className="text-field font-semibold tabular-nums">{amountText(renewal)}</span>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-3 text-sm text-ink-soft tabular-nums">
        <RenewalState renewal={renewal} />
        <span>{amountNote(renewal)}</span>
      </div>
      <p className="text-sm text-ink-soft tabular-nums one-line">{factOf(renewal)}</p>
      <div className="mt-2 flex gap-2">
        <PayButton renewal={renewal} variant="soft" className="flex-1" onAction={onAction} />
        {isOpen(renewal) && (
          <Button
            size="sm"
            variant="soft"
            className="flex-1"
            icon={<MessageCircle aria-hidden="true" />}
            onClick={() => onAction(renewal, 'whatsapp')}
          >
            <span>WhatsApp</span>
            <span className="sr-only"> {nameOf(renewal)}</span>
          </Button>
        )}
        <RenewalMenu renewal={renewal} onAction={onAction} />
      </div>
    </li>
  )
})

/** 'Aarti Purohit · Email, 12/11/2026'. */
const factOf = ({ company_name, name, membership_number, last_notice }: Renewal): string =>
  [
    (company_name && name) || membership_number,
    last_notice && `${channelLabels[last_notice.channel]}, ${numericDate(last_notice.at)}`,
  ]
    .filter(Boolean)
    .join(' · ')
