import { CheckboxField } from '#platform/web/form/CheckboxField.tsx'
import { SelectField } from '#platform/web/form/SelectField.tsx'
import { useIsPhone } from '#platform/web/layout/phone.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import type { DotTone } from '#platform/web/ui/State.tsx'
import { SumTile } from '#platform/web/ui/SumTile.tsx'
import { formatRupees } from '#shared/rupees.ts'
import { formatCount } from '#shared/sentences.ts'
import { sum } from '#shared/sum.ts'
import type { StatementReview } from '../answers.ts'
import { creditFilters, type LineFilter, lineFilters } from '../contract.ts'
import { countCredits, countIn, filterNames, optionLabel } from './line-filters.ts'
import { accountAndFile, periodOf } from './statement-names.ts'

interface StatementHeadProps {
  review: StatementReview
  show: LineFilter | undefined
  /** '' for all credits. */
  onShow: (filter: string) => void
  emailsReceipts: boolean
  onEmailsReceipts: (isOn: boolean) => void
}

/** Account and days of a statement, whether receipts are emailed, and its sums, each of which shows its lines. */
export function StatementHead({
  review,
  emailsReceipts,
  onEmailsReceipts,
  ...filter
}: StatementHeadProps) {
  const isPhone = useIsPhone()
  const { statement } = review
  return (
    <section
      aria-label="Statement"
      className="mb-1 grid grid-cols-1 sm:overflow-hidden sm:rounded-lg sm:border sm:border-line sm:bg-surface"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 max-sm:gap-x-3 max-sm:gap-y-2 sm:border-b sm:border-line sm:px-4 sm:py-1.5">
        <p className="text-sm text-ink-soft wrap-anywhere max-sm:basis-full">
          <span className="font-medium text-ink tabular-nums">{periodOf(statement)}</span>
          <span className={statement.account === null ? 'max-sm:hidden' : undefined}>
            {` · ${accountAndFile(statement)}`}
          </span>
        </p>
        {isPhone && <FilterSelect review={review} {...filter} />}
        <CheckboxField
          label="Email the receipts"
          title="To members with an email address, when you confirm their payment."
          checked={emailsReceipts}
          onChange={({ target }) => onEmailsReceipts(target.checked)}
        />
      </div>
      {!isPhone && <FilterTiles review={review} {...filter} />}
    </section>
  )
}

type FilterProps = Pick<StatementHeadProps, 'review' | 'show' | 'onShow'>

const FilterSelect = ({ review, show, onShow }: FilterProps) => {
  const credits = countCredits(review)
  return (
    <SelectField
      label={<span className="sr-only">Show</span>}
      className="min-w-0 flex-[1_1_9rem] gap-0!"
      placeholder={credits === 0 ? undefined : `All credits (${formatCount(credits)})`}
      options={lineFilters.map((filter) => ({ value: filter, label: optionLabel(review, filter) }))}
      value={show ?? ''}
      onChange={({ target }) => onShow(target.value)}
    />
  )
}

const counted = lineFilters.filter((filter) => filter !== 'debits')

const tones: Partial<Record<LineFilter, DotTone>> = {
  sure: 'success',
  likely: 'warning',
  none: 'neutral',
  returns: 'danger',
}

/** Those without lines are left out. The number of the debits is not known: a button beside the sums shows them. */
const FilterTiles = ({ review, show, onShow }: FilterProps) => (
  <div className="flex items-center gap-x-2 px-2 pb-1">
    <SumTiles review={review} show={show} onShow={onShow} />
    <Button
      size="sm"
      variant="ghost"
      className="shrink-0 aria-pressed:bg-accent-soft"
      aria-pressed={show === 'debits'}
      onClick={() => onShow(show === 'debits' ? '' : 'debits')}
    >
      Show debits
    </Button>
  </div>
)

const SumTiles = ({ review, show, onShow }: FilterProps) => {
  const credits = countCredits(review)
  const isShown = (filter: LineFilter) => filter === show || countIn(review, filter) !== 0
  return (
    <ul
      aria-label="Lines by state"
      className="grid min-w-0 flex-1 grid-cols-[repeat(auto-fit,minmax(8.25rem,1fr))]"
    >
      {credits > 0 && (
        <li>
          <SumTile
            aria-pressed={show === undefined}
            onClick={() => onShow('')}
            label="All credits"
            value={formatCount(credits)}
            note={formatRupees(sum(creditFilters, (filter) => review.paise[filter]))}
          />
        </li>
      )}
      {counted.filter(isShown).map((filter) => (
        <li key={filter}>
          <SumTile
            aria-pressed={filter === show}
            onClick={() => onShow(filter === show ? '' : filter)}
            tone={tones[filter]}
            label={filterNames[filter]}
            value={formatCount(countIn(review, filter) ?? 0)}
            note={noteOf(review, filter)}
          />
        </li>
      ))}
    </ul>
  )
}

function noteOf({ paise }: StatementReview, filter: LineFilter): string {
  if (filter === 'returns') return 'to review'
  return filter !== 'debits' && paise[filter] > 0 ? formatRupees(paise[filter]) : ''
}
