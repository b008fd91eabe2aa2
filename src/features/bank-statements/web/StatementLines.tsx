import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isReferenceTaken } from '#features/ledger/web/calls.ts'
import { parseOption, useUrlFilters } from '#platform/web/state/url-state.ts'
import { NoMatches } from '#platform/web/table/filters/NoMatches.tsx'
import { rowsOf } from '#platform/web/table/loading/infinite-list.ts'
import { ShowMore } from '#platform/web/table/loading/ShowMore.tsx'
import { useRowFocus } from '#platform/web/table/rows/row-focus.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import { countOf, formatCount } from '#shared/sentences.ts'
import type { BankLine, StatementReview } from '../answers.ts'
import type { LineChangeForm, LineFilter } from '../contract.ts'
import { BankLineCard } from './BankLineCard.tsx'
import { bankLines, useChangeLine } from './calls.ts'
import { LineDialog, type OpenDialog } from './LineDialog.tsx'
import { countCredits, filterNames, optionLabel } from './line-filters.ts'
import { SplitDialog } from './SplitDialog.tsx'
import { StatementHead } from './StatementHead.tsx'

/** Open credits come first. Decided ones stay in the list, so that they can be undone. */
function groupsOf(lines: readonly BankLine[], review: StatementReview): LineGroup[] {
  const { open } = review.statement.counts
  return [
    { title: 'To review', count: open, lines: lines.filter(({ state }) => state === 'open') },
    {
      title: 'Decided',
      count: countCredits(review) - open,
      lines: lines.filter(({ state }) => state !== 'open'),
    },
  ].filter((group) => group.lines.length > 0)
}

interface LineGroup {
  /** Undefined where a filter shows lines of one kind. */
  title?: string
  count?: number
  lines: readonly BankLine[]
}

interface StatementLinesProps {
  id: string
  review: StatementReview
  emailsReceipts: boolean
  onEmailsReceipts: (isOn: boolean) => void
  open: OpenDialog | undefined
  onOpen: (open: OpenDialog | undefined) => void
}

/** The lines of a statement that a filter shows, with their dialogs. */
export function StatementLines({
  id,
  review,
  emailsReceipts,
  onEmailsReceipts,
  open,
  onOpen,
}: StatementLinesProps) {
  const { params, setFilter } = useUrlFilters()
  // A statement without credits is opened with its returns.
  const show =
    parseOption(filterNames, params.get('show')) ??
    (countCredits(review) === 0 ? 'returns' : undefined)
  const list = useInfiniteQuery({ ...bankLines(id, show), placeholderData: keepPreviousData })
  const change = useChangeLine()
  const loaded = list.data ? rowsOf(list.data) : []
  const groups = show ? [{ lines: loaded }] : groupsOf(loaded, review)
  const lines = groups.flatMap((group) => group.lines)
  const { area, moveFocusFrom } = useRowFocus(lines.map((line) => line.id))
  const save = (line: BankLine, body: LineChangeForm, focusTarget: string) => {
    moveFocusFrom(line.id, focusTarget)
    const email_receipt = body.state === 'confirmed' && emailsReceipts
    change.mutate(
      { id: line.id, body: { ...body, ...(email_receipt && { email_receipt }) } },
      {
        onSuccess: () => onOpen(undefined),
        onError: (error) => {
          if (body.state === 'confirmed' && body.person_id && isReferenceTaken(error))
            onOpen({ line, action: 'another', personId: body.person_id, error })
        },
      },
    )
  }
  return (
    <div ref={area} tabIndex={-1} className="grid gap-2 outline-none">
      {review.returns > 0 && (
        <ReturnsBanner
          review={review}
          onShow={show === 'returns' ? undefined : () => setFilter('show', 'returns')}
        />
      )}
      <StatementHead
        review={review}
        show={show}
        onShow={(filter) => setFilter('show', filter)}
        emailsReceipts={emailsReceipts}
        onEmailsReceipts={onEmailsReceipts}
      />
      {list.isPending ? (
        <SkeletonRows label="Loading the lines" />
      ) : list.isError && !list.data ? (
        <LoadFailed title="Couldn't load the lines" query={list} />
      ) : lines.length === 0 ? (
        <NoLines review={review} show={show} onShow={(filter) => setFilter('show', filter)} />
      ) : (
        <>
          <div className={classNames('bleed', list.isPlaceholderData && 'opacity-60')}>
            {groups.map((group: LineGroup) => (
              <GroupOfLines key={group.title ?? ''} group={group}>
                {(line) => (
                  <BankLineCard
                    key={line.id}
                    line={line}
                    showsAccount={review.statement.account?.includes(',') ?? false}
                    isSaving={change.isPending && change.variables?.id === line.id}
                    onChange={(body, focusTarget) => save(line, body, focusTarget)}
                    onChoose={() => onOpen({ line, action: 'choose' })}
                    onSplit={() => onOpen({ line, action: 'split' })}
                    onUndo={() => onOpen({ line, action: 'undo' })}
                    onTakeBack={() => onOpen({ line, action: 'take-back' })}
                  />
                )}
              </GroupOfLines>
            ))}
          </div>
          <ShowMore list={list} noun="lines" />
        </>
      )}
      {typeof open === 'object' && (
        <OpenedDialog
          open={open}
          onOpen={onOpen}
          isSaving={change.isPending}
          onSave={save}
          onSplit={(line) => moveFocusFrom(line.id, 'choose')}
          emailsReceipts={emailsReceipts}
        />
      )}
    </div>
  )
}

