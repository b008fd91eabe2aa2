import { useId } from 'react'

/** The fills of plots: this year or the first type, last year or the rest, and two that differ in pattern. */
export type Pattern = 'solid' | 'oak' | 'dotted' | 'hollow'

/** Pattern definitions with ids that are unique to one SVG, and the props of shapes filled with them. */
export function usePatterns() {
  const id = useId()
  return {
    fillProps: (pattern: Pattern) => fills[pattern] ?? patternFill(`${id}${pattern}`),
    definitions: (
      <defs>
        <PatternDefinition id={`${id}dotted`}>
          <circle cx="1.5" cy="1.5" r="1.1" className="fill-edge" />
          <circle cx="4.5" cy="4.5" r="1.1" className="fill-edge" />
        </PatternDefinition>
        <PatternDefinition id={`${id}hollow`} />
      </defs>
    ),
  }
}

interface Fill {
  fill?: string
  className: string
}

const fills: Partial<Record<Pattern, Fill>> = {
  solid: { className: 'fill-chart-1' },
  oak: { className: 'fill-chart-2' },
}

const patternFill = (id: string): Fill => ({ fill: `url(#${id})`, className: 'stroke-edge' })

const PatternDefinition = ({ id, children }: { id: string; children?: React.ReactNode }) => (
  <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse">
    <rect width="6" height="6" className="fill-surface" />
    {children}
  </pattern>
)

/** A sample of a pattern for a legend. */
export function LegendItem({ pattern }: { pattern: Pattern }) {
  const { fillProps, definitions } = usePatterns()
  return (
    <svg
      aria-hidden="true"
      width="10"
      height="10"
      className="inline-block shrink-0 forced-color-adjust-none"
    >
      {definitions}
      <rect x="0.5" y="0.5" width="9" height="9" rx="1.5" {...fillProps(pattern)} />
    </svg>
  )
}
