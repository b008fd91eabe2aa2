import Columns3 from 'lucide-react/icons/columns-3'
import Download from 'lucide-react/icons/download'
import Upload from 'lucide-react/icons/upload'
import { useMemo, useState } from 'react'
import type { Member } from '#features/members/answers.ts'
import { memberListColumns } from '#features/members/columns/list-columns.ts'
import { isTablet, useIsPhone } from '#platform/web/layout/phone.ts'
import { MenuButton } from '#platform/web/menu/MenuButton.tsx'
import { PrintListButton } from '#platform/web/print/PrintListButton.tsx'
import { BarButton } from '#platform/web/table/filters/BarButton.tsx'
import { useHiddenColumns } from '#platform/web/table/hidden-columns.ts'
import { type InfiniteList, totalOf } from '#platform/web/table/loading/infinite-list.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { lazyPart } from '#platform/web/ui/loading/lazy-part.tsx'
import { Switch } from '#platform/web/ui/Switch.tsx'
import { TabActions } from '#platform/web/ui/Tabs.tsx'
import type { MemberRole } from '#shared/roles.ts'
import { type RegisterFilters, registerList, useExportMembers } from './calls.ts'
import { MemberFilterBar } from './filters/MemberFilterBar.tsx'
import { memberFilterWords } from './filters/member-filters.ts'
import type { useRegisterFilters } from './filters/register-filters.ts'
import { ListExportMenu } from './ListExportMenu.tsx'
import { memberTypeNames } from './member-type-names.ts'
import { dataColumns, hiddenAtFirst, hideableColumns, notEssential } from './rows/MemberTable.tsx'

const SortField = lazyPart(async () => (await import('./filters/SortField.tsx')).SortField)
const ColumnsDialog = lazyPart(
  async () => (await import('#platform/web/table/ColumnsDialog.tsx')).ColumnsDialog,
)

/** The columns that this device shows of a tab. */
export function useRegisterColumns(role: MemberRole) {
  const { hidden, isEssential, hide, setEssential } = useHiddenColumns(
    `${role} members`,
    hiddenAtFirst,
  )
  const shown = useMemo(() => ({ hidden, isEssential }), [hidden, isEssential])
  const hiddenNow = isEssential ? notEssential : hidden
  return {
    shown,
    hiddenNow,
    /** The columns of an exported list. */
    keys: memberListColumns.filter((key) => !hiddenNow.includes(key)),
    hide,
    setEssential,
  }
}

interface RegisterToolbarProps {
  type: MemberRole
  filters: ReturnType<typeof useRegisterFilters>
  /** The query of the list. */
  query: RegisterFilters
  list: InfiniteList<Member>
  columns: ReturnType<typeof useRegisterColumns>
  onImport: () => void
}

/** Search and filters, what the table shows, and the import and export of spreadsheets. */
export function RegisterToolbar(props: RegisterToolbarProps) {
  const { type: role, filters, query, list, columns, onImport } = props
  const isPhone = useIsPhone()
  const listExport = (
    <ListExportMenu query={query} total={list.data && totalOf(list.data)} columns={columns.keys} />
  )
  const exportMembers = useExportMembers()
  const importLabel = role === 'oem' ? 'Import OEMs' : 'Import Vendors'
  const exportLabel = `Export ${memberTypeNames[role].short}`
  const onExport = () => exportMembers.mutate({ role })
  const spreadsheetButtons = (
    <>
      <Button variant="quiet" icon={<Upload aria-hidden="true" />} onClick={onImport}>
        {importLabel}
      </Button>
      <Button
        variant="quiet"
        icon={<Download aria-hidden="true" />}
        pending={exportMembers.isPending}
        onClick={onExport}
      >
        {exportLabel}
      </Button>
    </>
  )
  return (
    <>
      {!isPhone && (
        <TabActions>
          {isTablet() ? (
            <MenuButton
              place="head"
              pending={exportMembers.isPending}
              groups={[
                [
                  { label: importLabel, onSelect: onImport },
                  { label: exportLabel, onSelect: onExport },
                ],
              ]}
            />
          ) : (
            spreadsheetButtons
          )}
        </TabActions>
      )}
      <MemberFilterBar
        filters={filters}
        search={{
          label: `Search ${memberTypeNames[role].many}`,
          placeholder: 'Name, company, email or number',
        }}
        count={{ list, ...memberTypeNames[role] }}
        actions={
          <>
            <ColumnButtons columns={columns} />
            <PrintListButton
              title={role === 'oem' ? 'OEM Members' : 'Vendors'}
              filters={memberFilterWords(filters)}
              path={registerList(query).initialPageParam}
              columns={dataColumns(columns.shown, () => {})}
              one={memberTypeNames[role].one}
              many={memberTypeNames[role].many}
            />
            {listExport}
          </>
        }
        sheet={
          <>
            <SortField sort={filters.sort} onSort={filters.onSort} />
            {listExport}
            {spreadsheetButtons}
          </>
        }
      />
    </>
  )
}

function ColumnButtons({ columns }: Pick<RegisterToolbarProps, 'columns'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Switch
        label="Essential columns"
        className="mr-2"
        checked={columns.shown.isEssential}
        onChange={({ target }) => columns.setEssential(target.checked)}
      />
      <BarButton
        label="Columns"
        icon={<Columns3 aria-hidden="true" />}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <ColumnsDialog
          columns={hideableColumns()}
          hiddenAtFirst={hiddenAtFirst}
          hidden={columns.hiddenNow}
          onHide={columns.hide}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
