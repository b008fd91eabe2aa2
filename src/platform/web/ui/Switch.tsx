import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'children'> {
  label: ReactNode
  /** True to show the label to screen readers only, for example in a table with column headers. */
  hideLabel?: boolean | undefined
}

/** Takes effect immediately, without saving; a native checkbox with the role of a switch. */
export function Switch({ label, hideLabel = false, className, ...input }: SwitchProps) {
  return (
    <label
      className={classNames(
        'inline-flex items-center gap-2 text-sm text-ink touch:min-h-11',
        className,
      )}
    >
      <input
        {...input}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox exposes its own checked state
        role="switch"
        className={classNames(
          'relative h-4.5 w-7.5 shrink-0 appearance-none rounded-full bg-edge transition-colors',
          'before:absolute before:top-0.5 before:left-0.5 before:size-3.5 before:rounded-full before:bg-surface before:transition-transform',
          'checked:bg-accent checked:before:translate-x-3',
          'disabled:cursor-not-allowed disabled:opacity-60',
          'forced-colors:size-4 forced-colors:appearance-auto forced-colors:before:content-none',
        )}
      />
      <span className={hideLabel ? 'sr-only' : undefined}>{label}</span>
    </label>
  )
}
