import MessageCircle from 'lucide-react/icons/message-circle'
import { memo } from 'react'
import { Link } from 'wouter'
import { rowTitleClass, SelectableRow } from '#platform/web/table/rows/SelectableRow.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import type { Renewal } from '../../renewals/answers.ts'
import { ChequeNoted } from './ChequeNoted.tsx'
import {
  amountText,
  isOpen,
  noteBesideStatus,
  noticeText,
  PayButton,
  RenewalMenu,
  RenewalState,
} from './RenewalTable.tsx'
import { nameOf, type OnRenewalAction } from './renewal-actions.ts'

/**
 * A member in the list on a phone: how much, since when, and the payment. Memoised, so pass the same
 * functions in every render.
 */
export const RenewalRow = memo(function RowContent({
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
    <SelectableRow
      id={renewal.id}
      name={nameOf(renewal)}
      isSelected={isSelected}
      onToggle={() => onToggle(renewal)}
      title={
        <Link href={`/admin/members?member=${renewal.id}`} className={rowTitleClass}>
          {nameOf(renewal)}
        </Link>
      }
      beside={<span className="text-field font-semibold tabular-nums">{amountText(renewal)}</span>}
      actions={
        <>
          <PayButton renewal={renewal} variant="soft" onAction={onAction} />
          {isOpen(renewal) && (
            <Button
              size="sm"
              variant="soft"
              icon={<MessageCircle aria-hidden="true" />}
              onClick={() => onAction(renewal, 'whatsapp')}
            >
              <span>WhatsApp</span>
              <span className="sr-only"> {nameOf(renewal)}</span>
            </Button>
          )}
        </>
      }
      menu={<RenewalMenu renewal={renewal} onAction={onAction} />}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 text-sm text-ink-soft tabular-nums">
        <RenewalState renewal={renewal} />
        <ChequeNoted memberId={renewal.id} />
        <span>{noteBesideStatus(renewal)}</span>
      </div>
      <p className="text-sm text-ink-soft tabular-nums one-line">{factOf(renewal)}</p>
    </SelectableRow>
  )
})

/** 'Aarti Purohit · Email, 12/11/2026'. */
const factOf = ({ company_name, name, membership_number, last_notice }: Renewal): string =>
  [(company_name && name) || membership_number, last_notice && noticeText(last_notice)]
    .filter(Boolean)
    .join(' · ')
