import type { ReactNode } from 'react'
import { SelectArrow, type SelectOption, SelectOptions } from './SelectField.tsx'

/** A select in the head of a screen or a card, with its label at the left; as high as the buttons beside it. */
export const SmallSelect = ({
  label,
  value,
  options,
  onChange,
}: {
  label: ReactNode
  value: string
  options: readonly SelectOption[]
  onChange: (value: string) => void
}) => (
  <label className="flex min-w-0 flex-wrap items-center gap-1.5 text-xs text-ink-soft">
    {label}
    <span className="relative -my-1 block touch:my-0">
      <select
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="min-h-8 appearance-none rounded-md border border-rim bg-surface pr-8 pl-2 text-sm text-ink shadow-card touch:min-h-11 touch:text-base"
      >
        <SelectOptions options={options} />
      </select>
      <SelectArrow />
    </span>
  </label>
)