const decided = ['confirmed', 'recorded'] as const

/** Said of a filter without lines; once its open lines are decided, it leads to where they are now. */
function NoLines({
  review,
  show,
  onShow,
}: {
  review: StatementReview
  show: LineFilter | undefined
  onShow: (filter: LineFilter | '') => void
}) {
  const isOpen = show === 'sure' || show === 'likely' || show === 'none'
  const filters = isOpen ? decided.filter((filter) => review.statement.counts[filter] > 0) : []
  return filters.length === 0 ? (
    <NoMatches title="No such lines" onClear={() => onShow('')}>
      {null}
    </NoMatches>
  ) : (
    <EmptyState
      title="Nothing is left to review here"
      action={
        <>
          {filters.map((filter) => (
            <Button key={filter} onClick={() => onShow(filter)}>
              {optionLabel(review, filter)}
            </Button>
          ))}
          <Button variant="quiet" onClick={() => onShow('')}>
            Clear filters
          </Button>
        </>
      }
    />
  )
}

const GroupOfLines = ({
  group: { title, count = 0, lines },
  children,
}: {
  group: LineGroup
  children: (line: BankLine) => ReactNode
}) => (
  <>
    {title && (
      <h2 className="border-t border-line bg-sunken px-(--gutter) py-1.5 text-sm font-medium text-ink-soft">
        {title} <span className="font-normal tabular-nums">{formatCount(count)}</span>
      </h2>
    )}
    <ul className="divide-y divide-line border-y border-line bg-surface">{lines.map(children)}</ul>
  </>
)

/** The dialog of a line, or the one that splits it. */
function OpenedDialog({
  open,
  onOpen,
  isSaving,
  onSave,
  onSplit,
  emailsReceipts,
}: Pick<StatementLinesProps, 'onOpen' | 'emailsReceipts'> & {
  open: Exclude<OpenDialog, string>
  isSaving: boolean
  onSave: (line: BankLine, body: LineChangeForm, focusTarget: string) => void
  /** When the parts of a line are saved. */
  onSplit: (line: BankLine) => void
}) {
  const close = () => onOpen(undefined)
  return (
    <>
      <LineDialog
        open={open}
        isSaving={isSaving}
        onSave={onSave}
        onSplit={(line) => onOpen({ line, action: 'split' })}
        onClose={close}
      />
      {open.action === 'split' && (
        <SplitDialog
          line={open.line}
          emailsReceipts={emailsReceipts}
          onSave={() => onSplit(open.line)}
          onClose={close}
        />
      )}
    </>
  )
}

/** Counts the returned payments that are in the ledger, or the debits where there are none. */
function ReturnsBanner({
  review: { returns, returned_payments },
  onShow,
}: {
  review: StatementReview
  onShow: (() => void) | undefined
}) {
  const unmatched = countOf(returns - returned_payments, 'debit mentions', 'debits mention')
  return (
    <Banner
      tone="warning"
      title={
        returned_payments > 0
          ? `The bank returned ${countOf(returned_payments, 'payment', 'payments')}`
          : `${unmatched} a return`
      }
    >
      {returned_payments === 0 && (
        <p>No payment with the same amount and reference is left to reverse.</p>
      )}
      {onShow && (
        <Button size="sm" onClick={onShow}>
          Show
        </Button>
      )}
    </Banner>
  )
}
