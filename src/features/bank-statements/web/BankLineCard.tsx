import { useId } from 'react'
import { Badge, type Tone } from '#platform/web/ui/Badge.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { shortDate } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import { isShortenedNumber } from '#shared/values/text.ts'
import type { BankLine, LineMember, LinePayment, Proposal } from '../answers.ts'
import type { LineChangeForm } from '../contract.ts'
import { dayName } from './statement-names.ts'

interface BankLineCardProps {
  line: BankLine
  isSaving: boolean
  /** The statement has lines of several accounts. */
  showsAccount: boolean
  /** `act` names the button that was pressed. */
  onChange: (change: LineChangeForm, act: string) => void
  onChoose: () => void
  onSplit: () => void
  onUndo: () => void
  /** Reverses the payment that a debit took back. */
  onTakeBack: () => void
}

/** A line of a statement: what the bank says, whom it is from and why, and what to do with it. */
export function BankLineCard({ line, showsAccount, ...actions }: BankLineCardProps) {
  const titleId = useId()
  return (
    <li
      data-row={line.id}
      aria-labelledby={titleId}
      className="grid gap-x-6 gap-y-3 rounded-lg border border-line bg-surface p-4 shadow-card md:grid-cols-[9rem_1fr] xl:grid-cols-[9rem_1fr_auto] xl:items-center"
    >
      <p
        id={titleId}
        className="flex items-baseline justify-between gap-3 md:grid md:content-start md:gap-0"
      >
        <span className="text-lg font-semibold tabular-nums">
          {formatRupees(line.amount_paise)}
        </span>
        <time dateTime={line.date} className="text-sm text-ink-soft tabular-nums">
          {dayName(line.date)}
        </time>
      </p>
      <div className="grid min-w-0 gap-1.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Match line={line} />
        </p>
        {line.payments.length > 1 && <SplitPayments payments={line.payments} />}
        {line.proposal && <p className="text-sm wrap-anywhere">{line.proposal.reason}</p>}
        <p className="text-xs text-ink-soft wrap-anywhere">
          <span>{bankText(line)}</span>
          {showsAccount && line.account && <span>{` · Account ending in ${line.account}`}</span>}
        </p>
        {hasShortenedNumber(line) && (
          <p className="text-sm text-warning-text">
            The reference is unreadable: a spreadsheet has shortened it. Format its column as text,
            or download the statement again.
          </p>
        )}
      </div>
      <LineActions line={line} titleId={titleId} {...actions} />
    </li>
  )
}

/** '6.19E+11' instead of twelve digits. */
const hasShortenedNumber = ({ narration, reference }: BankLine): boolean =>
  `${reference} ${narration}`.split(' ').some(isShortenedNumber)

/** The payments of a line that is split, or their reversals: each with its member and receipt. */
const SplitPayments = ({ payments }: { payments: readonly LinePayment[] }) => (
  <ul className="grid gap-1">
    {payments.map(({ id, member, amount_paise, receipt_number, is_reversed }) => (
      <li key={id} className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <MemberName member={member} />
        <span className="flex flex-wrap gap-x-2 text-sm text-ink-soft tabular-nums">
          <span>{formatRupees(amount_paise)}</span>
          {receipt_number && <span>{`Receipt ${receipt_number}`}</span>}
        </span>
        {is_reversed && <Badge tone="danger">Payment reversed</Badge>}
      </li>
    ))}
  </ul>
)

const MemberName = ({ member }: { member: LineMember }) => (
  <span className="font-medium wrap-anywhere">
    <span>{member.company_name || member.name}</span>
    {member.membership_number && (
      <span className="ml-2 text-sm font-normal text-ink-soft">{member.membership_number}</span>
    )}
  </span>
)

/** The description, and the reference where the description does not have it. */
const bankText = ({ narration, reference }: BankLine): string =>
  [narration, narration.includes(reference.replace(/^0+/, '')) ? '' : reference]
    .filter(Boolean)
    .join(' · ') || 'No description'

const takeBackLabel = ({ cheque_id, person_id }: Proposal): string => {
  if (cheque_id) return 'Mark the cheque as returned'
  return person_id === null ? 'Reverse the payments' : 'Reverse the payment'
}

const badges: Record<Proposal['confidence'], { tone: Tone; label: string }> = {
  sure: { tone: 'success', label: 'Sure' },
  likely: { tone: 'warning', label: 'Likely' },
  none: { tone: 'neutral', label: 'No match' },
}

