import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { controlLook, Field, type FieldProps, useFieldIds } from './Field.tsx'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'children'>, FieldProps {}

/** One line of text (also e-mail, tel, url, date, number, search by `type`). */
export function TextField({
  label,
  hint,
  error,
  optional,
  id,
  className,
  type = 'text',
  ...input
}: TextFieldProps) {
  const ids = useFieldIds({ hint, error }, id)
  return (
    <Field
      {...{ label, hint, error, optional, className }}
      controlId={ids.control.id}
      hintId={ids.hintId}
      errorId={ids.errorId}
    >
      <input
        {...input}
        {...ids.control}
        type={type}
        className={classNames(controlLook, 'min-h-10 pointer-coarse:min-h-11')}
      />
    </Field>
  )
}
