import BarChart3 from 'lucide-react/icons/chart-column'
import ImageDown from 'lucide-react/icons/image-down'
import Table2 from 'lucide-react/icons/table-2'
import { useState } from 'react'
import { BarPlot } from '#platform/web/plot/BarPlot.tsx'
import { ColumnPlot } from '#platform/web/plot/ColumnPlot.tsx'
import { EmptyFigure, FigurePanel } from '#platform/web/plot/FigurePanel.tsx'
import { FigureTable, figureColumn, labelColumn } from '#platform/web/plot/FigureTable.tsx'
import type { Pattern } from '#platform/web/plot/patterns.tsx'
import { errorToast } from '#platform/web/toast/error-toast.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { memberRoles } from '#shared/roles.ts'
import type { BoardBook } from '../../board-book/answers.ts'
import { stateKeys } from '../../board-book/contract.ts'
import { allCohorts, figurePath, retentionPath } from '../../board-book/links.ts'
import {
  columnText,
  figureText,
  formatShort,
  formatValue,
  isEmpty,
  type Plot,
  type PlotRow,
  totalOf,
} from '../../board-book/plots.ts'
import { bookTexts } from '../../board-book/texts.ts'
import { amountsLinkState } from './amounts-link.ts'
import { savePlotPicture } from './plot-picture.ts'

type SeriesKey = Plot['series'][number]['key']

const patterns: Record<SeriesKey, Pattern> = {
  oem: 'solid',
  vendor: 'oak',
  retained: 'solid',
  left: 'hollow',
}

/** One plot of the board book, its table, and its picture to save. */
export function PlotPanel({ book, plot }: { book: BoardBook; plot: Plot }) {
  const [isTable, setTable] = useState(false)
  const hasValues = !isEmpty(plot)
  return (
    <FigurePanel
      title={plot.title}
      heading="h2"
      legend={hasValues && !isTable && plot.group !== 'state' ? legendOf(plot) : []}
      className="lg:last:odd:col-span-2"
      actions={
        hasValues && (
          <>
            <Button
              size="sm"
              variant="ghost"
              className="max-sm:-ml-3"
              icon={isTable ? <BarChart3 aria-hidden="true" /> : <Table2 aria-hidden="true" />}
              aria-label={`${isTable ? 'Chart' : 'Table'}: ${plot.title}`}
              onClick={() => setTable(!isTable)}
            >
              {isTable ? 'Chart' : 'Table'}
            </Button>
            <PictureButton book={book} plot={plot} />
          </>
        )
      }
    >
      <div
        className={classNames(
          'flex flex-col',
          (plot.group === 'state' || isTable || !hasValues) && 'flex-1',
        )}
      >
        <PlotContent book={book} plot={plot} isTable={isTable} />
      </div>
    </FigurePanel>
  )
}

function PlotContent({ book, plot, isTable }: { book: BoardBook; plot: Plot; isTable: boolean }) {
  if (isEmpty(plot)) return <EmptyFigure>{plot.empty}</EmptyFigure>
  if (isTable) return <PlotTable book={book} plot={plot} />
  if (plot.group === 'state') return <StateBars book={book} plot={plot} />
  return <Columns book={book} plot={plot} />
}

const legendOf = (plot: Plot) =>
  plot.series.map(({ key, name }, index) => ({
    pattern: patterns[key],
    name,
    sum: formatValue(plot, plot.total.values[index] ?? 0),
  }))

function PictureButton({ book, plot }: { book: BoardBook; plot: Plot }) {
  const [isPending, setPending] = useState(false)
  const save = async () => {
    setPending(true)
    try {
      const heading = `${plot.title}, ${book.year}`
      await savePlotPicture(plot, heading, `${plot.key}-${book.year}.png`)
    } catch (error) {
      errorToast(error, 'Failed to save the picture')
    } finally {
      setPending(false)
    }
  }
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={<ImageDown aria-hidden="true" />}
      pending={isPending}
      aria-label={`PNG picture: ${plot.title}`}
      onClick={() => void save()}
    >
      PNG
    </Button>
  )
}

const linkStateOf = ({ isMoney }: Plot) => (isMoney ? amountsLinkState : undefined)

/** The link from a value to its list: without a row the list of all rows, without a series that of all series. */
function pathOf(
  book: BoardBook,
  { figure, group }: Plot,
  row: PlotRow | undefined,
  series: SeriesKey | undefined,
): string {
  if (figure === undefined) {
    const cohort = row ? book.retention[Number(row.key)] : allCohorts(book)
    return retentionPath(book, cohort, {
      group: series === 'retained' || series === 'left' ? series : undefined,
    })
  }
  return figurePath(book, figure, {
    role: memberRoles.find((role) => role === series),
    month: group === 'month' ? row?.key : undefined,
    state: group === 'state' ? stateKeys.find((state) => state === row?.key) : undefined,
  })
}

function Columns({ book, plot }: { book: BoardBook; plot: Plot }) {
  return (
    <ColumnPlot
      label={plot.title}
      format={(value) => formatShort(plot, value)}
      linkState={linkStateOf(plot)}
      columns={plot.rows.map((row) => ({
        key: row.key,
        label: row.shortLabel,
        total: columnText(plot, row),
        segments: plot.series.map(({ key, name }, index) => ({
          key,
          pattern: patterns[key],
          value: row.values[index] ?? 0,
          label: row.label,
          text: `${name} ${formatValue(plot, row.values[index] ?? 0)}`,
          href: pathOf(book, plot, row, key),
        })),
      }))}
    />
  )
}

const StateBars = ({ book, plot }: { book: BoardBook; plot: Plot }) => (
  <BarPlot
    label={plot.title}
    hasLongLabels
    linkState={linkStateOf(plot)}
    bars={plot.rows.map((row) => ({
      key: row.key,
      label: row.label,
      value: totalOf(row),
      text: formatValue(plot, totalOf(row)),
      pattern: 'solid',
      href: pathOf(book, plot, row, undefined),
    }))}
  />
)

function PlotTable({ book, plot }: { book: BoardBook; plot: Plot }) {
  const rows = [
    ...plot.rows.map((row) => ({ ...row, row, isSum: false })),
    { ...plot.total, row: undefined, isSum: true },
  ]
  type Row = (typeof rows)[number]
  const columnOf = (
    series: SeriesKey | undefined,
    header: string,
    readValue: (row: Row) => number,
  ) =>
    figureColumn<Row>(
      { key: series ?? 'total', header },
      (row) => ({
        text: figureText(plot, readValue(row)),
        href: readValue(row) > 0 ? pathOf(book, plot, row.row, series) : undefined,
      }),
      linkStateOf(plot),
    )
  const columns = [
    labelColumn(plot.rowHeading),
    ...plot.series.map(({ key, name }, index) =>
      columnOf(key, name, ({ values }) => values[index] ?? 0),
    ),
    columnOf(undefined, plot.totalHeading, totalOf),
  ]
  const share = {
    key: 'share',
    header: bookTexts.en.share,
    align: 'end' as const,
    cell: (row: Row) => row.share,
  }
  return (
    <FigureTable
      // The section has the title as its name.
      caption={`${plot.title} (table)`}
      columns={plot.shareHeading ? [...columns, share] : columns}
      rows={rows}
    />
  )
}
