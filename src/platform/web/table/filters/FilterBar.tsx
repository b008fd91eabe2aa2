import ChevronDown from 'lucide-react/icons/chevron-down'
import ListFilter from 'lucide-react/icons/list-filter'
import X from 'lucide-react/icons/x'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { SearchField } from '../../form/SearchField.tsx'
import { isTablet, useIsPhone } from '../../layout/phone.ts'
import { useMenu } from '../../menu/use-menu.tsx'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { preload } from '../../ui/loading/lazy-component.tsx'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'
import {
  chipsOf,
  chipText,
  type FilterChip,
  type FilterDay,
  type FilterSelect,
  type Filters,
} from './filter-choices.ts'
import { ResultCount, type ResultCountProps, totalOfShown } from './ResultCount.tsx'

const FilterPopover = lazyPart(async () => (await import('./filter-panel.tsx')).FilterPopover)
const FilterSheet = lazyPart(async () => (await import('./filter-panel.tsx')).FilterSheet)

interface FilterBarProps<Row> {
  /** What `useFilters` returned. */
  filters: Filters
  search: {
    label: string
    placeholder: string
    /** True where the contract fixes the placeholder; elsewhere a narrow window has the label, a tablet one word. */
    isFixed?: boolean
    /** True where the placeholder is long. */
    isWide?: boolean
  }
  selects?: readonly FilterSelect[] | undefined
  days?: readonly FilterDay[] | undefined
  /** Filters without a select that are set: by the days, or elsewhere, for example by a link of the dashboard. */
  chips?: readonly FilterChip[] | undefined
  /** The list, whose length is shown after the filters. */
  count?: ResultCountProps<Row> | undefined
  /** Shown at the end of the row. */
  actions?: ReactNode
  /** On a phone, after the filters in their sheet. */
  sheet?: ReactNode
}

/** The number of selects that fit into the row. More of them, or days, are behind its button 'Filter'. */
const maxInRow = 3

/**
 * One row above a list: the search, the filters, which are in the URL, how many
 * rows there are, and what the list offers.
 */
export function FilterBar<Row>(props: FilterBarProps<Row>) {
  const isPhone = useIsPhone()
  const { filters, count, chips = [], actions } = props
  const { isWide = false, isFixed = false, ...search } = props.search
  return (
    <div className="flex min-h-8 min-w-0 flex-wrap items-center gap-2">
      <search className="contents">
        <SearchField
          {...search}
          placeholder={
            isFixed || !isTablet() ? search.placeholder : isPhone ? search.label : 'Search'
          }
          className={classNames(
            'min-w-0 max-sm:flex-1',
            isWide
              ? 'w-105'
              : 'w-70 sm:max-lg:w-auto sm:max-lg:max-w-70 sm:max-lg:flex-[1_0_10.5rem]',
          )}
          value={filters.search}
          onSearch={(typed) => filters.setFilter('q', typed)}
        />
        {isPhone ? <PhoneFilters {...props} /> : <DeskFilters {...props} />}
      </search>
      {isPhone && <FilterChips chips={chips} onRemove={filters.removeFilters} />}
      {count && <ResultCount {...count} />}
      {!isPhone && actions && (
        <div className="flush-end ml-auto flex flex-wrap items-center gap-1 pl-2">{actions}</div>
      )}
    </div>
  )
}

function DeskFilters<Row>(props: FilterBarProps<Row>) {
  const { filters, selects = [], days = [], chips = [] } = props
  const button = useRef<HTMLButtonElement>(null)
  const isInRow = days.length === 0 && selects.length <= maxInRow
  const remove = (names: readonly string[]) => {
    filters.removeFilters(names)
    // The button of the chip is removed with it.
    button.current?.focus()
  }
  if (isInRow)
    return (
      <>
        {selects.map((select) => (
          <FacetChip key={select.name} select={select} filters={filters} />
        ))}
        <FilterChips chips={chips} onRemove={filters.removeFilters} />
      </>
    )
  const set = [...chipsOf(selects, filters.values), ...chips]
  return (
    <>
      <PanelButton button={button} label="Filter">
        {(onClose) => (
          <FilterPopover
            button={button.current}
            filters={filters}
            selects={selects}
            days={days}
            set={set.flatMap(({ names }) => names)}
            onClose={onClose}
          />
        )}
      </PanelButton>
      <FilterChips chips={set} onRemove={remove} />
    </>
  )
}

