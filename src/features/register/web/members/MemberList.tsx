import type { Member } from '#features/members/answers.ts'
import { memberDisplayName } from '#features/members/display-name.ts'
import { isPhone, useIsPhone } from '#platform/web/layout/phone.ts'
import type { Sort } from '#platform/web/table/DataTable.tsx'
import type { InfiniteList } from '#platform/web/table/loading/infinite-list.ts'
import { LoadMoreFailed } from '#platform/web/table/loading/LoadMoreFailed.tsx'
import { useLoadMore } from '#platform/web/table/loading/load-more.ts'
import { ShowMore } from '#platform/web/table/loading/ShowMore.tsx'
import { StaleRows } from '#platform/web/table/loading/StaleRows.tsx'
import type { useSelection } from '#platform/web/table/rows/selection.ts'
import { preload } from '#platform/web/ui/loading/lazy-component.tsx'
import { lazyPart } from '#platform/web/ui/loading/lazy-part.tsx'
import type { MemberRole } from '#shared/roles.ts'
import { MemberActionDialog, useMemberActions } from './MemberActionDialog.tsx'
import { memberTypeNames } from './member-type-names.ts'
import { MemberTable, type ShownColumns } from './rows/MemberTable.tsx'

const MemberCards = lazyPart(async () => (await import('./rows/MemberCards.tsx')).MemberCards)
// Loads the cards while the rows are requested, not afterwards.
if (isPhone()) preload([MemberCards])

export interface MemberListProps {
  type: MemberRole
  list: InfiniteList<Member>
  /** The loaded rows of `list`. */
  members: readonly Member[]
  selection: ReturnType<typeof useSelection<Member>>
  columns: ShownColumns
  sort: Sort
  onSort: (sort: Sort) => void
}

/** The rows (cards on a phone) and the dialogs that their buttons open. */
export function MemberList(props: MemberListProps & { total: number }) {
  const { type: role, list, members, total, selection, columns, sort, onSort } = props
  const { area, onAction, openId, dialog } = useMemberActions(members, list)
  const onEnd = useLoadMore(list)
  const { many, remove } = memberTypeNames[role]
  return (
    <div {...area} tabIndex={-1} className="grid grid-cols-1 gap-3">
      <StaleRows list={list}>
        {useIsPhone() ? (
          <div className="grid grid-cols-1 gap-4">
            <MemberCards
              label={many}
              members={members}
              selection={selection}
              removeLabel={remove}
              onAction={onAction}
            />
            <ShowMore list={list} noun={many} />
          </div>
        ) : (
          <div className="grid grid-cols-1 gap-4">
            <MemberTable
              columns={columns}
              activeKey={openId}
              sort={sort}
              onSort={onSort}
              caption={role === 'oem' ? 'OEM Members' : 'Vendors'}
              removeLabel={remove}
              members={members}
              total={total}
              onEnd={onEnd}
              selection={{
                ...selection,
                label: (member) => `Select ${memberDisplayName(member)}`,
              }}
              onAction={onAction}
            />
            <LoadMoreFailed list={list} noun={many} />
          </div>
        )}
      </StaleRows>
      <MemberActionDialog {...dialog} removeLabel={remove} />
    </div>
  )
}