function Match({ line: { state, proposal, member, ...line } }: { line: BankLine }) {
  const isDebit = line.amount_paise < 0
  const company = member && <MemberName member={member} />
  if (state === 'open' && proposal) {
    const { tone, label } = badges[proposal.confidence]
    return (
      <>
        <Badge tone={tone}>{label}</Badge>
        {(isDebit || line.returned_on) && <Badge tone="danger">Returned by the bank</Badge>}
        {proposal.kind === 'recorded' && <Badge>Already recorded</Badge>}
        {company}
      </>
    )
  }
  if (state === 'open') return <Badge>Debit</Badge>
  return (
    <>
      <StateBadge
        state={state}
        isReversed={line.is_reversed}
        hasPayments={line.payments.length > 0}
      />
      {line.returned_on && !line.is_reversed && <Badge tone="danger">Returned by the bank</Badge>}
      {company}
      {line.receipt_number && (
        <span className="text-sm text-ink-soft">{`Receipt ${line.receipt_number}`}</span>
      )}
      {line.decided_at && (
        <span className="text-sm text-ink-faint">
          {line.decided_by
            ? `by ${line.decided_by}, ${shortDate(line.decided_at)}`
            : shortDate(line.decided_at)}
        </span>
      )}
    </>
  )
}

interface StateBadgeProps {
  state: BankLine['state']
  isReversed: boolean
  hasPayments: boolean
}

function StateBadge({ state, isReversed, hasPayments }: StateBadgeProps) {
  if (state === 'returned' && !hasPayments) return <Badge tone="danger">Cheque returned</Badge>
  if (isReversed) return <Badge tone="danger">Payment reversed</Badge>
  if (state === 'returned') return <Badge tone="danger">Payment reversed</Badge>
  if (state === 'confirmed') return <Badge tone="success">Confirmed</Badge>
  return <Badge>{state === 'recorded' ? 'Already recorded' : 'Ignored'}</Badge>
}

function LineActions({
  line: { state, proposal, is_reversed, amount_paise, named },
  titleId,
  isSaving,
  onChange,
  onChoose,
  onSplit,
  onUndo,
  onTakeBack,
}: Omit<BankLineCardProps, 'showsAccount'> & { titleId: string }) {
  const shared = { size: 'sm', 'aria-describedby': titleId, disabled: isSaving } as const
  const row = 'flex flex-wrap gap-2 md:col-start-2 xl:col-start-3 xl:max-w-xs xl:justify-end'
  if (state !== 'open')
    return (
      <div className={row}>
        <Button
          {...shared}
          data-act="undo"
          onClick={
            state === 'confirmed' && !is_reversed
              ? onUndo
              : () => onChange({ state: 'open' }, 'undo')
          }
        >
          Undo
        </Button>
      </div>
    )
  if (amount_paise < 0 && !proposal) return null
  const hasProposal = Boolean(proposal?.entry_id ?? proposal?.person_id)
  // Several members are named: one of them alone is seldom right.
  const isSplit =
    named.length > 1 && proposal?.kind !== 'recorded' && proposal?.confidence !== 'sure'
  return (
    <div className={row}>
      {named.length > 1 && (
        <Button
          {...shared}
          variant={isSplit ? 'secondary' : 'ghost'}
          data-act="split"
          onClick={onSplit}
        >
          Split over several members
        </Button>
      )}
      {proposal?.kind === 'recorded' && proposal.entry_id && (
        <Button
          {...shared}
          data-act="confirm"
          onClick={() =>
            onChange({ state: 'recorded', entry_id: proposal.entry_id ?? '' }, 'confirm')
          }
        >
          Mark as recorded
        </Button>
      )}
      {proposal?.kind === 'payment' && proposal.person_id && (
        <Button
          {...shared}
          variant={isSplit ? 'ghost' : 'secondary'}
          data-act="confirm"
          onClick={() =>
            onChange({ state: 'confirmed', person_id: proposal.person_id ?? '' }, 'confirm')
          }
        >
          Confirm
        </Button>
      )}
      {proposal?.kind === 'return' && (proposal.entry_id ?? proposal.cheque_id) && (
        <Button {...shared} data-act="take-back" onClick={onTakeBack}>
          {takeBackLabel(proposal)}
        </Button>
      )}
      {amount_paise > 0 && (
        <Button
          {...shared}
          variant={hasProposal || isSplit ? 'ghost' : 'secondary'}
          data-act="choose"
          onClick={onChoose}
        >
          Choose member
        </Button>
      )}
      <Button
        {...shared}
        variant="ghost"
        data-act="ignore"
        onClick={() => onChange({ state: 'ignored' }, 'ignore')}
      >
        Ignore
      </Button>
    </div>
  )
}
