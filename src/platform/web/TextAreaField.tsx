import { type ComponentProps, useState } from 'react'
import { classNames } from './class-names.ts'
import { controlLook, Field, type FieldProps, useFieldIds } from './Field.tsx'

interface TextAreaFieldProps extends Omit<ComponentProps<'textarea'>, 'children'>, FieldProps {
  /** How many characters there may be: near it, the field says how many are left. */
  limit?: number | undefined
}

/** Text over several lines; grows with what is typed where the browser can, up to half a window. */
export function TextAreaField({
  label,
  hint,
  error,
  optional,
  id,
  className,
  rows = 3,
  limit,
  onInput,
  onFocus,
  ...area
}: TextAreaFieldProps) {
  const ids = useFieldIds({ hint, error }, id)
  const [length, setLength] = useState(0)
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
        onFocus={(event) => {
          setLength(event.currentTarget.value.length)
          onFocus?.(event)
        }}
        onInput={(event) => {
          setLength(event.currentTarget.value.length)
          onInput?.(event)
        }}
        className={classNames(
          controlLook,
          'field-sizing-content max-h-[50vh] min-h-20 resize-y overflow-y-auto',
        )}
      />
      {limit !== undefined && length >= limit * 0.8 && <Counter left={limit - length} />}
    </Field>
  )
}

function Counter({ left }: { left: number }) {
  return (
    <p className={classNames('text-xs', left < 0 ? 'text-danger-text' : 'text-ink-faint')}>
      {left < 0
        ? `${(-left).toLocaleString('en-IN')} characters too many`
        : `${left.toLocaleString('en-IN')} characters left`}
    </p>
  )
}
