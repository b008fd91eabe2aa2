import type { ComponentProps } from 'react'
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

/** A native select, which works best on phones. */
export function SelectField({ options, placeholder, ...props }: SelectFieldProps) {
  return (
    <Field {...props}>
      {(control) => (
        <select {...control} className={singleLineClass}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
