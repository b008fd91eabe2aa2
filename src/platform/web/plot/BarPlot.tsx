import { Link } from 'wouter'
import { classNames } from '../ui/class-names.ts'
import { FewFigures, minPlotted } from './FewFigures.tsx'
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

/** Horizontal bars with labels and values, each a link to the records it counts; one or two are written out instead. */
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
  const valued = bars.filter(({ value }) => value > 0)
  if (valued.length < minPlotted)
    return <FewFigures label={label} linkState={linkState} figures={valued} />
  const maxValue = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <ul aria-label={label} className="-mx-1 mb-auto grid grid-cols-1">
      {bars.map((bar) => (
        <li key={bar.key}>
          <Link
            href={bar.href}
            state={linkState}
            className={classNames(
              'grid items-center gap-3 rounded-sm px-1 py-1 text-sm hover:bg-hover touch:py-2',
              hasLongLabels
                ? 'grid-cols-[min(9rem,55%)_1fr_auto]'
                : 'grid-cols-[min(6rem,55%)_1fr_auto]',
            )}
          >
            <span title={bar.label} className="line-clamp-2 text-ink-soft wrap-anywhere">
              {bar.label}
            </span>
            <BarShape pattern={bar.pattern} fraction={bar.value / maxValue} />
            <span className="min-w-6 text-right font-medium tabular-nums">{bar.text}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function BarShape({ pattern, fraction }: { pattern: Pattern; fraction: number }) {
  const { fillProps, definitions } = usePatterns()
  return (
    <svg aria-hidden="true" width="100%" height="16" className="block forced-color-adjust-none">
      {definitions}
      <rect
        x="0.5"
        y="0.5"
        height="15"
        rx="2"
        width={`${fraction * 98}%`}
        {...fillProps(pattern)}
      />
    </svg>
  )
}
