import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'
import { FieldError, FieldHint, type FieldProps, OptionalMark, useFieldIds } from './Field.tsx'
import type { SelectOption } from './SelectField.tsx'

/** A label with its checkbox or radio button; at least 44px high on touch screens. */
const choiceRowClass = 'flex items-start gap-2.5 py-1 text-sm text-ink touch:min-h-11 touch:py-2.5'
const choiceInputClass = 'checkbox mt-0.5 disabled:cursor-not-allowed touch:size-5'

const segmentsClass =
  'flex flex-wrap gap-0.5 rounded-md bg-press p-0.5 not-has-checked:bg-surface not-has-checked:inset-ring not-has-checked:inset-ring-edge *:not-first:border-l *:not-first:border-line'
/** Wider for longer words, so that none wraps. */
const segmentLabelClass = 'relative flex flex-auto'
/** At the left edge: the label above the rest also selects. */
const segmentInputClass =
  'peer absolute inset-y-0 left-0 w-6 cursor-pointer appearance-none opacity-0'
const segmentClass =
  'flex min-h-8 cursor-pointer flex-1 items-center justify-center rounded-sm border border-transparent px-2 text-center text-sm text-ink peer-checked:border-line peer-checked:bg-thumb peer-checked:font-medium peer-checked:shadow-card peer-focus-visible:outline-2 peer-focus-visible:outline-focus touch:min-h-11 forced-colors:peer-checked:outline-2'

interface CheckboxFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

/** A single checkbox. */
export function CheckboxField({
  label,
  hint,
  error,
  id,
  className,
  autoComplete: _notForChoices,
  ...input
}: CheckboxFieldProps) {
  const ids = useFieldIds({ hint, error }, id)
  return (
    <div className={classNames('grid gap-1', className)}>
      <label htmlFor={ids.control.id} className={choiceRowClass}>
        <input {...input} {...ids.control} type="checkbox" className={choiceInputClass} />
        <span>{label}</span>
      </label>
      <div className="grid gap-1 pl-6.5 empty:hidden touch:-mt-2.5 touch:pl-7.5">
        <FieldError id={ids.errorId}>{error}</FieldError>
        {!error && <FieldHint id={ids.hintId}>{hint}</FieldHint>}
      </div>
    </div>
  )
}

export interface ChoiceGroupProps
  extends Omit<ComponentProps<'input'>, 'type' | 'children' | 'value'>,
    FieldProps {
  options: readonly (SelectOption & { hint?: string | undefined })[]
  /** Shows up to four short options in one row; one of them is selected. */
  segmented?: boolean | undefined
  /** Puts label and hint at the left of the segments where there is room. */
  inRow?: boolean | undefined
  /** The selected option in a form without `register`; '' for none. */
  value?: string | undefined
}

/** Checkboxes under one legend; spread `register(name)` on it, the value is an array. */
export function CheckboxGroup(props: ChoiceGroupProps) {
  return <ChoiceGroup type="checkbox" {...props} />
}

/** The common part of CheckboxGroup and RadioGroup. */
export function ChoiceGroup({
  type,
  label,
  hint,
  error,
  options,
  id,
  className,
  optional,
  segmented = false,
  inRow = false,
  value,
  autoComplete: _notForChoices,
  ...input
}: ChoiceGroupProps & { type: 'checkbox' | 'radio' }) {
  const ids = useFieldIds({ hint, error }, id)
  return (
    <fieldset
      id={ids.control.id}
      aria-describedby={ids.control['aria-describedby']}
      className={classNames(
        'grid min-w-0 content-start',
        // The hint of segments stands where that of a field does.
        segmented ? 'gap-1.5' : 'gap-1',
        segmented && className,
        inRow && 'sm:grid-cols-[minmax(0,1fr)_20rem] sm:gap-x-6',
      )}
    >
      <legend
        className={classNames(
          'text-sm leading-[1.39] font-medium text-ink',
          segmented ? 'mb-1.5' : 'mb-1',
          // As a float, a legend is a cell of the grid.
          inRow && 'sm:float-left sm:mb-0 sm:self-end',
        )}
      >
        {label}
        {optional && <OptionalMark />}
      </legend>
      {!segmented && !error && <FieldHint id={ids.hintId}>{hint}</FieldHint>}
      <div
        className={
          segmented
            ? classNames(
                segmentsClass,
                inRow && 'sm:col-start-2 sm:row-span-2 sm:row-start-1 sm:self-center',
              )
            : classNames(
                'grid gap-x-4',
                className ?? 'grid-cols-[repeat(auto-fill,minmax(min(11rem,100%),1fr))]',
              )
        }
      >
        {options.map((option) => (
          <label key={option.value} className={segmented ? segmentLabelClass : choiceRowClass}>
            <input
              {...input}
              {...(value !== undefined && { checked: option.value === value })}
              aria-invalid={ids.control['aria-invalid']}
              type={type}
              value={option.value}
              className={segmented ? segmentInputClass : choiceInputClass}
            />
            <span className={segmented ? segmentClass : undefined}>
              {option.label}
              {option.hint && <span className="block text-xs text-ink-faint">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={ids.errorId}>{error}</FieldError>
      {segmented && !error && <FieldHint id={ids.hintId}>{hint}</FieldHint>}
    </fieldset>
  )
}
