import { useQuery } from '@tanstack/react-query'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import Rows3 from 'lucide-react/icons/rows-3'
import type { ReactNode } from 'react'
import { optionsOf } from '#platform/web/form/SelectField.tsx'
import { Page } from '#platform/web/layout/Page.tsx'
import { useIsPhone } from '#platform/web/layout/phone.ts'
import { PrintListButton } from '#platform/web/print/PrintListButton.tsx'
import { parseOption, useDialogParam, useUrlFilters } from '#platform/web/state/url-state.ts'
import { Cards } from '#platform/web/table/Cards.tsx'
import { FilterBar } from '#platform/web/table/filters/FilterBar.tsx'
import type { Filters } from '#platform/web/table/filters/filter-choices.ts'
import { useFilters } from '#platform/web/table/filters/filters.ts'
import { NoMatches } from '#platform/web/table/filters/NoMatches.tsx'
import { type InfiniteList, rowsOf } from '#platform/web/table/loading/infinite-list.ts'
import { ShowMore } from '#platform/web/table/loading/ShowMore.tsx'
import { StaleRows } from '#platform/web/table/loading/StaleRows.tsx'
import { useList } from '#platform/web/table/loading/use-list.ts'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { Placeholders, SkeletonTable } from '#platform/web/ui/loading/Skeleton.tsx'
import { Segments } from '#platform/web/ui/Segments.tsx'
import { formatCount } from '#shared/sentences.ts'
import type { DirectoryCity, DirectoryMember } from '../../answers.ts'
import { materials } from '../../materials.ts'
import { memberTypeLabels } from '../../role-labels.ts'
import { directory, directoryCities } from './calls.ts'
import { DirectoryTable } from './DirectoryTable.tsx'
import { CardPlaceholder, cardGrid, ListedMemberCard } from './ListedMemberCard.tsx'
import { ListedMemberDialog } from './ListedMemberDialog.tsx'
import { printedColumns } from './printed-columns.tsx'

type View = 'cards' | 'table'
const viewLabels: Record<View, string> = { cards: 'Cards', table: 'Table' }

/** The members directory (contract 2.10), below what is new for the member. */
export function DirectoryScreen({ news }: { news?: ReactNode }) {
  const filters = useFilters({ type: memberTypeLabels, material: materials }, ['city'])
  const { search, values, isFiltered, clear } = filters
  const { type: role, material, city } = values
  const list = useList(directory({ search, role, material, city }))
  const [view, setView] = useView()
  const member = useDialogParam('member')
  return (
    <Page title="Members Directory" subtitle="Find members and contact them">
      {news}
      <DirectoryFilterBar
        filters={filters}
        list={list}
        actions={
          <>
            <PrintListButton
              title="Members Directory"
              filters={[
                search && `Search: ${search}`,
                role && memberTypeLabels[role],
                material && materials[material],
                city,
              ].filter((words): words is string => Boolean(words))}
              path={directory({ search, role, material, city }).initialPageParam}
              columns={printedColumns}
              one="member"
              many="members"
            />
            <Segments legend="Show as" value={view} options={viewOptions} onChange={setView} />
          </>
        }
      />
      <StaleRows list={list}>
        {list.isPending ? (
          <Loading view={view} />
        ) : list.isError && !list.data ? (
          <LoadFailed isWhole title="Couldn't load members" query={list} />
        ) : (
          <Members
            members={rowsOf(list.data)}
            view={view}
            isFiltered={isFiltered}
            onOpen={member.open}
            onClear={clear}
          />
        )}
      </StaleRows>
      <ShowMore list={list} noun="members" />
      {member.id && <ListedMemberDialog id={member.id} onClose={member.close} />}
    </Page>
  )
}

function DirectoryFilterBar({
  filters,
  list,
  actions,
}: {
  filters: Filters
  list: InfiniteList<DirectoryMember>
  actions: ReactNode
}) {
  const cities = useQuery(directoryCities)
  return (
    <FilterBar
      filters={filters}
      search={{
        label: 'Search members',
        placeholder: 'Name, company, product or city',
      }}
      selects={[
        {
          name: 'type',
          label: 'Type',
          placeholder: 'All Members',
          options: optionsOf({ oem: 'OEM Members', vendor: 'Vendors' }),
        },
        {
          name: 'material',
          label: 'Material',
          placeholder: 'Any material',
          options: optionsOf(materials),
        },
        {
          name: 'city',
          label: 'City',
          placeholder: 'Any city',
          options: cityOptions(cities.data ?? [], filters.values.city),
        },
      ]}
      count={{ list, one: 'member', many: 'members' }}
      actions={actions}
    />
  )
}

/** The cities of the directory, and the selected one even if no member is there any more. */
function cityOptions(cities: readonly DirectoryCity[], selected: string | undefined) {
  const options = cities.map(({ city, members }) => ({
    value: city,
    label: city === selected ? city : `${city} (${formatCount(members)})`,
  }))
  if (!selected || options.some(({ value }) => value === selected)) return options
  return [{ value: selected, label: selected }, ...options]
}

/** The view in the URL. */
function useView() {
  const { params, setFilter } = useUrlFilters()
  const view = parseOption(viewLabels, params.get('view')) ?? 'cards'
  return [view, (next: View) => setFilter('view', next)] as const
}

const viewOptions = [
  { value: 'cards', label: viewLabels.cards, icon: <LayoutGrid aria-hidden="true" /> },
  { value: 'table', label: viewLabels.table, icon: <Rows3 aria-hidden="true" /> },
] as const

function Members({
  members,
  view,
  isFiltered,
  onOpen,
  onClear,
}: {
  members: readonly DirectoryMember[]
  view: View
  isFiltered: boolean
  onOpen: (id: string) => void
  onClear: () => void
}) {
  const isPhone = useIsPhone()
  if (members.length === 0)
    return isFiltered ? (
      <NoMatches title="No members match your search" onClear={onClear} />
    ) : (
      <EmptyState title="No members are listed yet">
        Companies appear here with their products and the ways to reach them.
      </EmptyState>
    )
  if (view === 'table' && !isPhone) return <DirectoryTable members={members} onOpen={onOpen} />
  return (
    <Cards label="Members" rows={members} rowKey={idOf} className={cardGrid}>
      {(member) => <ListedMemberCard member={member} onOpen={onOpen} />}
    </Cards>
  )
}

const idOf = ({ id }: DirectoryMember) => id

/** This many placeholders fill the screen of a desktop. */
const placeholderCount = 12

function Loading({ view }: { view: View }) {
  const isPhone = useIsPhone()
  if (view === 'table' && !isPhone)
    return <SkeletonTable rows={placeholderCount} label="Loading members" />
  return (
    <Placeholders count={placeholderCount} label="Loading members" className={cardGrid}>
      <CardPlaceholder />
    </Placeholders>
  )
}
