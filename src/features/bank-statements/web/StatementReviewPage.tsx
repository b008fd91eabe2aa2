import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import CheckCheck from 'lucide-react/icons/check-check'
import Trash2 from 'lucide-react/icons/trash'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { isReferenceTaken } from '#features/ledger/web/calls.ts'
import type { ApiError } from '#platform/web/api/call.ts'
import { ConfirmDialog } from '#platform/web/dialog/ConfirmDialog.tsx'
import { CheckboxField } from '#platform/web/form/CheckboxField.tsx'
import { SelectField } from '#platform/web/form/SelectField.tsx'
import { Page } from '#platform/web/layout/Page.tsx'
import { useIsPhone } from '#platform/web/layout/phone.ts'
import { MenuButton } from '#platform/web/menu/MenuButton.tsx'
import { parseOption, useUrlFilters } from '#platform/web/state/url-state.ts'
import { rowsOf } from '#platform/web/table/infinite-list.ts'
import { NoMatches } from '#platform/web/table/NoMatches.tsx'
import { useRowFocus } from '#platform/web/table/row-focus.ts'
import { ShowMore } from '#platform/web/table/ShowMore.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { LoadFailed } from '#platform/web/ui/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/Skeleton.tsx'
import { formatRupees } from '#shared/rupees.ts'
import { countOf, formatCount, plural } from '#shared/sentences.ts'
import type { BankLine, StatementReview } from '../answers.ts'
import { creditFilters, type LineChangeForm, type LineFilter, lineFilters } from '../contract.ts'
import { AnotherPaymentDialog } from './AnotherPaymentDialog.tsx'
import { BankLineCard } from './BankLineCard.tsx'
import { ChooseMemberDialog } from './ChooseMemberDialog.tsx'
import {
  bankLines,
  statementReview,
  useChangeLine,
  useConfirmSure,
  useDeleteStatement,
} from './calls.ts'
import { SplitDialog } from './SplitDialog.tsx'
import { accountName, periodOf, statementsPath } from './statement-names.ts'
import { TakeBackDialog } from './TakeBackDialog.tsx'
import { UndoDialog } from './UndoDialog.tsx'

type OpenDialog =
  | 'confirm-sure'
  | 'delete'
  | { line: BankLine; action: 'choose' | 'split' | 'undo' | 'take-back' }
  | { line: BankLine; action: 'another'; personId: string; error: ApiError }

