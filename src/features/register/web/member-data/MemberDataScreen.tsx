import Columns3 from 'lucide-react/icons/columns-3'
import Download from 'lucide-react/icons/download'
import Upload from 'lucide-react/icons/upload'
import { useRef, useState } from 'react'
import { useDirectoryBook } from '#features/certificates/web/directory-book/calls.ts'
import type { MemberData } from '#features/imports/answers.ts'
import { Page } from '#platform/web/layout/Page.tsx'
import { useIsPhone } from '#platform/web/layout/phone.ts'
import { MenuButton } from '#platform/web/menu/MenuButton.tsx'
import { PrintListButton } from '#platform/web/print/PrintListButton.tsx'
import { BarButton } from '#platform/web/table/filters/BarButton.tsx'
import { FilterBar } from '#platform/web/table/filters/FilterBar.tsx'
import { filterWords } from '#platform/web/table/filters/filter-choices.ts'
import { useFilters } from '#platform/web/table/filters/filters.ts'
import { NoMatches } from '#platform/web/table/filters/NoMatches.tsx'
import { useHiddenColumns } from '#platform/web/table/hidden-columns.ts'
import { type InfiniteList, rowsOf, totalOf } from '#platform/web/table/loading/infinite-list.ts'
import { StaleRows } from '#platform/web/table/loading/StaleRows.tsx'
import { useList } from '#platform/web/table/loading/use-list.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { lazyPart, preloadOnHover } from '#platform/web/ui/loading/lazy-part.tsx'
import { Spinner } from '#platform/web/ui/loading/Spinner.tsx'
import { memberDataList, useExportMemberData } from './calls.ts'
import { hideableColumns, MemberDataTable, shownColumns } from './MemberDataTable.tsx'

const ColumnsDialog = lazyPart(
  async () => (await import('#platform/web/table/ColumnsDialog.tsx')).ColumnsDialog,
)

const EditMemberDataDialog = lazyPart(
  async () => (await import('./EditMemberDataDialog.tsx')).EditMemberDataDialog,
)
const ImportDialog = lazyPart(
  async () => (await import('#features/imports/web/components/ImportDialog.tsx')).ImportDialog,
)
const PastImportsDialog = lazyPart(
  async () =>
    (await import('#features/imports/web/components/PastImportsDialog.tsx')).PastImportsDialog,
)
const editOnReach = preloadOnHover([EditMemberDataDialog])
const importOnReach = preloadOnHover([ImportDialog])

/** Member Data Management (contract 2.7). */
export function MemberDataScreen() {
  const filters = useFilters({})
  const [isImporting, setImporting] = useState(false)
  const [isPastImportsOpen, setPastImportsOpen] = useState(false)
  const [isColumnsOpen, setColumnsOpen] = useState(false)
  const columns = useHiddenColumns('member data')
  return (
    <Page
      title="Member Data Management"
      actions={
        <DataActions
          onImport={() => setImporting(true)}
          onPastImports={() => setPastImportsOpen(true)}
        />
      }
    >
      <div data-fills-window className="contents">
        <MemberDataList
          filters={filters}
          hidden={columns.hidden}
          onColumns={() => setColumnsOpen(true)}
          onImport={() => setImporting(true)}
        />
      </div>
      {isColumnsOpen && (
        <ColumnsDialog
          columns={hideableColumns}
          hidden={columns.hidden}
          onHide={columns.hide}
          onClose={() => setColumnsOpen(false)}
        />
      )}
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
      {isPastImportsOpen && <PastImportsDialog onClose={() => setPastImportsOpen(false)} />}
    </Page>
  )
}

/** What is seldom needed is in a menu; on a phone the upload is above the list, where its words have room. */
function DataActions({
  onImport,
  onPastImports,
}: {
  onImport: () => void
  onPastImports: () => void
}) {
  const download = useExportMemberData()
  const book = useDirectoryBook()
  const isPhone = useIsPhone()
  const more = (
    <MenuButton
      place="head"
      pending={book.isPending || (isPhone && download.isPending)}
      groups={[
        [
          ...(isPhone ? [{ label: 'Download CSV', onSelect: () => download.mutate() }] : []),
          { label: 'Past imports', onSelect: onPastImports },
        ],
        [
          { label: 'Printed directory, A4 (PDF)', onSelect: () => book.mutate('A4') },
          { label: 'Printed directory, A5 (PDF)', onSelect: () => book.mutate('A5') },
        ],
      ]}
    />
  )
  if (isPhone) return more
  return (
    <>
      <Button
        icon={<Download aria-hidden="true" />}
        pending={download.isPending}
        onClick={() => download.mutate()}
      >
        Download CSV
      </Button>
      <UploadButton onImport={onImport} />
      {more}
    </>
  )
}

