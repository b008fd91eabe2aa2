import { Link } from 'wouter'
import { type Pattern, usePatterns } from './patterns.tsx'

export interface Bar {
  key: string
  label: string
  value: number
  /** The value as it is read. */
  text: string
  pattern: Pattern
  href: string
}

/** Bars with their names and values, a line each; every line leads to what it counts. */
export function BarPlot({
  label,
  bars,
  linkState,
}: {
  label: string
  bars: readonly Bar[]
  linkState?: unknown
}) {
  const longest = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <ul aria-label={label} className="grid grid-cols-1">
      {bars.map((bar) => (
        <li key={bar.key}>
          <Link
            href={bar.href}
            state={linkState}
            className="grid grid-cols-[6rem_1fr_auto] items-center gap-2 rounded-sm px-1 text-xs leading-5 hover:bg-sunken"
          >
            <span title={bar.label} className="truncate text-ink-soft">
              {bar.label}
            </span>
            <Shape look={bar.pattern} share={bar.value / longest} />
            <span className="min-w-5 text-right font-medium tabular-nums">{bar.text}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Shape({ look, share }: { look: Pattern; share: number }) {
  const { look: lookOf, patterns } = usePatterns()
  return (
    <svg aria-hidden="true" width="100%" height="12" className="block">
      {patterns}
      <rect
        x="0.5"
        y="0.5"
        height="11"
        width={`${share * 98}%`}
        strokeWidth="1"
        {...lookOf(look)}
      />
    </svg>
  )
}