function PhoneFilters<Row>(props: FilterBarProps<Row>) {
  const { filters, selects = [], days = [], chips = [], count, sheet } = props
  const button = useRef<HTMLButtonElement>(null)
  const set = [...chipsOf(selects, filters.values), ...chips]
  if (selects.length + days.length === 0 && !sheet) return null
  return (
    <PanelButton button={button} label={set.length > 0 ? `Filters (${set.length})` : 'Filters'}>
      {(onClose) => (
        <FilterSheet
          filters={filters}
          selects={selects}
          days={days}
          set={set.flatMap(({ names }) => names)}
          total={count && totalOfShown(count.list)}
          onClose={onClose}
        >
          {sheet}
        </FilterSheet>
      )}
    </PanelButton>
  )
}

/** The button of a panel, whose code is loaded with the pointer or the focus. */
function PanelButton({
  button,
  label,
  children,
}: {
  button: RefObject<HTMLButtonElement | null>
  label: string
  children: (onClose: () => void) => ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const preloadPanel = () => preload([FilterPopover])
  return (
    <span className="relative inline-grid">
      <Button
        ref={button}
        icon={<ListFilter aria-hidden="true" />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={preloadPanel}
        onFocus={preloadPanel}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </Button>
      {isOpen && children(() => setOpen(false))}
    </span>
  )
}

const chipClass =
  'inline-flex min-h-8 min-w-0 max-w-72 items-stretch rounded-md text-sm font-medium touch:min-h-11'
const setChipClass = classNames(chipClass, 'bg-accent-soft text-accent-text forced-colors:border')

/** One filter in the row: it opens the menu of its options. */
function FacetChip({
  select: { name, label, placeholder, options },
  filters,
}: {
  select: FilterSelect
  filters: Filters
}) {
  const value = filters.values[name] ?? ''
  const { buttonProps, menu } = useMenu({
    label,
    groups: [],
    choice: {
      label,
      value,
      options: [{ value: '', label: placeholder }, ...options],
      onChange: (next) => filters.setFilter(name, next),
    },
    align: 'start',
    sideOffset: 4,
    className:
      'max-h-[min(24rem,var(--radix-dropdown-menu-content-available-height))] max-w-80 min-w-48 overflow-y-auto',
  })
  const option = options.find((one) => one.value === value)
  return (
    <span
      className={classNames(
        'relative',
        option ? setChipClass : classNames(chipClass, 'border border-rim hover:bg-hover'),
      )}
    >
      <button
        {...buttonProps}
        type="button"
        className={classNames(
          'inline-flex min-w-0 items-center gap-1.5 rounded-md px-2.5',
          !option && 'text-ink-soft',
        )}
      >
        {option ? (
          <ChipWords label={label} value={option.label} />
        ) : (
          <>
            <span>{label}</span>
            <ChevronDown aria-hidden="true" className="size-3.5 shrink-0" />
          </>
        )}
      </button>
      {option && (
        <RemoveButton
          chip={{ label, value: option.label, names: [name] }}
          onRemove={(names) => {
            filters.removeFilters(names)
            buttonProps.ref.current?.focus()
          }}
        />
      )}
      {menu}
    </span>
  )
}

const ChipWords = ({ label, value }: Pick<FilterChip, 'label' | 'value'>) => (
  <span className="one-line" title={chipText({ label, value, names: [] })}>
    {value === undefined ? (
      <span>{label}</span>
    ) : (
      <>
        <span>{`${label}: `}</span>
        <b className="font-semibold">{value}</b>
      </>
    )}
  </span>
)

/** The filters that are set, each with a button that removes it. */
export function FilterChips({
  chips,
  onRemove,
}: {
  chips: readonly FilterChip[]
  onRemove: (names: readonly string[]) => void
}) {
  if (chips.length === 0) return null
  return (
    <ul aria-label="Filters" className="contents">
      {chips.map((chip) => (
        <li key={chip.names.join()} className={setChipClass}>
          <span className="flex min-w-0 items-center pl-2.5">
            <ChipWords {...chip} />
          </span>
          <RemoveButton chip={chip} onRemove={onRemove} />
        </li>
      ))}
    </ul>
  )
}

const RemoveButton = ({
  chip,
  onRemove,
}: {
  chip: FilterChip
  onRemove: (names: readonly string[]) => void
}) => (
  <button
    type="button"
    aria-label={`Remove the filter: ${chipText(chip)}`}
    title="Remove the filter"
    onClick={() => onRemove(chip.names)}
    className="grid w-7 shrink-0 place-items-center rounded-md -outline-offset-2 hover:bg-press touch:w-11"
  >
    <X aria-hidden="true" className="size-3.5" />
  </button>
)
