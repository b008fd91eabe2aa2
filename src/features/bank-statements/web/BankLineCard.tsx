import { useId } from 'react'
import { useIsPhone } from '#platform/web/layout/phone.ts'
import { RowActions } from '#platform/web/table/rows/RowActions.tsx'
import { RowMenu } from '#platform/web/table/rows/RowMenu.tsx'
import type { Tone } from '#platform/web/ui/Badge.tsx'
import { BreakableText } from '#platform/web/ui/BreakableText.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { State } from '#platform/web/ui/State.tsx'
import { shortDate } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import { isShortenedNumber } from '#shared/values/text.ts'
import type { BankLine, LineMember, LinePayment, Proposal, ReturnProposal } from '../answers.ts'
import type { LineChangeForm } from '../contract.ts'
import { filterNames } from './line-filters.ts'
import { paysText } from './pays-text.ts'
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
  /** Reverses the payment that a debit returned. */
  onTakeBack: () => void
}

/** A line of a statement: what the bank says, the member who probably paid and why, and the buttons to decide it. */
export function BankLineCard({ line, showsAccount, ...actions }: BankLineCardProps) {
  const titleId = useId()
  return (
    <li
      data-row={line.id}
      aria-labelledby={titleId}
      className="grid min-h-12 gap-x-4 gap-y-2 px-(--gutter) py-2.5 text-sm row-fill md:grid-cols-[5.5rem_minmax(0,1fr)_auto] md:gap-y-0.5 md:py-1.5 xl:grid-cols-[5rem_minmax(0,1fr)_clamp(15rem,22vw,36rem)_minmax(16rem,auto)] xl:items-center"
    >
      <p
        id={titleId}
        className="flex items-baseline justify-between gap-3 md:row-span-2 md:grid md:content-center md:gap-0 xl:row-span-1"
      >
        <span className="font-semibold tabular-nums max-xl:text-md">
          {formatRupees(line.amount_paise)}
        </span>
        <time dateTime={line.date} className="whitespace-nowrap text-ink-soft tabular-nums">
          {dayName(line.date)}
        </time>
      </p>
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5 md:col-start-2 md:row-start-1 md:content-end xl:gap-y-0 xl:content-center">
        <p
          className={classNames(
            'flex flex-wrap items-center gap-x-3 gap-y-0.5',
            isPlainMatch(line) && 'xl:w-full xl:flex-nowrap',
          )}
        >
          <Match line={line} />
        </p>
        {line.payments.length > 1 && <SplitPayments payments={line.payments} />}
        {(line.proposal || line.pays) && (
          <p className="basis-full wrap-anywhere">
            {line.proposal && <Reason proposal={line.proposal} />}
            {line.pays && <span>{` ${paysText(line)}`}</span>}
          </p>
        )}
        {hasShortenedNumber(line) && (
          <p className="basis-full text-sm text-warning-text">
            The reference is unreadable: a spreadsheet has shortened it. Format its column as text,
            or download the statement again.
          </p>
        )}
      </div>
      <p
        title={bankText(line)}
        className="min-w-0 text-xs text-ink-soft wrap-anywhere md:col-start-2 md:row-start-2 md:line-clamp-1 xl:col-start-3 xl:row-start-1 xl:line-clamp-4"
      >
        <BreakableText text={bankText(line)} />
        {showsAccount && line.account && <span>{` · Account ending in ${line.account}`}</span>}
      </p>
      <LineActions line={line} titleId={titleId} {...actions} />
    </li>
  )
}

/** Whether a match is sure and needs no further text: on a wide screen its badge is hidden. */
const isPlainMatch = ({ state, proposal, returned_on }: BankLine): boolean =>
  state === 'open' &&
  proposal?.kind === 'payment' &&
  proposal.confidence === 'sure' &&
  returned_on === null

/** Whether a spreadsheet has shortened a number, as '6.19E+11' instead of twelve digits. */
const hasShortenedNumber = ({ narration, reference }: BankLine): boolean =>
  `${reference} ${narration}`.split(' ').some(isShortenedNumber)

