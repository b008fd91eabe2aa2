import type { ComponentProps } from 'react'
import { classNames } from '../ui/class-names.ts'
import { controlLook, Field, type FieldProps, wordsOf } from './Field.tsx'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'children'>, FieldProps {}

/** One line of text (also e-mail, tel, url, date, number, search by `type`). */
export function TextField({ type = 'text', ...props }: TextFieldProps) {
  const [words, input] = wordsOf(props)
  return (
    <Field {...words}>
      {(tied) => (
        <input
          {...input}
          {...tied}
          type={type}
          className={classNames(controlLook, 'min-h-10 pointer-coarse:min-h-11')}
        />
      )}
    </Field>
  )
}
