import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { controlLook, Field, type FieldProps, useFieldIds } from './Field.tsx'

export interface Choice {
  value: string
  label: string
}

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'children'>, FieldProps {
  options: readonly Choice[]
  /** A first, empty choice such as 'Select payment mode'. */
  placeholder?: string | undefined
}

/** The browser's own select: the best one on every phone. */
export function SelectField({
  label,
  hint,
  error,
  optional,
  id,
  className,
  options,
  placeholder,
  ...select
}: SelectFieldProps) {
  const ids = useFieldIds({ hint, error }, id)
  return (
    <Field
      {...{ label, hint, error, optional, className }}
      controlId={ids.control.id}
      hintId={ids.hintId}
      errorId={ids.errorId}
    >
      <select
        {...select}
        {...ids.control}
        className={classNames(controlLook, 'min-h-10 pointer-coarse:min-h-11')}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map(({ value, label: words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </Field>
  )
}