/** The payments of a line that is split, or their reversals: each with its member and receipt. */
const SplitPayments = ({ payments }: { payments: readonly LinePayment[] }) => (
  <ul className="grid basis-full gap-1">
    {payments.map(({ id, member, amount_paise, receipt_number, is_reversed }) => (
      <li key={id} className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <MemberName member={member} />
        <span className="flex flex-wrap gap-x-2 text-sm text-ink-soft tabular-nums">
          <span>{formatRupees(amount_paise)}</span>
          {receipt_number && <span>{`Receipt ${receipt_number}`}</span>}
        </span>
        {is_reversed && <State tone="danger">Payment reversed</State>}
      </li>
    ))}
  </ul>
)

const MemberName = ({ member }: { member: LineMember }) => (
  <span className="font-medium wrap-anywhere max-sm:basis-full xl:flex xl:min-w-0 xl:items-baseline">
    <span title={member.company_name || member.name} className="xl:one-line">
      {member.company_name || member.name}
    </span>
    {member.membership_number && (
      <span className="ml-2 text-sm font-normal text-ink-soft xl:shrink-0">
        {member.membership_number}
      </span>
    )}
  </span>
)

/** Only for screen readers where the match is sure and needs no decision. */
const Reason = ({ proposal: { confidence, reason } }: { proposal: Proposal }) => (
  <span title={reason} className={classNames('text-ink-soft', confidence === 'sure' && 'sr-only')}>
    {reason}
  </span>
)

/** The description, and the reference where the description does not have it. */
const bankText = ({ narration, reference }: BankLine): string =>
  [narration, narration.includes(reference.replace(/^0+/, '')) ? '' : reference]
    .filter(Boolean)
    .join(' · ') || 'No description'

const takeBackLabel = ({ cheque_id, person_id }: ReturnProposal): string => {
  if (cheque_id) return 'Mark the cheque as returned'
  return person_id === null ? 'Reverse the payments' : 'Reverse the payment'
}

const badges: Record<Proposal['confidence'], { tone: Tone; label: string }> = {
  sure: { tone: 'success', label: 'Sure' },
  likely: { tone: 'warning', label: 'Likely' },
  none: { tone: 'neutral', label: filterNames.none },
}

function Match({ line: { state, proposal, member, ...line } }: { line: BankLine }) {
  const isDebit = line.amount_paise < 0
  const company = member && <MemberName member={member} />
  if (state === 'open' && proposal) {
    const { tone, label } = badges[proposal.confidence]
    return (
      <>
        {!(isDebit && proposal.kind === 'recorded') && <State tone={tone}>{label}</State>}
        {((isDebit && proposal.kind === 'return') || line.returned_on) && (
          <State tone="danger">Returned by the bank</State>
        )}
        {proposal.kind === 'recorded' && <State>Already recorded</State>}
        {company}
      </>
    )
  }
  if (state === 'open') return <State>Debit</State>
  return (
    <>
      <StateBadge
        state={state}
        isReversed={line.is_reversed}
        hasPayments={line.payments.length > 0}
      />
      {line.returned_on && !line.is_reversed && <State tone="danger">Returned by the bank</State>}
      {company}
      <span className="flex flex-wrap gap-x-3 text-ink-soft">
        {line.receipt_number && <span>{`Receipt ${line.receipt_number}`}</span>}
        {line.decided_at && (
          <span className="text-ink-faint">
            {line.decided_by
              ? `by ${line.decided_by}, ${shortDate(line.decided_at)}`
              : shortDate(line.decided_at)}
          </span>
        )}
      </span>
    </>
  )
}

interface StateBadgeProps {
  state: BankLine['state']
  isReversed: boolean
  hasPayments: boolean
}

function StateBadge({ state, isReversed, hasPayments }: StateBadgeProps) {
  if (state === 'returned' && !hasPayments) return <State tone="danger">Cheque returned</State>
  if (isReversed) return <State tone="danger">Payment reversed</State>
  if (state === 'returned') return <State tone="danger">Payment reversed</State>
  if (state === 'confirmed') return <State tone="success">Confirmed</State>
  return <State>{state === 'recorded' ? 'Already recorded' : 'Ignored'}</State>
}

