import { Link } from 'wouter'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { Skeleton } from '#platform/web/ui/loading/Skeleton.tsx'
import { formatRupees } from '#shared/rupees.ts'
import { formatCount } from '#shared/sentences.ts'
import type { Dashboard } from '../answers.ts'
import { cards, toRows, useDashboard, useStats } from './StatLine.tsx'

/** The counts of the dashboard, each a link to its rows, and the dues of the year below them. */
export function StatCards() {
  const stats = useStats()
  const dashboard = useDashboard().data
  if (stats.isError)
    return (
      <div className="rounded-lg border border-line bg-surface px-4 py-1">
        <LoadFailed title="Couldn't load totals" query={stats} />
      </div>
    )
  return (
    <div className="flex max-h-84 flex-col overflow-hidden rounded-lg border border-line bg-surface max-[1099px]:max-h-none">
      <dl
        aria-busy={stats.isPending}
        className="grid grid-pairs flex-1 gap-px bg-line sm:max-[1099px]:grid-cols-4"
      >
        {cards.map(({ key, label, href, note }) => (
          <div
            key={key}
            className="relative flex flex-col gap-y-1 bg-surface px-4 py-4 hover:bg-row-hover max-sm:py-3"
          >
            {/* The numbers beside each other are level, also where a label takes two lines. */}
            <dt className="text-sm max-[1099px]:flex-1 text-ink-soft">
              {/* The link covers the card. */}
              <Link
                href={href}
                state={toRows}
                className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
              >
                {label}
              </Link>
            </dt>
            <dd className="text-2xl font-semibold tracking-[-0.02em] tabular-nums">
              {stats.data ? (
                formatCount(stats.data[key])
              ) : (
                // As high as a number, and with its baseline.
                <Skeleton className="w-14 before:invisible before:content-['0']" />
              )}
            </dd>
            <dd className="text-xs text-ink-faint">{dashboard ? note(dashboard) : '\u00a0'}</dd>
          </div>
        ))}
      </dl>
      <DuesOfYear dues={dashboard?.dues} />
    </div>
  )
}

/** How much of the year's dues is in, as a bar. */
function DuesOfYear({ dues }: { dues: Dashboard['dues'] | undefined }) {
  const collected = dues?.collected_paise ?? 0
  const total = dues?.to_collect_paise ?? 0
  // While a rate is missing, nobody knows of how much it would be a part.
  const isTotalKnown = !(dues?.lacks_rates && dues.owing > 0)
  const percent = total === 0 ? 0 : Math.floor((collected / total) * 100)
  return (
    <Link
      href="/admin/renewals"
      className="grid gap-1.5 border-t border-line px-4 py-3.5 hover:bg-hover focus-visible:-outline-offset-2"
    >
      <span className="flex justify-between gap-3 text-sm">
        <span className="text-ink-soft">{dues ? `Dues ${dues.year}` : '\u00a0'}</span>
        {total > 0 && isTotalKnown && (
          <span className="font-semibold tabular-nums">{`${percent} % paid`}</span>
        )}
      </span>
      <span
        aria-hidden="true"
        className="flex h-2 gap-0.5 overflow-hidden rounded-sm bg-neutral-soft forced-color-adjust-none"
      >
        {isTotalKnown && (
          <>
            <span className="rounded-sm bg-chart-1" style={{ flexGrow: collected }} />
            <span className="rounded-sm bg-chart-2" style={{ flexGrow: total - collected }} />
          </>
        )}
      </span>
      <span className="text-xs text-ink-faint tabular-nums">
        {dues === undefined
          ? '\u00a0'
          : total === 0
            ? nothingToCollect(dues)
            : isTotalKnown
              ? `${formatRupees(collected)} of ${formatRupees(total)}, paid in any year`
              : `${formatRupees(collected)} paid, the amount is not set yet`}
      </span>
    </Link>
  )
}

/** Without rates for the year members may owe, but no amount. */
const nothingToCollect = ({ owing }: Dashboard['dues']) =>
  owing === 0 ? 'Nothing is owed and nothing is paid yet' : 'The amount is not set yet'
