import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentProps } from 'react'
import { classNames } from '../ui/class-names.ts'
import { Field, type FieldProps, singleLineClass } from './Field.tsx'

export interface SelectOption {
  value: string
  label: string
}

/** The options of a record from value to label. */
export const optionsOf = (labels: Record<string, string>): SelectOption[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'children'>, FieldProps {
  options: readonly SelectOption[]
  /** Label of a first option with the value '', such as 'Select payment mode'. */
  placeholder?: string | undefined
}

/** A styled native select, because the native list works best on phones. */
const selectClass = classNames(singleLineClass, 'appearance-none truncate pr-8.5')

/** The arrow of a select with `appearance-none`; both must be in a `relative` element. */
export const SelectArrow = () => (
  <ChevronDown
    aria-hidden="true"
    className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-ink-soft"
  />
)

export const SelectOptions = ({ options }: { options: readonly SelectOption[] }) =>
  options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))

/** A select in the look of the other fields. */
export function SelectField({ options, placeholder, ...props }: SelectFieldProps) {
  return (
    <Field {...props}>
      {(control) => (
        <span className="relative block">
          <select {...control} className={selectClass}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            <SelectOptions options={options} />
          </select>
          <SelectArrow />
        </span>
      )}
    </Field>
  )
}
