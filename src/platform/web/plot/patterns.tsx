import { useId } from 'react'

/** The fills of plots. They differ in pattern as well as in colour. */
export type Pattern = 'solid' | 'hatched' | 'oak' | 'dotted' | 'hollow'

const outlineClass: Record<Pattern, string> = {
  solid: 'stroke-accent',
  hatched: 'stroke-accent',
  oak: 'stroke-edge',
  dotted: 'stroke-edge',
  hollow: 'stroke-edge',
}

/** Pattern definitions with ids that are unique to one SVG, and the props of shapes filled with them. */
export function usePatterns() {
  const id = useId()
  return {
    fillProps: (pattern: Pattern) => ({
      fill: `url(#${id}${pattern})`,
      className: outlineClass[pattern],
    }),
    definitions: (
      <defs>
        <PatternDefinition id={`${id}solid`} background="fill-accent" />
        <PatternDefinition id={`${id}hatched`} background="fill-surface">
          <path d="M-1 1 1 -1M0 6 6 0M5 7 7 5" className="stroke-accent" strokeWidth="2" />
        </PatternDefinition>
        <PatternDefinition id={`${id}oak`} background="fill-oak" />
        <PatternDefinition id={`${id}dotted`} background="fill-surface">
          <circle cx="1.5" cy="1.5" r="1.1" className="fill-edge" />
          <circle cx="4.5" cy="4.5" r="1.1" className="fill-edge" />
        </PatternDefinition>
        <PatternDefinition id={`${id}hollow`} background="fill-surface" />
      </defs>
    ),
  }
}

const PatternDefinition = ({
  id,
  background,
  children,
}: {
  id: string
  background: string
  children?: React.ReactNode
}) => (
  <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse">
    <rect width="6" height="6" className={background} />
    {children}
  </pattern>
)

/** A sample of a pattern for a legend. */
export function LegendItem({ pattern }: { pattern: Pattern }) {
  const { fillProps, definitions } = usePatterns()
  return (
    <svg aria-hidden="true" width="12" height="12" className="inline-block shrink-0">
      {definitions}
      <rect x="0.5" y="0.5" width="11" height="11" strokeWidth="1" {...fillProps(pattern)} />
    </svg>
  )
}
