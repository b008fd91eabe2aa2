/** All filters of a list, where they are too many for the filter row. Loaded when it is first opened. */
import * as Popover from 'radix-ui/popover'
import type { ReactNode } from 'react'
import { formatCount } from '#shared/sentences.ts'
import { Dialog } from '../../dialog/Dialog.tsx'
import { DateField } from '../../form/DateField.tsx'
import { SelectField } from '../../form/SelectField.tsx'
import { popoverClass } from '../../menu/menu-parts.ts'
import { useFocusReturn } from '../../menu/use-focus-return.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import type { FilterDay, FilterSelect, Filters } from './filter-choices.ts'

interface FilterPanelProps {
  filters: Filters
  selects: readonly FilterSelect[]
  days: readonly FilterDay[]
  /** The names of all filters that are set. */
  set: readonly string[]
  onClose: () => void
}

/** Below the button of the filter row. */
export function FilterPopover({
  button,
  onClose,
  ...panel
}: FilterPanelProps & { button: HTMLElement | null }) {
  const focusReturn = useFocusReturn(button)
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor className="pointer-events-none absolute inset-0" />
      <Popover.Content
        aria-label="Filters"
        align="start"
        sideOffset={4}
        collisionPadding={8}
        {...focusReturn}
        className={classNames(
          popoverClass,
          'flex max-h-(--radix-popover-content-available-height) w-88 flex-col',
        )}
      >
        <div className="min-h-0 overflow-y-auto overscroll-contain p-3">
          <Fields {...panel} />
        </div>
        <div className="flex border-t border-line px-3 py-2">
          <ClearButton {...panel} />
        </div>
      </Popover.Content>
    </Popover.Root>
  )
}

/** From below on a phone. */
export function FilterSheet({
  total,
  children,
  ...panel
}: FilterPanelProps & {
  /** How many rows are left; undefined while that is being counted. */
  total: number | undefined
  /** More about the list, after the filters. */
  children?: ReactNode
}) {
  return (
    <Dialog
      open
      closesOnBack
      onClose={panel.onClose}
      title="Filters"
      footer={
        <>
          <ClearButton {...panel} />
          <Button variant="primary" className="flex-1" onClick={panel.onClose}>
            {total === undefined ? 'Show' : `Show ${formatCount(total)}`}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Fields {...panel} />
        {children}
      </div>
    </Dialog>
  )
}

const lowClass =
  'sm:**:[:is(select,input)]:h-8 sm:**:[:is(select,input)]:min-h-8 sm:**:[:is(select,input)]:py-0'

/** The label beside its field. */
const rowClass = `grid-cols-[6.5rem_minmax(0,1fr)] items-center *:[p]:col-start-2 ${lowClass}`

const Fields = ({
  filters: { values, setFilter },
  selects,
  days,
}: Omit<FilterPanelProps, 'onClose'>) => (
  <div className="grid gap-1.5 max-sm:gap-2.5">
    {selects.map(({ name, ...select }) => (
      <SelectField
        key={name}
        {...select}
        className={rowClass}
        value={values[name] ?? ''}
        onChange={({ target }) => setFilter(name, target.value)}
      />
    ))}
    {days.length > 0 && (
      // In pairs: the first and the last day of a period.
      <div className="mt-1.5 grid grid-cols-[repeat(auto-fill,minmax(min(9.5rem,100%),1fr))] gap-2 border-t border-line pt-3">
        {days.map(({ name, label }) => (
          <DateField
            key={name}
            label={label}
            className={`${lowClass} sm:gap-1 sm:**:[input]:px-2`}
            value={values[name] ?? ''}
            onChange={({ target }) => setFilter(name, target.value)}
          />
        ))}
      </div>
    )}
  </div>
)

const ClearButton = ({ filters, set }: Pick<FilterPanelProps, 'filters' | 'set'>) => (
  <Button
    variant="quiet"
    className="sm:-ml-3 sm:disabled:bg-transparent"
    disabled={set.length === 0}
    onClick={() => filters.removeFilters(set)}
  >
    Clear filters
  </Button>
)
