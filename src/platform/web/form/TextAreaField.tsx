import { type ComponentProps, useState } from 'react'
import { classNames } from '../ui/class-names.ts'
import { controlClass, Field, type FieldProps, splitFieldProps } from './Field.tsx'

interface TextAreaFieldProps extends Omit<ComponentProps<'textarea'>, 'children'>, FieldProps {
  /** How many characters there may be: near it, the field says how many are left. */
  limit?: number | undefined
}

/** Text over several lines; grows with what is typed where the browser can, up to half a window. */
export function TextAreaField({ rows = 3, limit, ...props }: TextAreaFieldProps) {
  const [words, { onInput, onFocus, ...area }] = splitFieldProps(props)
  const [length, setLength] = useState(0)
  return (
    <Field {...words}>
      {(tied) => (
        <>
          <textarea
            {...area}
            {...tied}
            rows={rows}
            onFocus={(event) => {
              // A browser shows the line of the caret only: the rest may lie under the foot of a sheet.
              event.currentTarget.scrollIntoView({ block: 'nearest' })
              setLength(event.currentTarget.value.length)
              onFocus?.(event)
            }}
            onInput={(event) => {
              setLength(event.currentTarget.value.length)
              onInput?.(event)
            }}
            className={classNames(
              controlClass,
              'field-sizing-content max-h-[50vh] min-h-20 resize-y overflow-y-auto',
            )}
          />
          {limit !== undefined && length >= limit * 0.8 && <Counter left={limit - length} />}
        </>
      )}
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
