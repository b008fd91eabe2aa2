import { memo } from 'react'
import { ColumnPlot } from '#platform/web/plot/ColumnPlot.tsx'
import { FigureTable } from '#platform/web/plot/FigureTable.tsx'
import type { Pattern } from '#platform/web/plot/patterns.tsx'
import { numericDate } from '#shared/dates.ts'
import { type MemberRole, memberRoles } from '#shared/roles.ts'
import type { EndingWeek, JoinedYear } from '../contract.ts'
import { endingPath, joinedPath } from '../links.ts'
import { EmptyPlot, PlotCard, PlotLegend, type PlotView } from './PlotCard.tsx'

const names: Record<MemberRole, string> = { oem: 'OEM', vendor: 'Vendors' }
const patterns: Record<MemberRole, Pattern> = { oem: 'solid', vendor: 'oak' }

/** From the list of members where it is on this page. */
export const rowsLinkState = { toRows: true }

const count = (members: number) => members.toLocaleString('en-IN')

/** '21/11': within 90 days the year goes without saying. */
const dayAndMonth = (day: string) => numericDate(day).slice(0, 5)

interface MemberCounts {
  key: string
  name: string
  label: string
  oem: number
  vendor: number
  href: (type: MemberRole | 'both') => string
}

/** Members over time by type. */
export const JoinedPlotCard = memo(function JoinedPlotCard({
  years,
  view,
}: {
  years: JoinedYear[] | undefined
  view: PlotView
}) {
  const counted = years?.map(({ name, to, oem, vendor }, index) => ({
    key: name,
    name: to === null ? 'Today' : name,
    // Every other one has room.
    label: (years.length - index) % 2 ? name.slice(2) : '',
    oem,
    vendor,
    href: (type: MemberRole | 'both') => joinedPath(type, to),
  }))
  const last = years?.at(-1)
  return (
    <PlotCard title="Members over time" note="Today’s, by year of joining" view={view}>
      {counted && last ? (
        <ByType
          caption="Members over time"
          head="By the end of"
          counted={counted}
          sums={last}
          view={view}
        />
      ) : (
        counted && <EmptyPlot>No members yet. Their growth will show here.</EmptyPlot>
      )}
    </PlotCard>
  )
})

/** Memberships that end soon, by weeks. */
export const EndingPlotCard = memo(function EndingPlotCard({
  weeks,
  view,
}: {
  weeks: EndingWeek[] | undefined
  view: PlotView
}) {
  const counted = weeks?.map((week, index) => ({
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
    <PlotCard title="Expiring in 90 days" note="By the week they end" view={view}>
      {counted && sums.oem + sums.vendor > 0 ? (
        <ByType
          caption="Memberships expiring in the next 90 days"
          head="Ending"
          counted={counted}
          sums={sums}
          view={view}
        />
      ) : (
        counted && <EmptyPlot>No membership expires in the next 90 days.</EmptyPlot>
      )}
    </PlotCard>
  )
})

function ByType({
  caption,
  head,
  counted,
  sums,
  view,
}: {
  caption: string
  head: string
  counted: readonly MemberCounts[]
  sums: Record<MemberRole, number>
  view: PlotView
}) {
  if (view === 'tables')
    return (
      <FigureTable
        caption={caption}
        heads={[head, 'OEM', 'Vendors', 'Both']}
        linkState={rowsLinkState}
        rows={counted.map(({ key, name, oem, vendor, href }) => ({
          key,
          label: name,
          figures: [
            { text: count(oem), href: oem ? href('oem') : undefined },
            { text: count(vendor), href: vendor ? href('vendor') : undefined },
            { text: count(oem + vendor), href: oem + vendor ? href('both') : undefined },
          ],
        }))}
      />
    )
  return (
    <>
      <PlotLegend
        parts={memberRoles.map((role) => ({
          pattern: patterns[role],
          name: names[role],
          sum: count(sums[role]),
        }))}
      />
      <ColumnPlot
        label={caption}
        linkState={rowsLinkState}
        columns={counted.map(({ key, name, label, href, ...of }) => ({
          key,
          label,
          total: of.oem + of.vendor > 0 ? count(of.oem + of.vendor) : '',
          segments: memberRoles.map((role) => ({
            key: role,
            pattern: patterns[role],
            value: of[role],
            label: `${name}: ${names[role]} ${count(of[role])}`,
            href: href(role),
          })),
        }))}
      />
    </>
  )
}
