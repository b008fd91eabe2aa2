import type { ComponentProps } from 'react'
import { classNames } from '../ui/class-names.ts'
import { controlClass, Field, type FieldProps, splitFieldProps } from './Field.tsx'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'children'>, FieldProps {}

/** One line of text; also email, tel, url, date, number or search by `type`. */
export function TextField({ type = 'text', ...props }: TextFieldProps) {
  const [field, input] = splitFieldProps(props)
  return (
    <Field {...field}>
      {(controlProps) => (
        <input
          {...input}
          {...controlProps}
          type={type}
          className={classNames(controlClass, 'min-h-10 pointer-coarse:min-h-11')}
        />
      )}
    </Field>
  )
}