/** The credits of a statement with whom they are from: confirmed one by one, or all sure ones at once. */
export function StatementReviewPage({ id }: { id: string }) {
  const review = useQuery(statementReview(id))
  const [open, setOpen] = useState<OpenDialog>()
  const [emailsReceipts, setEmailsReceipts] = useState(true)
  const { data } = review
  return (
    <Page
      title="Review bank statement"
      subtitle={
        data &&
        `${accountName(data.statement)}, ${periodOf(data.statement)}. ${data.statement.file_name}`
      }
      actions={
        <ReviewActions
          review={data}
          onDelete={() => setOpen('delete')}
          onConfirmSure={() => setOpen('confirm-sure')}
        />
      }
    >
      {review.isPending ? (
        <SkeletonRows label="Loading the bank statement" />
      ) : review.isError && !data ? (
        <LoadFailed title="Couldn't load the bank statement" query={review} />
      ) : (
        data && (
          <Lines
            id={id}
            review={data}
            emailsReceipts={emailsReceipts}
            onEmailsReceipts={setEmailsReceipts}
            open={open}
            onOpen={setOpen}
          />
        )
      )}
      {data && open === 'confirm-sure' && (
        <ConfirmSureDialog
          review={data}
          emailsReceipts={emailsReceipts}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'delete' && <DeleteDialog id={id} onClose={() => setOpen(undefined)} />}
    </Page>
  )
}

interface ReviewActionsProps {
  review: StatementReview | undefined
  onDelete: () => void
  onConfirmSure: () => void
}

/** On a phone all but the confirmation is in a menu. */
function ReviewActions({ review, onDelete, onConfirmSure }: ReviewActionsProps) {
  const isPhone = useIsPhone()
  const [, navigate] = useLocation()
  const counts = review?.statement.counts
  const canDelete = counts && counts.confirmed + counts.recorded === 0
  return (
    <>
      {isPhone ? (
        <MenuButton
          place="head"
          groups={[
            [{ label: 'All statements', onSelect: () => navigate(statementsPath) }],
            ...(canDelete ? [[{ label: 'Delete', onSelect: onDelete }]] : []),
          ]}
        />
      ) : (
        <>
          <ButtonLink variant="quiet" href={statementsPath}>
            All statements
          </ButtonLink>
          {canDelete && (
            <Button variant="quiet" icon={<Trash2 aria-hidden="true" />} onClick={onDelete}>
              Delete
            </Button>
          )}
        </>
      )}
      {review && (
        <Button
          variant="primary"
          icon={!isPhone && <CheckCheck aria-hidden="true" />}
          disabled={review.sure.count === 0}
          onClick={onConfirmSure}
        >
          <span>
            Confirm <span className="max-sm:sr-only">all sure ones</span>{' '}
            {`(${formatCount(review.sure.count)})`}
          </span>
        </Button>
      )}
    </>
  )
}

/** Credits to decide come first; the others stay in the list for 'Undo'. */
function inOrder(lines: readonly BankLine[], show: LineFilter | undefined): readonly BankLine[] {
  if (show) return lines
  const open = lines.filter(({ state }) => state === 'open')
  return [...open, ...lines.filter(({ state }) => state !== 'open')]
}

const filterNames: Record<LineFilter, string> = {
  sure: 'Sure matches',
  likely: 'Likely matches',
  none: 'No match',
  confirmed: 'Confirmed',
  recorded: 'Already recorded',
  ignored: 'Ignored',
  returns: 'Returned by the bank',
  debits: 'Debits',
}

/** Undefined where the number is not known. */
function countIn(
  { proposals, statement, returns }: StatementReview,
  filter: LineFilter,
): number | undefined {
  if (filter === 'debits') return undefined
  if (filter === 'returns') return returns
  return filter === 'sure' || filter === 'likely' || filter === 'none'
    ? proposals[filter]
    : statement.counts[filter]
}

const optionLabel = (review: StatementReview, filter: LineFilter): string => {
  const count = countIn(review, filter)
  return count === undefined
    ? filterNames[filter]
    : `${filterNames[filter]} (${formatCount(count)}${filter === 'returns' ? ' to review' : ''})`
}

interface LinesProps {
  id: string
  review: StatementReview
  emailsReceipts: boolean
  onEmailsReceipts: (isOn: boolean) => void
  open: OpenDialog | undefined
  onOpen: (open: OpenDialog | undefined) => void
}

function Lines({ id, review, emailsReceipts, onEmailsReceipts, open, onOpen }: LinesProps) {
  const { params, setFilter } = useUrlFilters()
  const total = creditFilters.reduce((sum, filter) => sum + (countIn(review, filter) ?? 0), 0)
  // A file of debits only is opened for what the bank returned.
  const show = parseOption(filterNames, params.get('show')) ?? (total === 0 ? 'returns' : undefined)
  const list = useInfiniteQuery({ ...bankLines(id, show), placeholderData: keepPreviousData })
  const change = useChangeLine()
  const lines = inOrder(list.data ? rowsOf(list.data) : [], show)
  const { area, moveFocusFrom } = useRowFocus(lines.map((line) => line.id))
  const save = (line: BankLine, body: LineChangeForm, act: string) => {
    moveFocusFrom(line.id, act)
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
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <div className="min-w-0 grow sm:max-w-xs">
          <SelectField
            label="Show"
            className="grid-cols-[auto_minmax(0,1fr)] items-center"
            placeholder={total === 0 ? undefined : `All credits (${formatCount(total)})`}
            options={lineFilters.map((filter) => ({
              value: filter,
              label: optionLabel(review, filter),
            }))}
            value={show ?? ''}
            onChange={({ target }) => setFilter('show', target.value)}
          />
        </div>
        <EmailReceiptsField isOn={emailsReceipts} onChange={onEmailsReceipts} />
      </div>
      {list.isPending ? (
        <SkeletonRows label="Loading the lines" />
      ) : list.isError && !list.data ? (
        <LoadFailed title="Couldn't load the lines" query={list} />
      ) : lines.length === 0 ? (
        <NoMatches title="No such lines" onClear={() => setFilter('show', '')} />
      ) : (
        <>
          <ul
            className={classNames(
              'bleed divide-y divide-line border-y border-line bg-surface',
              list.isPlaceholderData && 'opacity-60',
            )}
          >
            {lines.map((line) => (
              <BankLineCard
                key={line.id}
                line={line}
                showsAccount={review.statement.account?.includes(',') ?? false}
                isSaving={change.isPending && change.variables?.id === line.id}
                onChange={(body, act) => save(line, body, act)}
                onChoose={() => onOpen({ line, action: 'choose' })}
                onSplit={() => onOpen({ line, action: 'split' })}
                onUndo={() => onOpen({ line, action: 'undo' })}
                onTakeBack={() => onOpen({ line, action: 'take-back' })}
              />
            ))}
          </ul>
          <ShowMore list={list} noun="lines" />
        </>
      )}
      {typeof open === 'object' && (
        <LineDialog
          open={open}
          isSaving={change.isPending}
          onSave={save}
          onSplit={(line) => onOpen({ line, action: 'split' })}
          onClose={() => onOpen(undefined)}
        />
      )}
      {typeof open === 'object' && open.action === 'split' && (
        <SplitDialog
          line={open.line}
          emailsReceipts={emailsReceipts}
          onSave={() => moveFocusFrom(open.line.id, 'choose')}
          onClose={() => onOpen(undefined)}
        />
      )}
    </div>
  )
}

const EmailReceiptsField = ({
  isOn,
  onChange,
}: {
  isOn: boolean
  onChange: (isOn: boolean) => void
}) => (
  <CheckboxField
    label="Email the receipts"
    title="To members with an email address, when you confirm their payment."
    checked={isOn}
    onChange={({ target }) => onChange(target.checked)}
  />
)

/** Counts payments only where they are in the ledger. */
function ReturnsBanner({
  review: { returns, returned_payments },
  onShow,
}: {
  review: StatementReview
  onShow: (() => void) | undefined
}) {
  const others = countOf(returns - returned_payments, 'debit speaks', 'debits speak')
  return (
    <Banner
      tone="warning"
      title={
        returned_payments > 0
          ? `The bank returned ${countOf(returned_payments, 'payment', 'payments')}`
          : `${others} of a return`
      }
    >
      {returned_payments === 0 && <p>No payment is recorded with the same amount and reference.</p>}
      {onShow && (
        <Button size="sm" onClick={onShow}>
          Show
        </Button>
      )}
    </Banner>
  )
}

interface LineDialogProps {
  open: Exclude<OpenDialog, string>
  isSaving: boolean
  onSave: (line: BankLine, body: LineChangeForm, act: string) => void
  onSplit: (line: BankLine) => void
  onClose: () => void
}

/** The dialog of one line. */
function LineDialog({ open, isSaving, onSave, onSplit, onClose }: LineDialogProps) {
  return (
    <>
      {open.action === 'choose' && (
        <ChooseMemberDialog
          line={open.line}
          isSaving={isSaving}
          onChoose={(personId) =>
            onSave(open.line, { state: 'confirmed', person_id: personId }, 'choose')
          }
          onSplit={() => onSplit(open.line)}
          onClose={onClose}
        />
      )}
      {open.action === 'undo' && (
        <UndoDialog
          line={open.line}
          isSaving={isSaving}
          onConfirm={(body) => onSave(open.line, body, 'undo')}
          onClose={onClose}
        />
      )}
      {open.action === 'another' && (
        <AnotherPaymentDialog
          line={open.line}
          error={open.error}
          isSaving={isSaving}
          onRecord={(another_payment) =>
            onSave(
              open.line,
              { state: 'confirmed', person_id: open.personId, another_payment },
              'confirm',
            )
          }
          onClose={onClose}
        />
      )}
      {open.action === 'take-back' && (
        <TakeBackDialog
          line={open.line}
          isSaving={isSaving}
          onConfirm={(body) => onSave(open.line, body, 'take-back')}
          onClose={onClose}
        />
      )}
    </>
  )
}

interface ConfirmSureProps {
  review: StatementReview
  emailsReceipts: boolean
  onClose: () => void
}

function ConfirmSureDialog({ review, emailsReceipts, onClose }: ConfirmSureProps) {
  const confirm = useConfirmSure()
  const { sure, statement } = review
  return (
    <ConfirmDialog
      open
      title={`Confirm ${countOf(sure.count, 'sure match', 'sure matches')}?`}
      confirmLabel="Confirm all"
      pending={confirm.isPending}
      onConfirm={() =>
        confirm.mutate(
          { id: statement.id, body: { token: sure.token, email_receipt: emailsReceipts } },
          { onSettled: onClose },
        )
      }
      onClose={onClose}
    >
      <p>{sureText(sure)} You can undo each of them.</p>
      {emailsReceipts && sure.count > sure.recorded && (
        <p>Members with an email address get their receipt by email.</p>
      )}
    </ConfirmDialog>
  )
}

/** What 'Confirm all' does. */
export function sureText({ count, recorded, amount_paise }: StatementReview['sure']): string {
  const payments = count - recorded
  const matched = `${countOf(recorded, 'line is', 'lines are')} recorded already and only matched.`
  if (payments === 0) return matched
  const total = plural(
    payments,
    `1 payment of ${formatRupees(amount_paise)} is recorded with a receipt.`,
    `${formatCount(payments)} payments, ${formatRupees(amount_paise)} in total, are recorded, each with a receipt.`,
  )
  return recorded === 0 ? total : `${total} ${matched}`
}

function DeleteDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [, navigate] = useLocation()
  const remove = useDeleteStatement(() => navigate(statementsPath))
  return (
    <ConfirmDialog
      open
      title="Delete this bank statement?"
      confirmLabel="Delete"
      destructive
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ id }, { onSettled: onClose })}
      onClose={onClose}
    >
      <p>Its lines are deleted. Import the file again to bring them back.</p>
    </ConfirmDialog>
  )
}
