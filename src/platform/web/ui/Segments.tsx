import type { ReactNode } from 'react'

/** A choice of two to four, as buttons in one frame; the selected one is pressed. */
export function Segments<Value extends string>({
  legend,
  value,
  options,
  onChange,
}: {
  /** For screen readers. */
  legend: string
  value: Value
  options: readonly { value: Value; label: string; icon?: ReactNode }[]
  onChange: (value: Value) => void
}) {
  return (
    <fieldset className="inline-flex rounded-md bg-press p-0.5">
      <legend className="sr-only">{legend}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className="inline-flex min-h-7 items-center gap-1.5 rounded-sm px-2.5 text-sm font-medium whitespace-nowrap text-ink-soft hover:text-ink focus-visible:-outline-offset-1 aria-pressed:bg-thumb aria-pressed:text-ink aria-pressed:shadow-card touch:min-h-10 [&_svg]:size-4 [&_svg]:shrink-0"
        >
          {option.icon}
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