const actionsClass =
  'md:col-start-3 md:row-[1/3] md:self-center md:justify-self-end xl:col-start-4 xl:row-start-1'

/** What can be done with a line. On a phone only the main action is a button with words. */
function LineActions({
  titleId,
  isSaving,
  ...props
}: Omit<BankLineCardProps, 'showsAccount'> & { titleId: string }) {
  const isPhone = useIsPhone()
  const { line } = props
  const actions = actionsOf(props)
  if (actions.length === 0) return null
  const main = actions.find(({ isMain }) => isMain) ?? actions[0]
  const buttons = isPhone ? actions.filter((action) => action === main) : actions
  const others = actions.filter((action) => !buttons.includes(action))
  return (
    <RowActions
      className={classNames(actionsClass, 'md:max-w-80 md:flex-wrap md:justify-end xl:max-w-none')}
      menu={
        others.length > 0 && (
          <RowMenu
            rowId={line.id}
            label={`More actions for ${formatRupees(line.amount_paise)} of ${dayName(line.date)}`}
            items={others.map(({ label, onSelect }) => ({ label, disabled: isSaving, onSelect }))}
          />
        )
      }
    >
      {buttons.map(({ act, label, onSelect }) => (
        <Button
          key={act}
          size="sm"
          variant={
            act === main?.act && act !== 'undo' ? 'soft' : act === 'ignore' ? 'quiet' : 'ghost'
          }
          aria-describedby={titleId}
          disabled={isSaving}
          data-act={act}
          onClick={onSelect}
        >
          {label}
        </Button>
      ))}
    </RowActions>
  )
}

interface LineAction {
  /** The name under which the focus finds its button. */
  act: string
  label: string
  /** True for the one that is most likely right. */
  isMain?: boolean
  onSelect: () => void
}

function actionsOf({
  line: { state, proposal, is_reversed, amount_paise, named },
  onChange,
  onChoose,
  onSplit,
  onUndo,
  onTakeBack,
}: Omit<BankLineCardProps, 'showsAccount' | 'isSaving'>): LineAction[] {
  if (state !== 'open') {
    const reopen = () => onChange({ state: 'open' }, 'undo')
    const onSelect = state === 'confirmed' && !is_reversed ? onUndo : reopen
    return [{ act: 'undo', label: 'Undo', onSelect }]
  }
  // A recorded refund needs no action either.
  if (amount_paise < 0 && proposal?.kind !== 'return') return []
  // Several members are named: one of them alone is seldom right.
  const isSplit =
    named.length > 1 && proposal?.kind !== 'recorded' && proposal?.confidence !== 'sure'
  const actions: LineAction[] = []
  if (named.length > 1)
    actions.push({
      act: 'split',
      label: 'Split over several members',
      isMain: isSplit,
      onSelect: onSplit,
    })
  if (proposal?.kind === 'recorded')
    actions.push({
      act: 'confirm',
      label: 'Mark as recorded',
      isMain: true,
      onSelect: () => onChange({ state: 'recorded', entry_id: proposal.entry_id }, 'confirm'),
    })
  if (proposal?.kind === 'payment')
    actions.push({
      act: 'confirm',
      label: 'Confirm',
      isMain: !isSplit,
      onSelect: () => onChange({ state: 'confirmed', person_id: proposal.person_id }, 'confirm'),
    })
  if (proposal?.kind === 'return' && (proposal.entry_id ?? proposal.cheque_id))
    actions.push({
      act: 'take-back',
      label: takeBackLabel(proposal),
      isMain: true,
      onSelect: onTakeBack,
    })
  if (amount_paise > 0)
    actions.push({
      act: 'choose',
      label: 'Choose member',
      isMain: !isSplit && !(proposal?.entry_id ?? proposal?.person_id),
      onSelect: onChoose,
    })
  const ignore = () => onChange({ state: 'ignored' }, 'ignore')
  return [...actions, { act: 'ignore', label: 'Ignore', onSelect: ignore }]
}
