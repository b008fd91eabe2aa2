import { Link } from 'wouter'

/** A plot shows a course or an order, for which it needs at least this many values. */
export const minPlotted = 3

interface FewFigure {
  key: string
  /** Of what it is, and what it comes to, separated by a colon: 'Nov 2026: OEM 1'. */
  label: string
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
    {figures.map(({ key, label: text, href }) => {
      const [what = '', value = ''] = text.split(/: (.*)/)
      return (
        <li key={key}>
          <Link
            href={href}
            state={linkState}
            className="group/figure grid rounded-sm touch:min-h-11"
          >
            <span className="text-sm text-ink-soft">
              {what}
              <span className="sr-only">: </span>
            </span>
            <span className="text-lg font-semibold tabular-nums group-hover/figure:underline">
              {value}
            </span>
          </Link>
        </li>
      )
    })}
  </ul>
)
