import IndianRupee from 'lucide-react/icons/indian-rupee'
import Mail from 'lucide-react/icons/mail'
import MessageCircle from 'lucide-react/icons/message-circle'
import { useState } from 'react'
import { postNoticePrint } from '#features/dues/notices/endpoints.ts'
import { sendRaw } from '#platform/web/api/client.ts'
import { PrintTable } from '#platform/web/print/PrintTable.tsx'
import { usePrint } from '#platform/web/print/use-print.tsx'
import { FoldedList } from '#platform/web/table/FoldedList.tsx'
import { loadRows } from '#platform/web/table/loading/infinite-list.ts'
import { SelectionToolbar } from '#platform/web/table/rows/SelectionToolbar.tsx'
import type { useSelection } from '#platform/web/table/rows/selection.ts'
import { errorToast } from '#platform/web/toast/error-toast.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { useDownload } from '#platform/web/uploads/download.ts'
import { formatRupees } from '#shared/rupees.ts'
import { countOf, formatCount } from '#shared/sentences.ts'
import { sum } from '#shared/sum.ts'
import type { Renewal } from '../../renewals/answers.ts'
import { MarkListPaid } from '../money.tsx'
import { type RenewalFilters, renewalList } from './calls.ts'
import type { OpenDialog } from './RenewalDialogs.tsx'
import { isOpen, printedColumns } from './RenewalTable.tsx'
import { nameOf } from './renewal-actions.ts'
import { renewalFilterWords, type useRenewalFilters } from './renewal-filters.ts'

/** A selection sends the ids of its members, at most this many (contract 12.11). */
const maxSelected = 2000

interface RenewalSelectionToolbarProps {
  selection: ReturnType<typeof useSelection<Renewal>>
  search: string
  values: ReturnType<typeof useRenewalFilters>['values']
  /** The length of the list; undefined while it is loading. */
  total: number | undefined
  onOpen: (dialog: OpenDialog) => void
}

/** The actions on the selected members. */
export function RenewalSelectionToolbar({
  selection,
  search,
  values,
  total,
  onOpen,
}: RenewalSelectionToolbarProps) {
  const { rows: selected, count, notLoadedCount, clear } = selection
  const [isMarking, setMarking] = useState(false)
  const { print, sheet } = usePrint()
  const ids = selected.map(({ id }) => id)
  // A notice asks for what is raised; the dialogs say which of these members get none.
  const canBeNotified = selected.some(isOpen)
  const printNotices = useDownload(
    () => sendRaw(postNoticePrint, { body: { selection: { ids } } }),
    {
      fallbackName: 'dues-notices.pdf',
      type: 'application/pdf',
      failure: 'Failed to print the notices',
    },
  )
  const words = renewalFilterWords(search, values)
  const printSelected = () =>
    print({
      title: 'Renewals',
      notes: words,
      content: <PrintTable columns={printedColumns} rows={selected} rowKey={({ id }) => id} />,
    })
  return (
    <>
      <SelectionToolbar
        selectedCount={count}
        notLoadedCount={notLoadedCount}
        total={total}
        many="members"
        onClear={clear}
        actions={[
          ...(canBeNotified
            ? [
                {
                  label: 'Email notices',
                  icon: <Mail aria-hidden="true" />,
                  onSelect: () => onOpen({ dialog: 'notices', ids }),
                },
                {
                  label: 'WhatsApp',
                  icon: <MessageCircle aria-hidden="true" />,
                  onSelect: () => onOpen({ dialog: 'whatsapp', ids }),
                },
              ]
            : []),
          {
            label: 'Mark as paid',
            icon: <IndianRupee aria-hidden="true" />,
            onSelect: () => setMarking(true),
          },
          { label: 'Raise dues', onSelect: () => onOpen({ dialog: 'raise', ids }) },
          { label: 'Print list', onSelect: printSelected },
          ...(canBeNotified
            ? [
                {
                  label: 'Print notices',
                  pending: printNotices.isPending,
                  onSelect: () => printNotices.mutate(),
                },
              ]
            : []),
          {
            label: 'Export selected',
            onSelect: () => onOpen({ dialog: 'export', ids }),
          },
        ]}
      />
      {sheet}
      {isMarking && (
        <MarkListPaid
          selected={{ selection: { ids }, count, role: roleOf(selected) }}
          note={<Owed renewals={selected} />}
          onClose={(isDone) => {
            setMarking(false)
            if (isDone) clear()
          }}
        />
      )}
    </>
  )
}

/** The type of all of them; 'member' for both types. */
function roleOf([first, ...others]: readonly Renewal[]): Renewal['role'] | 'member' {
  return first && others.every(({ role }) => role === first.role) ? first.role : 'member'
}

/** What each of the selected members owes, and all of them together. */
function Owed({ renewals }: { renewals: readonly Renewal[] }) {
  const owing = renewals.filter(({ dues }) => dues.owed_paise > 0)
  const total = formatRupees(sum(owing, ({ dues }) => dues.owed_paise))
  return (
    <FoldedList
      title={
        owing.length === 0
          ? 'None of them owes anything'
          : `${countOf(owing.length, 'member owes', 'members owe')} ${total} in all`
      }
      items={owing.slice(0, 100).map((renewal) => ({
        id: renewal.id,
        text: nameOf(renewal),
        sum: formatRupees(renewal.dues.owed_paise),
      }))}
      count={owing.length}
      open={owing.length > 0 && owing.length <= 6}
    />
  )
}

/** Selects every row of the list, loaded or not. */
export function SelectAllButton({
  selection: { has, onToggle },
  query,
  total,
}: Pick<RenewalSelectionToolbarProps, 'selection' | 'total'> & { query: RenewalFilters }) {
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
  if (!total) return null
  return (
    // Not disabled, which would lose the focus.
    <Button
      variant="ghost"
      aria-busy={isLoading || undefined}
      onClick={() => {
        if (!isLoading) void selectAll()
      }}
    >
      Select all {formatCount(total)}
      <span className="sr-only"> members</span>
    </Button>
  )
}
