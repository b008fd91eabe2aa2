import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'
import { countOf, formatCount } from '#shared/sentences.ts'
import type { Column } from '../table/columns.ts'
import { BarButton } from '../table/filters/BarButton.tsx'
import { loadRows } from '../table/loading/infinite-list.ts'
import { errorToast } from '../toast/error-toast.ts'
import { PrintTable } from './PrintTable.tsx'
import { usePrint } from './use-print.tsx'

/** More rows than this take a browser too long to lay out. */
const maxRows = 2000

/** Prints every row of a list with its filters, loaded or not, as a plain table. */
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
  const { print, sheet } = usePrint()
  const [isLoading, setLoading] = useState(false)
  async function printAll() {
    setLoading(true)
    try {
      const { rows, total } = await loadRows<Row>(path, maxRows)
      const count =
        rows.length < total
          ? `The first ${formatCount(rows.length)} of ${countOf(total, one, many)}`
          : countOf(total, one, many)
      print({
        title,
        notes: [...filters, count],
        isLandscape: columns.length > 7,
        content: <PrintTable columns={columns} rows={rows} rowKey={({ id }) => id} />,
      })
    } catch (error) {
      errorToast(error, "Couldn't load the list")
    } finally {
      setLoading(false)
    }
  }
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
