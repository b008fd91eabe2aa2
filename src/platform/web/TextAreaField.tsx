import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { controlLook, Field, type FieldProps, useFieldIds } from './Field.tsx'

interface TextAreaFieldProps extends Omit<ComponentProps<'textarea'>, 'children'>, FieldProps {}

/** Text over several lines; grows with what is typed where the browser can. */
export function TextAreaField({
  label,
  hint,
  error,
  optional,
  id,
  className,
  rows = 3,
  ...area
}: TextAreaFieldProps) {
  const ids = useFieldIds({ hint, error }, id)
  return (
    <Field
      {...{ label, hint, error, optional, className }}
      controlId={ids.control.id}
      hintId={ids.hintId}
      errorId={ids.errorId}
    >
      <textarea
        {...area}
        {...ids.control}
        rows={rows}
        className={classNames(controlLook, 'field-sizing-content min-h-20 resize-y')}
      />
    </Field>
  )
}
