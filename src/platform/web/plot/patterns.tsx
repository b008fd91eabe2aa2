import { useId } from 'react'

/** How the parts of a plot are told apart: by pattern as well as by colour. */
export const patterns = ['solid', 'hatched', 'oak', 'dotted', 'hollow'] as const
export type Pattern = (typeof patterns)[number]

const outline: Record<Pattern, string> = {
  solid: 'stroke-accent',
  hatched: 'stroke-accent',
  oak: 'stroke-edge',
  dotted: 'stroke-edge',
  hollow: 'stroke-edge',
}

/** The patterns of one drawing; `fill` names one of them for its shapes. */
export function usePatterns() {
  const id = useId()
  return {
    look: (look: Pattern) => ({ fill: `url(#${id}${look})`, className: outline[look] }),
    patterns: (
      <defs>
        <Pattern id={`${id}solid`} ground="fill-accent" />
        <Pattern id={`${id}hatched`} ground="fill-surface">
          <path d="M-1 1 1 -1M0 6 6 0M5 7 7 5" className="stroke-accent" strokeWidth="2" />
        </Pattern>
        <Pattern id={`${id}oak`} ground="fill-oak" />
        <Pattern id={`${id}dotted`} ground="fill-surface">
          <circle cx="1.5" cy="1.5" r="1.1" className="fill-edge" />
          <circle cx="4.5" cy="4.5" r="1.1" className="fill-edge" />
        </Pattern>
        <Pattern id={`${id}hollow`} ground="fill-surface" />
      </defs>
    ),
  }
}

const Pattern = ({
  id,
  ground,
  children,
}: {
  id: string
  ground: string
  children?: React.ReactNode
}) => (
  <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse">
    <rect width="6" height="6" className={ground} />
    {children}
  </pattern>
)

/** A sample of a look beside its name. */
export function LegendItem({ pattern }: { pattern: Pattern }) {
  const { look: lookOf, patterns } = usePatterns()
  return (
    <svg aria-hidden="true" width="12" height="12" className="inline-block shrink-0">
      {patterns}
      <rect x="0.5" y="0.5" width="11" height="11" strokeWidth="1" {...lookOf(pattern)} />
    </svg>
  )
}
