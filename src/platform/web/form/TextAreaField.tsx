import { type ComponentProps, useState } from 'react'
import { countOf } from '#shared/sentences.ts'
import { classNames } from '../ui/class-names.ts'
import { controlClass, Field, type FieldProps } from './Field.tsx'

interface TextAreaFieldProps extends Omit<ComponentProps<'textarea'>, 'children'>, FieldProps {
  /** The maximum length: from 80 percent on, the number of remaining characters is shown. */
  limit?: number | undefined
}

/** Text over several lines. Grows with its content up to half the window, where browsers support it. */
export function TextAreaField({ rows = 3, limit, onInput, onFocus, ...props }: TextAreaFieldProps) {
  const [length, setLength] = useState(0)
  return (
    <Field {...props}>
      {(control) => (
        <>
          <textarea
            {...control}
            rows={rows}
            onFocus={(event) => {
              // Browsers scroll to the caret only; the rest may be hidden by a sticky footer.
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
          {limit !== undefined && length >= limit * 0.8 && (
            <RemainingCount count={limit - length} />
          )}
        </>
      )}
    </Field>
  )
}

function RemainingCount({ count }: { count: number }) {
  return (
    <p className={classNames('text-xs', count < 0 ? 'text-danger-text' : 'text-ink-faint')}>
      {count < 0
        ? countOf(-count, 'character too many', 'characters too many')
        : countOf(count, 'character left', 'characters left')}
    </p>
  )
}
