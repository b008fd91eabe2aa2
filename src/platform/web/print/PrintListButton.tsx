import { useQueryClient } from '@tanstack/react-query'
import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'
import { countOf, formatCount } from '#shared/sentences.ts'
import type { Column } from '../table/columns.ts'
import { BarButton } from '../table/filters/BarButton.tsx'
import { loadedRows, loadRows } from '../table/loading/infinite-list.ts'
import { errorToast } from '../toast/error-toast.ts'
import { PrintTable } from './PrintTable.tsx'
import { useBrowserPrint } from './use-browser-print.ts'
import { usePrint } from './use-print.tsx'

/** More rows than this take a browser too long to lay out. */
const maxRows = 2000

/**
 * Prints a list with its filters as a plain table, up to `maxRows` rows of it, loaded or not; so does Ctrl-P. The
 * browser's own menu does not wait for rows: it prints those that have loaded. The paper says when rows are missing.
 */
export function PrintListButton<Row extends { id: string }>({
  title,
  filters,
  path,
  columns,
  one,
  many,
}: {
  title: string
  /** The search and the filters in words. */
  filters: readonly string[]
  /** The `initialPageParam` of the list. */
  path: string
  columns: readonly Column<Row>[]
  /** What the rows are: 'OEM member', 'OEM members'. */
  one: string
  many: string
}) {
  const { print, show, sheet } = usePrint()
  const client = useQueryClient()
  const [isLoading, setLoading] = useState(false)
  const documentOf = ({ rows, total }: { rows: readonly Row[]; total: number }) => ({
    title,
    notes: [
      ...filters,
      rows.length < total
        ? `The first ${formatCount(rows.length)} of ${countOf(total, one, many)}`
        : countOf(total, one, many),
    ],
    isLandscape: columns.length > 7,
    content: <PrintTable columns={columns} rows={rows} rowKey={({ id }) => id} />,
  })
  async function printAll() {
    if (isLoading) return
    setLoading(true)
    try {
      print(documentOf(await loadRows<Row>(path, maxRows)))
    } catch (error) {
      errorToast(error, "Couldn't load the list")
    } finally {
      setLoading(false)
    }
  }
  useBrowserPrint({
    onKey: () => void printAll(),
    onMenu: () => {
      const loaded = loadedRows<Row>(client, path)
      if (loaded) show(documentOf(loaded))
    },
  })
  return (
    <>
      <BarButton
        label="Print"
        className="max-sm:hidden"
        icon={<Printer aria-hidden="true" />}
        pending={isLoading}
        onClick={() => void printAll()}
      />
      {sheet}
    </>
  )
}
