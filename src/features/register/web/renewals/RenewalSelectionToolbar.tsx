import { useState } from 'react'
import { postNoticePrint } from '#features/dues/notices/endpoints.ts'
import { postExport } from '#features/members/endpoints.ts'
import { sendRaw } from '#platform/web/api/client.ts'
import { PrintListButton } from '#platform/web/print/PrintListButton.tsx'
import { PrintTable } from '#platform/web/print/PrintTable.tsx'
import { usePrint } from '#platform/web/print/use-print.tsx'
import { loadRows } from '#platform/web/table/infinite-list.ts'
import { SelectionToolbar } from '#platform/web/table/SelectionToolbar.tsx'
import type { useSelection } from '#platform/web/table/selection.ts'
import { errorToast } from '#platform/web/toast/error-toast.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { useDownload } from '#platform/web/uploads/download.ts'
import type { Renewal } from '../../renewals/answers.ts'
import { MarkListPaid } from '../money.tsx'
import { type RenewalFilters, renewalList } from './calls.ts'
import type { OpenDialog } from './RenewalDialogs.tsx'
import { printedColumns } from './RenewalTable.tsx'
import { filterWords, type useRenewalFilters } from './renewal-filters.ts'

/** A selection names its members, so many at most (contract 12.11). */
const maxSelected = 2000

const sheetColumns = [
  'type',
  'dues',
  'paid',
  'payment_date',
  'membership_valid_to',
  'mobile',
  'email',
  'debt',
] as const

interface RenewalSelectionToolbarProps {
  selection: ReturnType<typeof useSelection<Renewal>>
  query: RenewalFilters
  search: string
  values: ReturnType<typeof useRenewalFilters>['values']
  /** The length of the list; undefined while it is loading. */
  total: number | undefined
  onOpen: (dialog: OpenDialog) => void
}

/** The actions on the selected members. */
export function RenewalSelectionToolbar({
  selection,
  query,
  search,
  values,
  total,
  onOpen,
}: RenewalSelectionToolbarProps) {
  const { rows: selected, count, notLoadedCount, isAllSelected, clear } = selection
  const [isMarking, setMarking] = useState(false)
  const { print, sheet } = usePrint()
  const ids = selected.map(({ id }) => id)
  const { selectAll, isLoading } = useSelectAll(selection, query)
  const exportSelected = useDownload(
    () =>
      sendRaw(postExport, {
        body: { selection: { ids }, columns: [...sheetColumns], format: 'xlsx' },
      }),
    {
      fallbackName: 'renewals.xlsx',
      success: 'Data exported successfully',
      failure: 'Failed to export data',
    },
  )
  const printNotices = useDownload(
    () => sendRaw(postNoticePrint, { body: { selection: { ids } } }),
    {
      fallbackName: 'dues-notices.pdf',
      type: 'application/pdf',
      failure: 'Failed to print the notices',
    },
  )
  const words = filterWords(search, values)
  const canSelectAll =
    !isLoading &&
    (isAllSelected || count === 0) &&
    total !== undefined &&
    count < Math.min(total, maxSelected)
  return (
    <>
      <SelectionToolbar
        selectedCount={count}
        notLoadedCount={notLoadedCount}
        total={total}
        one="member"
        many="members"
        onSelectAll={canSelectAll ? () => void selectAll() : undefined}
        onClear={clear}
        listActions={
          <PrintListButton
            title="Renewals"
            filters={words}
            path={renewalList(query).initialPageParam}
            columns={printedColumns}
            one="member"
            many="members"
          />
        }
      >
        <Button size="sm" onClick={() => onOpen({ dialog: 'raise', ids })}>
          Raise dues
        </Button>
        <Button size="sm" onClick={() => onOpen({ dialog: 'notices', ids })}>
          Email notices
        </Button>
        <Button size="sm" onClick={() => onOpen({ dialog: 'whatsapp', ids })}>
          WhatsApp
        </Button>
        <Button size="sm" onClick={() => setMarking(true)}>
          Mark selected as paid
        </Button>
        <Button
          size="sm"
          onClick={() =>
            print({
              title: 'Renewals',
              notes: words,
              content: (
                <PrintTable columns={printedColumns} rows={selected} rowKey={({ id }) => id} />
              ),
            })
          }
        >
          Print list
        </Button>
        <Button size="sm" pending={printNotices.isPending} onClick={() => printNotices.mutate()}>
          Print notices
        </Button>
        <Button
          size="sm"
          pending={exportSelected.isPending}
          onClick={() => exportSelected.mutate()}
        >
          Export selected
        </Button>
      </SelectionToolbar>
      {sheet}
      {isMarking && (
        <MarkListPaid
          selected={{ selection: { ids }, count, role: 'member' }}
          onClose={(isDone) => {
            setMarking(false)
            if (isDone) clear()
          }}
        />
      )}
    </>
  )
}

/** Selects every row of the list, loaded or not. */
function useSelectAll(
  { has, onToggle }: Pick<ReturnType<typeof useSelection<Renewal>>, 'has' | 'onToggle'>,
  query: RenewalFilters,
) {
  const [isLoading, setLoading] = useState(false)
  async function selectAll() {
    setLoading(true)
    try {
      const { rows } = await loadRows<Renewal>(renewalList(query).initialPageParam, maxSelected)
      for (const row of rows) if (!has(row)) onToggle(row)
    } catch (error) {
      errorToast(error, "Couldn't load the members")
    } finally {
      setLoading(false)
    }
  }
  return { selectAll, isLoading }
}
