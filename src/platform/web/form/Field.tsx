import { type ReactNode, useEffect, useId, useRef } from 'react'
import { classNames } from '../ui/class-names.ts'

/** What every field of a form may be told. */
export interface FieldProps {
  /** Always visible above the field. */
  label: ReactNode
  /** One quiet line below the field, so that fields side by side stand level: what is wanted. */
  hint?: ReactNode
  /** What is wrong, in the words of the contract; marks the field and is announced. */
  error?: string | undefined
  /** Says '(optional)' after the label. */
  optional?: boolean | undefined
}

/** The look of the box people type into; shared by text, text area and select. */
export const controlClass =
  'block w-full rounded-md border border-edge bg-surface px-3 py-2 text-base text-ink sm:text-sm ' +
  'hover:border-ink-soft disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-ink-faint ' +
  '[&[readonly]]:bg-sunken aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger pointer-coarse:text-base'

/** The ids that tie a control to its hint and error, ready to spread on the control. */
export function useFieldIds({ hint, error }: Pick<FieldProps, 'hint' | 'error'>, given?: string) {
  const made = useId()
  const id = given ?? made
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = classNames(Boolean(error) && errorId, Boolean(hint) && hintId)
  return {
    hintId,
    errorId,
    control: {
      id,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': describedBy === '' ? undefined : describedBy,
    },
  }
}

/** A field's words apart from what its control is told, whatever the control. */
export function splitFieldProps<
  Props extends FieldProps & { id?: string | undefined; className?: string | undefined },
>({ label, hint, error, optional, id, className, ...control }: Props) {
  return [{ label, hint, error, optional, id, className }, control] as const
}

type Tied = ReturnType<typeof useFieldIds>['control']

/** The frame of one field: label, the control itself, its error and its hint, all tied. */
export function Field({
  label,
  hint,
  error,
  optional,
  id,
  className,
  children,
}: FieldProps & {
  id?: string | undefined
  className?: string | undefined
  children: (tied: Tied) => ReactNode
}) {
  const ids = useFieldIds({ hint, error }, id)
  return (
    <div className={classNames('grid content-start gap-1', className)}>
      <label htmlFor={ids.control.id} className="text-sm font-medium text-ink">
        {label}
        {optional && <span className="font-normal text-ink-faint"> (optional)</span>}
      </label>
      {children(ids.control)}
      <FieldError id={ids.errorId}>{error}</FieldError>
      <FieldHint id={ids.hintId}>{hint}</FieldHint>
    </div>
  )
}

export function FieldHint({ id, children }: { id: string; children: ReactNode }) {
  if (!children) return null
  return (
    <p id={id} className="text-xs text-ink-faint">
      {children}
    </p>
  )
}

export function FieldError({ id, children }: { id: string; children: string | undefined }) {
  const message = useRef<HTMLParagraphElement>(null)
  const isWrong = Boolean(children)
  useEffect(() => {
    if (isWrong) showIfFirst(message.current)
  }, [isWrong])
  if (!children) return null
  return (
    <p
      ref={message}
      id={id}
      role="alert"
      className="scroll-my-4 text-xs font-medium text-danger-text"
    >
      {children}
    </p>
  )
}

/** Brings the first message of a form into sight: the field above it may be as tall as the screen. */
function showIfFirst(message: HTMLElement | null) {
  if (message === null || message.closest('form')?.querySelector('[role="alert"]') !== message)
    return
  message.scrollIntoView({ block: 'nearest' })
}
