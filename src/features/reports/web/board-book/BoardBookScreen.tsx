import { keepPreviousData, useQuery } from '@tanstack/react-query'
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet'
import FileText from 'lucide-react/icons/file-text'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { useDirectoryBook } from '#features/certificates/web/directory-book/calls.ts'
import { SmallSelect } from '#platform/web/form/SmallSelect.tsx'
import { Page } from '#platform/web/layout/Page.tsx'
import { useIsPhone } from '#platform/web/layout/phone.ts'
import { MenuButton } from '#platform/web/menu/MenuButton.tsx'
import { useStoredFlag } from '#platform/web/state/stored-flag.ts'
import { useDialogParam, useUrlFilters } from '#platform/web/state/url-state.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card, CardStack } from '#platform/web/ui/Card.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import { numericDate } from '#shared/dates.ts'
import type { BoardBook } from '../../board-book/answers.ts'
import { parseAmount } from '../../board-book/links.ts'
import { hasOtherCharges, plotsOf } from '../../board-book/plots.ts'
import { bookTexts } from '../../board-book/texts.ts'
import { AmountDialog } from './AmountDialog.tsx'
import { boardBookOf, useBoardBookPdf, useBoardBookSheets } from './calls.ts'
import { PlotPanel } from './PlotPanel.tsx'
import { BookFigures, OtherChargesTable, TypeTable } from './TypeTable.tsx'

/** The numbers of a financial year for the general meeting (contract 2.16). */
export function BoardBookScreen() {
  const { params, setFilter } = useUrlFilters()
  const book = useQuery({
    ...boardBookOf(params.get('year') ?? ''),
    placeholderData: keepPreviousData,
  })
  const rows = useDialogParam('rows')
  const amount = parseAmount(rows.id)
  return (
    <Page
      title="Board book"
      subtitle={['Members and dues of a financial year', book.data && asOf(book.data)]
        .filter(Boolean)
        .join('. ')}
      actions={
        <>
          {book.data && (
            <span className="mr-1.5">
              <SmallSelect
                label={<span className="max-sm:sr-only">Financial year</span>}
                value={book.data.year}
                options={book.data.years.map((year) => ({ value: year, label: year }))}
                onChange={(year) => setFilter('year', year)}
              />
            </span>
          )}
          <Downloads year={book.data?.year} />
        </>
      }
    >
      {book.isPending ? (
        <SkeletonRows rows={6} label="Loading the board book" />
      ) : book.isError && !book.data ? (
        <LoadFailed isWhole title="Couldn't load the board book" query={book} />
      ) : (
        <Plots book={book.data} isStale={book.isPlaceholderData} />
      )}
      {amount && book.data && (
        <AmountDialog year={book.data.year} filter={amount} onClose={rows.close} />
      )}
    </Page>
  )
}

function Downloads({ year }: { year: string | undefined }) {
  const pdf = useBoardBookPdf()
  const sheets = useBoardBookSheets()
  const directory = useDirectoryBook()
  const [, navigate] = useLocation()
  const excel = {
    label: 'Excel',
    disabled: year === undefined,
    onSelect: () => sheets.mutate(year ?? ''),
  }
  const paper = (
    <Button
      variant="primary"
      icon={<FileText aria-hidden="true" />}
      disabled={year === undefined}
      pending={pdf.isPending}
      onClick={() => pdf.mutate(year ?? '')}
    >
      PDF
    </Button>
  )
  const directories = [
    { label: 'Printed directory, A4 (PDF)', onSelect: () => directory.mutate('A4') },
    { label: 'Printed directory, A5 (PDF)', onSelect: () => directory.mutate('A5') },
  ]
  if (useIsPhone())
    return (
      <>
        <MenuButton
          place="head"
          pending={sheets.isPending || directory.isPending}
          // The drawer of a phone has the renewals.
          groups={[[excel], directories]}
        />
        {paper}
      </>
    )
  return (
    <>
      <MenuButton
        place="head"
        pending={directory.isPending}
        groups={[[{ label: 'Renewals', onSelect: () => navigate('/admin/renewals') }], directories]}
      />
      <Button
        icon={<FileSpreadsheet aria-hidden="true" />}
        disabled={excel.disabled}
        pending={sheets.isPending}
        onClick={excel.onSelect}
      >
        {excel.label}
      </Button>
      {paper}
    </>
  )
}

/** What a board asks first; the others are shown on request. */
const mainPlots = ['collected-by-month', 'retention']

const asOf = ({ as_of }: BoardBook): string => bookTexts.en.asOf(numericDate(as_of))

function Plots({ book, isStale }: { book: BoardBook; isStale: boolean }) {
  const all = useStoredFlag('board-book-all', false)
  const plots = useMemo(() => plotsOf(book, 'en'), [book])
  const main = mainPlots.flatMap((key) => plots.find((plot) => plot.key === key) ?? [])
  const shown = all.isOn ? [...main, ...plots.filter((plot) => !main.includes(plot))] : main
  return (
    <div className={classNames('grid grid-cols-1 gap-4', isStale && 'opacity-60')}>
      <p aria-hidden="true" className="text-sm text-ink-soft sm:hidden">
        {asOf(book)}
      </p>
      <CardStack>
        <BookFigures book={book} />
        <Card title={bookTexts.en.byType} className="border-t">
          <TypeTable book={book} />
        </Card>
        {hasOtherCharges(book) && (
          <Card title={bookTexts.en.otherCharges}>
            <OtherChargesTable book={book} />
          </Card>
        )}
        {/* The gaps are the hairlines. */}
        <div className="grid grid-cols-1 gap-px border-t border-line bg-line lg:grid-cols-2">
          {shown.map((plot) => (
            <PlotPanel key={plot.key} book={book} plot={plot} />
          ))}
        </div>
        {/* Below all charts: in one of them it would take the height that the chart beside it has. */}
        {shown.map(
          ({ key, title, note }) =>
            note && (
              <p
                key={key}
                className="border-t border-line px-(--gutter) py-2 text-xs text-ink-faint"
              >
                <span className="font-medium text-ink-soft">{`${title}: `}</span>
                <span>{note}</span>
              </p>
            ),
        )}
        <div className="flex justify-center border-t border-line py-1.5">
          <Button
            variant="ghost"
            icon={<LayoutGrid aria-hidden="true" />}
            aria-expanded={all.isOn}
            onClick={all.toggle}
          >
            {all.isOn ? 'Show two charts' : 'Show all charts'}
          </Button>
        </div>
      </CardStack>
    </div>
  )
}
