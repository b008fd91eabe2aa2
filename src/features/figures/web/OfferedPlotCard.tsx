import { memo } from 'react'
import { materials } from '#features/members/materials.ts'
import { BarPlot } from '#platform/web/plot/BarPlot.tsx'
import { FigureTable } from '#platform/web/plot/FigureTable.tsx'
import type { OfferedMaterial } from '../contract.ts'
import { offeredPath } from '../links.ts'
import { rowsLinkState } from './member-plots.tsx'
import { EmptyPlot, PlotCard, type PlotView } from './PlotCard.tsx'

const mostBars = 8

/** What vendors offer, the most offered first; the table has all of it. */
export const OfferedPlotCard = memo(function OfferedPlotCard({
  offered,
  view,
}: {
  offered: OfferedMaterial[] | undefined
  view: PlotView
}) {
  const all = offered?.map(({ material, vendors }) => ({
    key: material,
    label: materials[material],
    value: vendors,
    text: vendors.toLocaleString('en-IN'),
    pattern: 'oak' as const,
    href: offeredPath(material),
  }))
  const more = (all?.length ?? 0) - mostBars
  const note =
    view === 'plots' && more > 0
      ? `The ${mostBars} most offered of ${all?.length}`
      : 'Vendors by material'
  return (
    <PlotCard title="Materials offered" note={note} view={view}>
      {all?.length === 0 ? (
        <EmptyPlot>No vendor has named materials yet.</EmptyPlot>
      ) : view === 'plots' ? (
        all && (
          <BarPlot
            label="Vendors by material"
            bars={all.slice(0, mostBars)}
            linkState={rowsLinkState}
          />
        )
      ) : (
        all && (
          <FigureTable
            caption="Vendors by material"
            heads={['Material', 'Vendors']}
            linkState={rowsLinkState}
            rows={all.map(({ key, label, text, href }) => ({
              key,
              label,
              figures: [{ text, href }],
            }))}
          />
        )
      )}
    </PlotCard>
  )
})
