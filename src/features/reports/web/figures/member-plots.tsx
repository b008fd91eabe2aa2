import { memo } from 'react'
import { ColumnPlot } from '#platform/web/plot/ColumnPlot.tsx'
import { EmptyFigure } from '#platform/web/plot/FigurePanel.tsx'
import { FigureTable, figureColumn, labelColumn } from '#platform/web/plot/FigureTable.tsx'
import type { Pattern } from '#platform/web/plot/patterns.tsx'
import { type Day, numericDate } from '#shared/dates.ts'
import { type MemberRole, memberRoles } from '#shared/roles.ts'
import { formatCount } from '#shared/sentences.ts'
import type { EndingWeek, JoinedYear } from '../../figures/answers.ts'
import { endingPath, joinedPath } from '../../figures/links.ts'
import { DashboardPanel, type PlotView } from './DashboardPanel.tsx'

const roleNames: Record<MemberRole, string> = { oem: 'OEM', vendor: 'Vendors' }
const patterns: Record<MemberRole, Pattern> = { oem: 'solid', vendor: 'oak' }

/** Makes the dashboard move the focus to the tab with the linked list. */
export const rowsLinkState = { toRows: true }

/** '21/11': within 90 days the year is clear. */
const dayAndMonth = (day: Day) => numericDate(day).slice(0, 5)

interface MemberCounts {
  key: string
  name: string
  label: string
  oem: number
  vendor: number
  href: (type: MemberRole | 'both') => string
}

/** Members over time by type. */
export const JoinedPanel = memo(function JoinedContent({
  years,
  view,
}: {
  years: JoinedYear[] | undefined
  view: PlotView
}) {
  const counts = years?.map(({ name, to, oem, vendor }, index) => ({
    key: name,
    name: to === null ? 'Today' : name,
    // Only every other label fits.
    label: (years.length - index) % 2 ? name.slice(2) : '',
    oem,
    vendor,
    href: (type: MemberRole | 'both') => joinedPath(type, to),
  }))
  const last = years?.at(-1)
  return (
    <DashboardPanel
      title="Members over time"
      note="By joining year"
      legend={view === 'plots' && last ? legendOf(last) : undefined}
      view={view}
    >
      {counts && last ? (
        <MembersPlot
          caption="Members over time"
          heading="By the end of"
          counts={counts}
          view={view}
        />
      ) : (
        counts && <EmptyFigure>No members yet. Growth will appear here.</EmptyFigure>
      )}
    </DashboardPanel>
  )
})

/** Memberships that end soon, by weeks. */
export const EndingPanel = memo(function EndingContent({
  weeks,
  view,
}: {
  weeks: EndingWeek[] | undefined
  view: PlotView
}) {
  const counts = weeks?.map((week, index) => ({
    key: week.from,
    name: `${dayAndMonth(week.from)} to ${dayAndMonth(week.to)}`,
    label: index % 4 === 0 ? dayAndMonth(week.from) : '',
    oem: week.oem,
    vendor: week.vendor,
    href: (type: MemberRole | 'both') => endingPath(type, week),
  }))
  const sums = {
    oem: weeks?.reduce((sum, { oem }) => sum + oem, 0) ?? 0,
    vendor: weeks?.reduce((sum, { vendor }) => sum + vendor, 0) ?? 0,
  }
  return (
    <DashboardPanel
      title="Expiring in 90 days"
      note="By week of expiry"
      legend={view === 'plots' && sums.oem + sums.vendor > 0 ? legendOf(sums) : undefined}
      view={view}
    >
      {counts && sums.oem + sums.vendor > 0 ? (
        <MembersPlot
          caption="Memberships expiring in the next 90 days"
          heading="Ending"
          counts={counts}
          view={view}
        />
      ) : (
        counts && <EmptyFigure>No memberships expire in the next 90 days.</EmptyFigure>
      )}
    </DashboardPanel>
  )
})

const legendOf = (sums: Record<MemberRole, number>) =>
  memberRoles.map((role) => ({
    pattern: patterns[role],
    name: roleNames[role],
    sum: formatCount(sums[role]),
  }))

const countColumn = (
  column: { key: MemberRole | 'both'; header: string },
  countOf: (row: MemberCounts) => number,
) =>
  figureColumn<MemberCounts>(
    column,
    (row) => ({
      text: formatCount(countOf(row)),
      href: countOf(row) ? row.href(column.key) : undefined,
    }),
    rowsLinkState,
  )

function MembersPlot({
  caption,
  heading,
  counts,
  view,
}: {
  caption: string
  heading: string
  counts: readonly MemberCounts[]
  view: PlotView
}) {
  if (view === 'tables')
    return (
      <FigureTable
        caption={`${caption} (table)`}
        columns={[
          labelColumn(heading),
          countColumn({ key: 'oem', header: 'OEM' }, ({ oem }) => oem),
          countColumn({ key: 'vendor', header: 'Vendors' }, ({ vendor }) => vendor),
          countColumn({ key: 'both', header: 'Both' }, ({ oem, vendor }) => oem + vendor),
        ]}
        rows={counts.map((row) => ({ ...row, label: row.name }))}
      />
    )
  return (
    <ColumnPlot
      label={caption}
      format={formatCount}
      linkState={rowsLinkState}
      columns={counts.map(({ key, name, label, href, ...byRole }) => ({
        key,
        label,
        total: byRole.oem + byRole.vendor > 0 ? formatCount(byRole.oem + byRole.vendor) : '',
        segments: memberRoles.map((role) => ({
          key: role,
          pattern: patterns[role],
          value: byRole[role],
          label: name,
          text: `${roleNames[role]} ${formatCount(byRole[role])}`,
          href: href(role),
        })),
      }))}
    />
  )
}
