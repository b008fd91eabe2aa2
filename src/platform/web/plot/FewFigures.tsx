import { Link } from 'wouter'

/** A plot shows a course or an order, for which it needs at least this many values. */
export const minPlotted = 3

interface FewFigure {
  key: string
  label: string
  text: string
  href: string
}

/** In place of a plot of one or two values: the values in words, each a link to its records. */
export const FewFigures = ({
  label,
  figures,
  linkState,
}: {
  label: string
  figures: readonly FewFigure[]
  linkState?: unknown
}) => (
  <ul aria-label={label} className="my-auto flex flex-wrap gap-x-10 gap-y-4 py-4">
    {figures.map((figure) => (
      <li key={figure.key}>
        <Link href={figure.href} state={linkState} className="grid rounded-sm touch:min-h-11">
          <span className="text-sm text-ink-soft">
            {figure.label}
            <span className="sr-only">: </span>
          </span>
          <span className="text-lg font-semibold tabular-nums [a:hover_&]:underline">
            {figure.text}
          </span>
        </Link>
      </li>
    ))}
  </ul>
)
