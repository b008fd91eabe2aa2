import type { ComponentProps } from 'react'
import { Field, type FieldProps, singleLineClass } from './Field.tsx'

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'children'>, FieldProps {}

/** One line of text; also email, tel, url, number or search by `type`. */
export function TextField({ type = 'text', ...props }: TextFieldProps) {
  return (
    <Field {...props}>
      {(control) => <input {...control} type={type} className={singleLineClass} />}
    </Field>
  )
}
