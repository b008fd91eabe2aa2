import { memo } from 'react'
import { materials } from '#features/members/materials.ts'
import { BarPlot } from '#platform/web/plot/BarPlot.tsx'
import { EmptyFigure } from '#platform/web/plot/FigurePanel.tsx'
import { FigureTable, figureColumn, labelColumn } from '#platform/web/plot/FigureTable.tsx'
import { formatCount } from '#shared/sentences.ts'
import type { OfferedMaterial } from '../../figures/answers.ts'
import { offeredPath } from '../../figures/links.ts'
import { DashboardPanel, type PlotView } from './DashboardPanel.tsx'
import { rowsLinkState } from './member-plots.tsx'

const maxBars = 8

interface MaterialRow {
  key: string
  label: string
  text: string
  href: string
}

/** The materials vendors offer, most offered first; the plot shows the first ones, the table all. */
export const OfferedPanel = memo(function PanelContent({
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
    pattern: 'solid' as const,
    href: offeredPath(material),
  }))
  const hiddenBars = (bars?.length ?? 0) - maxBars
  const note =
    view === 'plots' && hiddenBars > 0
      ? `Top ${maxBars} of ${bars?.length} materials`
      : 'Vendors by material'
  return (
    <DashboardPanel title="Materials offered" note={note} view={view}>
      {bars?.length === 0 ? (
        <EmptyFigure>No vendors have listed materials yet.</EmptyFigure>
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
            columns={[
              labelColumn('Material'),
              figureColumn<MaterialRow>(
                { key: 'vendors', header: 'Vendors' },
                ({ text, href }) => ({ text, href }),
                rowsLinkState,
              ),
            ]}
            rows={bars}
          />
        )
      )}
    </DashboardPanel>
  )
})
