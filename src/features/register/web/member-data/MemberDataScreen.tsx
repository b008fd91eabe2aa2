import { Columns3, Download, History, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { DirectoryBookMenu } from '#features/certificates/web/components/DirectoryBookMenu.tsx'
import type { MemberData } from '#features/imports/answers.ts'
import { memberDataList, useExportMemberData } from '#features/imports/web/calls.ts'
import { PastImportsDialog } from '#features/imports/web/components/PastImportsDialog.tsx'
import { Page } from '#platform/web/layout/Page.tsx'
import { useIsPhone } from '#platform/web/layout/phone.ts'
import { PrintListButton } from '#platform/web/print/PrintListButton.tsx'
import { ColumnsDialog, useHiddenColumns } from '#platform/web/table/ColumnsDialog.tsx'
import { FilterBar } from '#platform/web/table/FilterBar.tsx'
import { useFilters } from '#platform/web/table/filters.ts'
import { rowsOf, totalOf } from '#platform/web/table/infinite-list.ts'
import { NoMatches } from '#platform/web/table/NoMatches.tsx'
import { StaleRows } from '#platform/web/table/StaleRows.tsx'
import { useList } from '#platform/web/table/use-list.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { LoadFailed } from '#platform/web/ui/LoadFailed.tsx'
import { lazyPart, usePreload } from '#platform/web/ui/lazy-part.tsx'
import { Spinner } from '#platform/web/ui/Spinner.tsx'
import {
  hiddenAtFirst,
  hideableColumns,
  MemberDataTable,
  shownColumns,
} from './MemberDataTable.tsx'

const EditMemberDataDialog = lazyPart(
  async () => (await import('./EditMemberDataDialog.tsx')).EditMemberDataDialog,
)
const ImportDialog = lazyPart(
  async () => (await import('#features/imports/web/components/ImportDialog.tsx')).ImportDialog,
)
const forms = [EditMemberDataDialog, ImportDialog]

/** Member Data Management (contract 2.7). */
export function MemberDataScreen() {
  usePreload(forms)
  const filters = useFilters({})
  const [isImporting, setImporting] = useState(false)
  const [isPastImportsOpen, setPastImportsOpen] = useState(false)
  const [isColumnsOpen, setColumnsOpen] = useState(false)
  const columns = useHiddenColumns('member data', hiddenAtFirst)
  const isPhone = useIsPhone()
  const download = useExportMemberData()
  return (
    <Page
      title="Member Data Management"
      actions={
        <>
          <Button
            icon={<Download aria-hidden="true" />}
            pending={download.isPending}
            onClick={() => download.mutate()}
          >
            Download CSV
          </Button>
          <Button icon={<Upload aria-hidden="true" />} onClick={() => setImporting(true)}>
            Upload CSV
          </Button>
          <Button icon={<History aria-hidden="true" />} onClick={() => setPastImportsOpen(true)}>
            Past imports
          </Button>
          {!isPhone && (
            <Button icon={<Columns3 aria-hidden="true" />} onClick={() => setColumnsOpen(true)}>
              Columns
            </Button>
          )}
          <DirectoryBookMenu />
          <PrintListButton
            title="Member Data"
            filters={filters.search === '' ? [] : [`Search: ${filters.search}`]}
            path={memberDataList(filters.search).initialPageParam}
            columns={shownColumns(columns.hidden)}
            one="member"
            many="members"
          />
        </>
      }
    >
      <Card title="Search & Filter">
        <FilterBar
          filters={filters}
          search={{
            label: 'Search members',
            placeholder: 'Search by name, company, email, or membership number...',
          }}
        />
      </Card>
      <MemberDataCard
        search={filters.search}
        hidden={columns.hidden}
        onClear={filters.clear}
        onImport={() => setImporting(true)}
      />
      {isColumnsOpen && (
        <ColumnsDialog
          columns={hideableColumns}
          hidden={columns.hidden}
          hiddenAtFirst={hiddenAtFirst}
          onHide={columns.hide}
          onClose={() => setColumnsOpen(false)}
        />
      )}
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
      {isPastImportsOpen && <PastImportsDialog onClose={() => setPastImportsOpen(false)} />}
    </Page>
  )
}

function MemberDataCard({
  search,
  hidden,
  onClear,
  onImport,
}: {
  search: string
  hidden: readonly string[]
  onClear: () => void
  onImport: () => void
}) {
  const list = useList(memberDataList(search))
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
    return <LoadFailed title="Failed to fetch member data" query={list} />
  const total = totalOf(list.data)
  return (
    <Card title={`Member Data Table (${total} members)`}>
      <div ref={tableArea} tabIndex={-1}>
        {total === 0 ? (
          <NoMembers onClear={search === '' ? undefined : onClear} onImport={onImport} />
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
      </div>
      {editing && (
        <EditMemberDataDialog
          member={editing}
          onClose={() => setEditing(undefined)}
          fallbackFocus={() => tableArea.current}
        />
      )}
    </Card>
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
    <EmptyState
      title="No members yet"
      action={
        <Button icon={<Upload aria-hidden="true" />} onClick={onImport}>
          Upload CSV
        </Button>
      }
    >
      Upload a spreadsheet, or add a member on the dashboard.
    </EmptyState>
  )
}
