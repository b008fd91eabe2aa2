import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Columns3, SearchX, Users } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { Button } from '#platform/web/Button.tsx'
import { ColumnsDialog, useHiddenColumns } from '#platform/web/ColumnsDialog.tsx'
import type { Sort } from '#platform/web/DataTable.tsx'
import { EmptyState } from '#platform/web/EmptyState.tsx'
import { LoadFailed } from '#platform/web/LoadFailed.tsx'
import { type ListInParts, rowsOf, totalOf } from '#platform/web/list-parts.ts'
import { OldRows } from '#platform/web/OldRows.tsx'
import { useIsPhone } from '#platform/web/phone.ts'
import { useRowFocus } from '#platform/web/row-focus.ts'
import { ShowMore } from '#platform/web/ShowMore.tsx'
import { SkeletonRows } from '#platform/web/Skeleton.tsx'
import type { MemberRole } from '#shared/roles.ts'
import type { Member } from '../contract.ts'
import { ChosenCard } from './ChosenCard.tsx'
import { FiltersCard, useFigureFilters } from './FiltersCard.tsx'
import { MemberActDialog, type OpenMember } from './MemberActDialog.tsx'
import { MemberCard } from './MemberCard.tsx'
import type { Money, OnAct } from './MemberPartsCard.tsx'
import { columnChoices, MemberTable } from './MemberTable.tsx'
import { ExportButton, RegisterForm, SortField, words } from './RegisterForm.tsx'
import { type RegisterFilters, registerList } from './register-calls.ts'

interface MembersTabProps {
  type: MemberRole
  money: Money
  /** The button that imports, with its dialog. */
  importButton?: ReactNode
}

const byNumber: Sort = { key: 'membership_number', direction: 'descending' }

/** OEM Members and Vendors (specification section 2): the active members of one type. */
export function MembersTab({ type: role, money, importButton }: MembersTabProps) {
  const [filters, setFilters] = useState<RegisterFilters>({})
  const figure = useFigureFilters()
  const [sort, setSort] = useState(byNumber)
  const { key, direction } = sort
  const list = useInfiniteQuery({
    ...registerList({
      ...figure.filters,
      role,
      active: 'true',
      sort: direction === 'descending' ? `-${key}` : key,
      ...filters,
    }),
    placeholderData: keepPreviousData,
  })
  const [columnsOpen, setColumnsOpen] = useState(false)
  const columns = useHiddenColumns(`${role} members`)
  const isPhone = useIsPhone()
  const clear = () => {
    setFilters({})
    figure.drop()
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <RegisterForm
        type={role}
        filters={filters}
        onFilter={setFilters}
        sorting={isPhone && <SortField sort={sort} onSort={setSort} />}
      >
        {!isPhone && (
          <Button icon={<Columns3 aria-hidden="true" />} onClick={() => setColumnsOpen(true)}>
            Columns
          </Button>
        )}
        <ExportButton type={role} />
        {importButton}
      </RegisterForm>
      <FiltersCard {...figure} />
      <Members
        type={role}
        money={money}
        list={list}
        hidden={columns.hidden}
        sort={sort}
        onSort={setSort}
        onClear={isFiltered(filters) || figure.isFiltered ? clear : undefined}
      />
      {columnsOpen && (
        <ColumnsDialog
          columns={columnChoices()}
          hidden={columns.hidden}
          onHide={columns.hide}
          onClose={() => setColumnsOpen(false)}
        />
      )}
    </div>
  )
}

const isFiltered = (filters: RegisterFilters) => Object.values(filters).some(Boolean)

interface MembersProps extends MembersTabProps {
  list: ListInParts<Member>
  hidden: readonly string[]
  sort: Sort
  onSort: (sort: Sort) => void
  /** Ends search and filters; undefined while there are none. */
  onClear: (() => void) | undefined
}

function Members(props: MembersProps) {
  const { type: role, list, onClear } = props
  const { noun } = words[role]
  if (list.isPending) return <SkeletonRows label={`Loading the ${noun}`} />
  if (list.isError && !list.data)
    return (
      <LoadFailed
        title="The members could not be loaded"
        error={list.error}
        retry={() => void list.refetch()}
      />
    )
  const members = rowsOf(list.data)
  if (members.length === 0)
    return onClear ? (
      <EmptyState
        icon={<SearchX className="size-6" />}
        title="No members match your search"
        action={<Button onClick={onClear}>Clear the search</Button>}
      />
    ) : (
      <EmptyState icon={<Users className="size-6" />} title={`No ${noun} yet`}>
        Approve an application, or add a member by hand under Pending Approvals.
      </EmptyState>
    )
  return <LoadedMembers {...props} members={members} total={totalOf(list.data)} />
}

function LoadedMembers({
  type: role,
  money,
  list,
  members,
  total,
  ...table
}: MembersProps & { members: readonly Member[]; total: number }) {
  const [open, setOpen] = useState<OpenMember>()
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const { area, leave } = useRowFocus(members.map(({ id }) => id))
  const act: OnAct = (member, what) => {
    if (what === 'remove') leave(member.id, 'remove')
    setOpen({ member, what })
  }
  const chosen = members.filter(({ id }) => marked.has(id))
  const toggle = ({ id }: Member) => {
    const next = new Set(marked)
    if (!next.delete(id)) next.add(id)
    setMarked(next)
  }
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  const { noun, remove } = words[role]
  return (
    <div ref={area} tabIndex={-1} className="grid grid-cols-1 gap-3">
      <ChosenCard
        type={role}
        chosen={chosen}
        total={total}
        noun={noun}
        money={money}
        onDone={() => setMarked(new Set())}
      />
      <OldRows list={list}>
        {useIsPhone() ? (
          <Cards list={list} noun={noun}>
            {members.map((member) => (
              <MemberCard
                key={member.id}
                member={member}
                validity={money.validity(member)}
                removeLabel={remove}
                chosen={marked.has(member.id)}
                onToggle={() => toggle(member)}
                onAct={act}
              />
            ))}
          </Cards>
        ) : (
          <MemberTable
            {...table}
            caption={role === 'oem' ? 'OEM Members' : 'Vendors'}
            removeLabel={remove}
            members={members}
            total={total}
            onEnd={onEnd}
            chosen={{
              has: ({ id }) => marked.has(id),
              label: ({ name, company_name }) => `Choose ${name || company_name}`,
              onToggle: toggle,
              all: chosen.length === members.length,
              onToggleAll: () =>
                setMarked(
                  new Set(chosen.length === members.length ? [] : members.map(({ id }) => id)),
                ),
            }}
            onAct={act}
          />
        )}
      </OldRows>
      <MemberActDialog
        open={open}
        removeLabel={remove}
        money={money}
        onAct={act}
        onClose={() => setOpen(undefined)}
      />
    </div>
  )
}

const Cards = ({
  list,
  noun,
  children,
}: {
  list: ListInParts<Member>
  noun: string
  children: ReactNode
}) => (
  <div className="grid grid-cols-1 gap-4">
    <ul aria-label={noun} className="grid grid-cols-1 gap-3">
      {children}
    </ul>
    <ShowMore list={list} noun={noun} />
  </div>
)
