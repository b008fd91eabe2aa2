import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { classNames } from '../ui/class-names.ts'

/** Props that all fields share. */
export interface FieldProps {
  /** Visible above the field. */
  label: ReactNode
  /**
   * One line below the field that says what to enter; an error takes its place. Longer hints misalign
   * neighbouring fields.
   */
  hint?: ReactNode
  /** The validation message. Marks the field as invalid and is announced. */
  error?: string | undefined
  /** Appends '(optional)' to the label. */
  optional?: boolean | undefined
}

/** The classes of an input, shared by text field, text area, select and file field. */
export const controlClass =
  'block w-full rounded-md border border-edge bg-surface px-2.5 py-1.5 text-field text-ink ' +
  'hover:border-ink-soft focus-visible:-outline-offset-1 disabled:cursor-not-allowed disabled:border-transparent disabled:bg-sunken disabled:text-ink-soft ' +
  'read-only:[&:not(select,[type=file])]:border-transparent read-only:[&:not(select,[type=file])]:bg-sunken aria-invalid:border-danger-dot aria-invalid:focus-visible:outline-danger-text'

/** The classes of a single-line control. */
export const singleLineClass = classNames(
  controlClass,
  // The height of an input, which WebKit does not give to a select by itself.
  'h-[calc(1lh+1rem)] min-h-9 touch:min-h-11',
)

/** The ids that connect a control to its hint and error; spread `control` on the control. */
export function useFieldIds({ hint, error }: Pick<FieldProps, 'hint' | 'error'>, fixedId?: string) {
  const generatedId = useId()
  const id = fixedId ?? generatedId
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = error ? errorId : hint ? hintId : undefined
  return {
    hintId,
    errorId,
    control: {
      id,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': describedBy,
    },
  }
}

interface OuterProps extends FieldProps {
  id?: string | undefined
  className?: string | undefined
}

type ControlProps<Props> = Omit<Props, keyof OuterProps | 'children'> &
  ReturnType<typeof useFieldIds>['control']

/**
 * Label, control, error and hint of one field, connected by ids. `children` renders the control from
 * the props that the field itself does not use.
 */
export function Field<Props>({
  label,
  hint,
  error,
  optional,
  id,
  className,
  children,
  ...control
}: Props & OuterProps & { children: (control: ControlProps<Props>) => ReactNode }) {
  const ids = useFieldIds({ hint, error }, id)
  return (
    <div className={classNames('grid content-start gap-1.5', className)}>
      <label htmlFor={ids.control.id} className="text-sm leading-[1.39] font-medium text-ink">
        {label}
        {optional && <OptionalMark />}
      </label>
      {children({ ...control, ...ids.control })}
      <FieldError id={ids.errorId}>{error}</FieldError>
      {!error && <FieldHint id={ids.hintId}>{hint}</FieldHint>}
    </div>
  )
}

export const OptionalMark = () => <span className="font-normal text-ink-faint"> (optional)</span>

export function FieldHint({ id, children }: { id: string; children: ReactNode }) {
  if (!children) return null
  return (
    <p id={id} className="text-xs text-ink-faint">
      {children}
    </p>
  )
}

/** Its field names it by aria-describedby. */
export function FieldError({ id, children }: { id: string; children: string | undefined }) {
  const message = useRef<HTMLParagraphElement>(null)
  const hasError = Boolean(children)
  useLayoutEffect(() => {
    if (children && message.current) announceIfSingle(message.current)
  }, [children])
  useEffect(() => {
    if (hasError) scrollToFirstError(message.current)
  }, [hasError])
  if (!children) return null
  return (
    <p
      ref={message}
      id={id}
      data-field-error=""
      className="flex scroll-my-4 gap-1 text-xs font-medium text-danger-text"
    >
      <CircleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  )
}

/** The messages of the current render. */
let appeared: HTMLElement[] = []

/**
 * Makes a message an alert when it appears alone. A form that is submitted shows its messages together, and they would
 * be read one after the other; it moves the focus to the first field instead, which is read with its message.
 */
function announceIfSingle(message: HTMLElement) {
  appeared.push(message)
  if (appeared.length > 1) return
  queueMicrotask(() => {
    for (const one of appeared) {
      if (appeared.length === 1) one.setAttribute('role', 'alert')
      else one.removeAttribute('role')
    }
    appeared = []
  })
}

/** Scrolls to the first error of a form, because its field may be as tall as the screen. */
function scrollToFirstError(message: HTMLElement | null) {
  if (message === null || message.closest('form')?.querySelector('[data-field-error]') !== message)
    return
  message.scrollIntoView({ block: 'nearest' })
}
