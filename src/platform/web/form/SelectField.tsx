import type { ComponentProps } from 'react'
import { classNames } from '../ui/class-names.ts'
import { controlLook, Field, type FieldProps, wordsOf } from './Field.tsx'

export interface Choice {
  value: string
  label: string
}

/** The choices of a record from value to label. */
export const choicesOf = (labels: Record<string, string>): Choice[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'children'>, FieldProps {
  options: readonly Choice[]
  /** A first, empty choice such as 'Select payment mode'. */
  placeholder?: string | undefined
}

/** The browser's own select: the best one on every phone. */
export function SelectField({ options, placeholder, ...props }: SelectFieldProps) {
  const [words, select] = wordsOf(props)
  return (
    <Field {...words}>
      {(tied) => (
        <select
          {...select}
          {...tied}
          className={classNames(controlLook, 'min-h-10 pointer-coarse:min-h-11')}
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
