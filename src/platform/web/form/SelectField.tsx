import type { ComponentProps } from 'react'
import { classNames } from '../ui/class-names.ts'
import { controlClass, Field, type FieldProps, splitFieldProps } from './Field.tsx'

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
  const [field, select] = splitFieldProps(props)
  return (
    <Field {...field}>
      {(controlProps) => (
        <select
          {...select}
          {...controlProps}
          className={classNames(controlClass, 'min-h-10 pointer-coarse:min-h-11')}
        >
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