/** `isInLine` after words, which leave it no more room on a phone. */
const UploadButton = ({
  isInLine = false,
  onImport,
}: {
  isInLine?: boolean | undefined
  onImport: () => void
}) => (
  <Button
    {...importOnReach}
    {...(isInLine
      ? { variant: 'ghost', className: 'ml-auto -mr-1 px-1!' }
      : { icon: <Upload aria-hidden="true" /> })}
    onClick={onImport}
  >
    Upload CSV
  </Button>
)

interface MemberDataListProps {
  filters: ReturnType<typeof useFilters>
  hidden: readonly string[]
  onColumns: () => void
  onImport: () => void
}

function MemberDataList({ filters, hidden, onColumns, onImport }: MemberDataListProps) {
  const { search } = filters
  const list = useList(memberDataList(search))
  const isPhone = useIsPhone()
  const title = list.data && (
    <h2 className="text-sm sm:mr-2">{`Member Data Table (${totalOf(list.data)} members)`}</h2>
  )
  return (
    <section {...editOnReach} aria-label="Search & Filter" className="grid grid-cols-1 gap-3">
      <div className="flex items-center gap-2">
        <h2 className="text-sm whitespace-nowrap max-lg:sr-only">Search & Filter</h2>
        <div className="min-w-0 flex-1">
          <FilterBar
            filters={filters}
            search={{
              label: 'Search members',
              placeholder: 'Search by name, company, email, or membership number...',
              isFixed: true,
              isWide: true,
            }}
            actions={
              <>
                {title}
                <BarButton
                  label="Columns"
                  icon={<Columns3 aria-hidden="true" />}
                  onClick={onColumns}
                />
                <PrintListButton
                  title="Member Data"
                  filters={filterWords(search, [])}
                  path={memberDataList(search).initialPageParam}
                  columns={shownColumns(hidden)}
                  one="member"
                  many="members"
                />
              </>
            }
          />
        </div>
      </div>
      {isPhone && (
        <div className="-my-2.5 flex min-h-11 flex-wrap items-center justify-between gap-x-1">
          {title}
          <UploadButton isInLine onImport={onImport} />
        </div>
      )}
      <Rows
        list={list}
        hidden={hidden}
        onClear={search === '' ? undefined : filters.clear}
        onImport={onImport}
      />
    </section>
  )
}

function Rows({
  list,
  hidden,
  onClear,
  onImport,
}: Pick<MemberDataListProps, 'hidden' | 'onImport'> & {
  list: InfiniteList<MemberData>
  onClear: (() => void) | undefined
}) {
  const [editing, setEditing] = useState<MemberData>()
  const tableArea = useRef<HTMLDivElement>(null)
  if (list.isPending)
    return (
      <p role="status" className="flex items-center gap-3 py-8 text-ink-soft">
        <Spinner />
        Loading member data...
      </p>
    )
  if (list.isError && !list.data)
    return <LoadFailed isWhole title="Failed to fetch member data" query={list} />
  const total = totalOf(list.data)
  return (
    <div ref={tableArea} tabIndex={-1}>
      {total === 0 ? (
        <NoMembers onClear={onClear} onImport={onImport} />
      ) : (
        <StaleRows list={list}>
          <MemberDataTable
            list={list}
            rows={rowsOf(list.data)}
            total={total}
            hidden={hidden}
            onEdit={setEditing}
          />
        </StaleRows>
      )}
      {editing && (
        <EditMemberDataDialog
          member={editing}
          onClose={() => setEditing(undefined)}
          fallbackFocus={() => tableArea.current}
        />
      )}
    </div>
  )
}

function NoMembers({
  onClear,
  onImport,
}: {
  onClear: (() => void) | undefined
  onImport: () => void
}) {
  if (onClear) return <NoMatches title="No members match your search" onClear={onClear} />
  return (
    <EmptyState title="No members yet" action={<UploadButton onImport={onImport} />}>
      Upload a spreadsheet, or add a member on the dashboard.
    </EmptyState>
  )
}
