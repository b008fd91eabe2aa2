/** All filters of a list, where they are too many for the filter row. Loaded when it is first opened. */

import * as Popover from 'radix-ui/popover'
import type { ReactNode } from 'react'
import { addToList } from '#shared/add-to-list.ts'
import { formatCount } from '#shared/sentences.ts'
import { sum } from '#shared/sum.ts'
import { Dialog } from '../../dialog/Dialog.tsx'
import { DateField } from '../../form/DateField.tsx'
import { RadioGroup } from '../../form/RadioGroup.tsx'
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
          'flex max-h-(--radix-popover-content-available-height) w-125 max-w-(--radix-popover-content-available-width) flex-col',
        )}
      >
        <div className="min-h-0 overflow-y-auto overscroll-contain px-4 py-3">
          <Fields {...panel} />
        </div>
        <div className="flex border-t border-line px-4 py-2">
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

/** One filter a line, its label at the left of its control, which begin at one line. */
const rowClass = 'sm:grid-cols-[minmax(0,1fr)_20rem] sm:items-center sm:gap-x-6'

const Fields = ({
  filters: { values, setFilter },
  selects,
  days,
}: Omit<FilterPanelProps, 'onClose'>) => (
  <div className="grid grid-cols-1 gap-y-2.5 sm:gap-y-1">
    {selects.map(({ name, ...select }) => (
      <Choice
        key={name}
        name={name}
        {...select}
        value={values[name] ?? ''}
        onChange={(value) => setFilter(name, value)}
      />
    ))}
    {days.length > 0 && (
      <div className="mt-1 grid grid-cols-1 gap-y-2.5 border-t border-line pt-2.5 sm:gap-y-1">
        {periodsOf(days).map(({ label, days: ofPeriod }) => (
          <fieldset key={label} className={`grid min-w-0 ${rowClass}`}>
            {/* As a float, a legend is a cell of the grid. */}
            <legend className="mb-1 text-sm leading-[1.39] font-medium text-ink sm:float-left sm:mb-0">
              {label}
            </legend>
            <div className="flex flex-wrap gap-2">
              {ofPeriod.map((day) => (
                <DateField
                  key={day.name}
                  label={<span className="sr-only">{day.label}</span>}
                  className="min-w-0 flex-1 basis-34 gap-0! sm:**:[input]:px-2"
                  value={values[day.name] ?? ''}
                  onChange={({ target }) => setFilter(day.name, target.value)}
                />
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    )}
  </div>
)

/** The days by their periods; a day without one is alone, under its own label. */
function periodsOf(days: readonly FilterDay[]): { label: string; days: FilterDay[] }[] {
  const periods = new Map<string, FilterDay[]>()
  for (const day of days) addToList(periods, day.period ?? day.label, day)
  return [...periods].map(([label, ofPeriod]) => ({ label, days: ofPeriod }))
}

/** How many letters the segments of one row hold. */
const segmentLetters = 32

/** A choice of two or three in one row, if their words are short; else a select. */
function Choice({
  name,
  label,
  placeholder,
  options,
  value,
  onChange,
}: FilterSelect & { value: string; onChange: (value: string) => void }) {
  const allOptions = [{ value: '', label: placeholder }, ...options]
  const letters = sum(allOptions, (option) => option.label.length)
  return options.length <= 3 && letters <= segmentLetters ? (
    <RadioGroup
      segmented
      inRow
      // A list may have a field of the same name.
      name={`filter-${name}`}
      label={label}
      options={allOptions}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  ) : (
    <SelectField
      label={label}
      placeholder={placeholder}
      options={options}
      className={rowClass}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

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
