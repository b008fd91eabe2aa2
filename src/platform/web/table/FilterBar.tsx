import { ListFilter, X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { DateField } from '../form/DateField.tsx'
import { SearchField } from '../form/SearchField.tsx'
import { SelectField, type SelectOption } from '../form/SelectField.tsx'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { buttonGridOnPhones } from './button-grid.ts'

interface Filters {
  search: string
  values: Readonly<Record<string, string | undefined>>
  setFilter: (name: string, value: string) => void
  removeFilters: (names: readonly string[]) => void
}

export interface FilterSelect {
  /** The name of the filter in the URL. */
  name: string
  label: string
  /** The label of the option that removes the filter. */
  placeholder: string
  options: readonly SelectOption[]
  className?: string | undefined
}

export interface FilterChip {
  label: string
  /** The filters that removing the chip removes. */
  names: readonly string[]
}

interface MoreFilters {
  selects: readonly FilterSelect[]
  /** Days, as texts like 2025-04-01. */
  days: readonly { name: string; label: string }[]
}

interface FilterBarProps {
  /** What `useFilters` returned. */
  filters: Filters
  search: { label: string; placeholder: string; className?: string | undefined }
  selects?: readonly FilterSelect[] | undefined
  /** Filters that are shown only after a press on 'More filters'. */
  more?: MoreFilters | undefined
  /** Filters that are set elsewhere, for example by a link of the dashboard. */
  chips?: readonly FilterChip[] | undefined
  /** True to draw a box around the fields. */
  framed?: boolean | undefined
  /** The columns of the grid of fields. */
  className?: string | undefined
  /** Buttons beside the fields. */
  actions?: ReactNode
  /** More fields after the selects. */
  children?: ReactNode
  /** Buttons beside 'More filters'. */
  filterActions?: ReactNode
}

/** The search field and the filters of a list, which are in the URL. */
export function FilterBar({ actions, chips = [], ...fields }: FilterBarProps) {
  return (
    <>
      {actions ? (
        <div className="flex flex-wrap items-end gap-3">
          <FilterFields {...fields} />
          <div className={classNames('flex flex-wrap gap-2 max-sm:w-full', buttonGridOnPhones)}>
            {actions}
          </div>
        </div>
      ) : (
        <FilterFields {...fields} />
      )}
      {chips.length > 0 && <FilterChips chips={chips} onRemove={fields.filters.removeFilters} />}
    </>
  )
}

function FilterFields({
  filters: { search: text, values, setFilter },
  search,
  selects = [],
  more,
  framed = false,
  className,
  children,
  filterActions,
}: FilterBarProps) {
  const [isMoreOpen, setMoreOpen] = useState(false)
  const moreId = useId()
  const moreCount = more
    ? [...more.selects, ...more.days].filter(({ name }) => values[name]).length
    : 0
  return (
    <search
      className={classNames(
        'grid gap-3',
        framed && 'rounded-lg border border-line bg-surface p-4',
        className,
      )}
    >
      <SearchField {...search} value={text} onSearch={(typed) => setFilter('q', typed)} />
      <Selects selects={selects} values={values} setFilter={setFilter} />
      {children}
      {more && (
        <div
          className={classNames(
            'col-span-full flex items-end gap-2 max-sm:items-stretch sm:col-span-2 sm:*:whitespace-nowrap sm:[&_svg:first-child]:hidden',
            buttonGridOnPhones,
          )}
        >
          <Button
            icon={<ListFilter aria-hidden="true" />}
            aria-expanded={isMoreOpen}
            aria-controls={moreId}
            onClick={() => setMoreOpen(!isMoreOpen)}
          >
            {moreCount > 0 ? `More filters (${moreCount})` : 'More filters'}
          </Button>
          {filterActions}
        </div>
      )}
      {more && isMoreOpen && (
        <div
          id={moreId}
          className="col-span-full grid grid-cols-[repeat(auto-fill,minmax(min(9rem,100%),1fr))] gap-3 rounded-md border border-line bg-surface p-3"
        >
          <Selects selects={more.selects} values={values} setFilter={setFilter} />
          {more.days.map(({ name, label }) => (
            <DateField
              key={name}
              label={label}
              value={values[name] ?? ''}
              onChange={({ target }) => setFilter(name, target.value)}
            />
          ))}
        </div>
      )}
    </search>
  )
}

const Selects = ({
  selects,
  values,
  setFilter,
}: Pick<Filters, 'values' | 'setFilter'> & { selects: readonly FilterSelect[] }) =>
  selects.map(({ name, ...select }) => (
    <SelectField
      key={name}
      {...select}
      value={values[name] ?? ''}
      onChange={({ target }) => setFilter(name, target.value)}
    />
  ))

/** The filters as buttons that remove them. */
export function FilterChips({
  chips,
  onRemove,
}: {
  chips: readonly FilterChip[]
  onRemove: (names: readonly string[]) => void
}) {
  return (
    <ul aria-label="Filters" className="flex flex-wrap gap-2">
      {chips.map(({ label, names }) => (
        <li key={label}>
          <button
            type="button"
            onClick={() => onRemove(names)}
            className="inline-flex min-h-8 items-center gap-1.5 rounded-md border border-accent-text/25 bg-accent-soft px-3 text-sm text-accent-text hover:border-accent-text touch:min-h-11"
          >
            <span className="sr-only">Remove the filter: </span>
            {label}
            <X aria-hidden="true" className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  )
}
