import { memo } from 'react'
import { materials } from '#features/members/materials.ts'
import { BarPlot } from '#platform/web/plot/BarPlot.tsx'
import { FigureTable } from '#platform/web/plot/FigureTable.tsx'
import { formatCount } from '#shared/sentences.ts'
import type { OfferedMaterial } from '../answers.ts'
import { offeredPath } from '../links.ts'
import { rowsLinkState } from './member-plots.tsx'
import { EmptyPlot, PlotCard, type PlotView } from './PlotCard.tsx'

const maxBars = 8

/** The materials vendors offer, most offered first; the plot shows the first ones, the table all. */
export const OfferedPlotCard = memo(function OfferedPlotCard({
  offered,
  view,
}: {
  offered: OfferedMaterial[] | undefined
  view: PlotView
}) {
  const bars = offered?.map(({ material, vendors }) => ({
    key: material,
    label: materials[material],
    value: vendors,
    text: formatCount(vendors),
    pattern: 'oak' as const,
    href: offeredPath(material),
  }))
  const hiddenBars = (bars?.length ?? 0) - maxBars
  const note =
    view === 'plots' && hiddenBars > 0
      ? `The ${maxBars} most offered of ${bars?.length}`
      : 'Vendors by material'
  return (
    <PlotCard title="Materials offered" note={note} view={view}>
      {bars?.length === 0 ? (
        <EmptyPlot>No vendor has named materials yet.</EmptyPlot>
      ) : view === 'plots' ? (
        bars && (
          <BarPlot
            label="Vendors by material"
            bars={bars.slice(0, maxBars)}
            linkState={rowsLinkState}
          />
        )
      ) : (
        bars && (
          <FigureTable
            caption="Vendors by material"
            headers={['Material', 'Vendors']}
            linkState={rowsLinkState}
            rows={bars.map(({ key, label, text, href }) => ({
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
