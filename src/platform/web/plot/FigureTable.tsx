import { Link } from 'wouter'
import { classNames } from '../ui/class-names.ts'

interface Figure {
  text: string
  /** The list of the records behind the figure. */
  href?: string | undefined
}

interface FigureRow {
  key: string
  label: string
  figures: readonly Figure[]
  /** True for the sum of other rows. */
  isSum?: boolean | undefined
}

/** A table of figures with a label in the first column. */
export function FigureTable({
  caption,
  headers,
  rows,
  linkState,
}: {
  caption: string
  /** The header of the label column, then of each figure. */
  headers: readonly string[]
  rows: readonly FigureRow[]
  linkState?: unknown
}) {
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="relative h-full overflow-auto"
    >
      <table className="w-full text-xs">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {headers.map((header, index) => (
              <th
                key={header}
                scope="col"
                className={classNames(
                  'sticky top-0 bg-surface px-1.5 py-1 font-semibold whitespace-nowrap text-ink-soft',
                  index === 0 ? 'text-left' : 'text-right',
                )}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, figures, isSum }) => (
            <tr key={key} className={classNames(isSum && 'font-semibold')}>
              <th
                scope="row"
                className={classNames(
                  'border-t border-line px-1.5 py-1 text-left whitespace-nowrap',
                  !isSum && 'font-normal',
                )}
              >
                {label}
              </th>
              {figures.map(({ text, href }, index) => (
                <td
                  key={headers[index + 1]}
                  className="border-t border-line px-1.5 py-1 text-right whitespace-nowrap"
                >
                  {href ? (
                    <Link
                      href={href}
                      state={linkState}
                      aria-label={`${text}, ${label}, ${headers[index + 1]}`}
                      className="inline-block rounded-sm text-accent-text underline decoration-line underline-offset-2 hover:decoration-current pointer-coarse:py-1.5"
                    >
                      {text}
                    </Link>
                  ) : (
                    <span className="text-ink-faint">{text}</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
