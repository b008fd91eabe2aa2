import { Link } from 'wouter'
import { classNames } from '../ui/class-names.ts'
import { type Pattern, usePatterns } from './patterns.tsx'

interface Bar {
  key: string
  label: string
  value: number
  /** The formatted value. */
  text: string
  pattern: Pattern
  href: string
}

/** Horizontal bars with labels and values; each links to the records it counts. */
export function BarPlot({
  label,
  bars,
  hasLongLabels = false,
  linkState,
}: {
  label: string
  bars: readonly Bar[]
  hasLongLabels?: boolean
  linkState?: unknown
}) {
  const maxValue = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <ul aria-label={label} className="grid grid-cols-1">
      {bars.map((bar) => (
        <li key={bar.key}>
          <Link
            href={bar.href}
            state={linkState}
            className={classNames(
              'grid items-center gap-2 rounded-sm px-1 py-0.75 text-xs hover:bg-sunken',
              hasLongLabels
                ? 'grid-cols-[min(9rem,55%)_1fr_auto]'
                : 'grid-cols-[min(6rem,55%)_1fr_auto]',
            )}
          >
            <span title={bar.label} className="line-clamp-2 text-ink-soft wrap-anywhere">
              {bar.label}
            </span>
            <BarShape pattern={bar.pattern} fraction={bar.value / maxValue} />
            <span className="min-w-5 text-right font-medium tabular-nums">{bar.text}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function BarShape({ pattern, fraction }: { pattern: Pattern; fraction: number }) {
  const { fillProps, definitions } = usePatterns()
  return (
    <svg aria-hidden="true" width="100%" height="12" className="block">
      {definitions}
      <rect
        x="0.5"
        y="0.5"
        height="11"
        width={`${fraction * 98}%`}
        strokeWidth="1"
        {...fillProps(pattern)}
      />
    </svg>
  )
}
