import type { ComponentProps } from 'react'
import { classNames } from '../ui/class-names.ts'
import { controlClass, Field, type FieldProps, splitFieldProps } from './Field.tsx'

export interface SelectOption {
  value: string
  label: string
}

/** The choices of a record from value to label. */
export const optionsOf = (labels: Record<string, string>): SelectOption[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'children'>, FieldProps {
  options: readonly SelectOption[]
  /** A first, empty choice such as 'Select payment mode'. */
  placeholder?: string | undefined
}

/** The browser's own select: the best one on every phone. */
export function SelectField({ options, placeholder, ...props }: SelectFieldProps) {
  const [words, select] = splitFieldProps(props)
  return (
    <Field {...words}>
      {(tied) => (
        <select
          {...select}
          {...tied}
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
