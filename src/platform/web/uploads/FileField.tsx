import type { ComponentProps } from 'react'
import { controlClass, Field, type FieldProps } from '../form/Field.tsx'
import { classNames } from '../ui/class-names.ts'

interface FileFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'children'>, FieldProps {}

/** Selects a file, or several with `multiple`; say in the hint which types and sizes are accepted. */
export function FileField(props: FileFieldProps) {
  return (
    <Field {...props}>
      {(control) => <input {...control} type="file" className={fileInputClass} />}
    </Field>
  )
}

const fileInputClass = classNames(
  controlClass,
  'p-1.5 file:mr-3 file:rounded-sm file:border-0 file:bg-sunken file:px-3 file:py-1.5 file:text-sm file:font-medium file:text-ink',
)
