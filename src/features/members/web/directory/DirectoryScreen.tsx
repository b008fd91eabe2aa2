import { useQuery } from '@tanstack/react-query'
import { LayoutGrid, Table2 } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { optionsOf } from '#platform/web/form/SelectField.tsx'
import { Page } from '#platform/web/layout/Page.tsx'
import { PrintListButton } from '#platform/web/print/PrintListButton.tsx'
import { parseOption, useDialogParam, useUrlFilters } from '#platform/web/state/url-state.ts'
import { Cards } from '#platform/web/table/Cards.tsx'
import { FilterBar } from '#platform/web/table/FilterBar.tsx'
import { useFilters } from '#platform/web/table/filters.ts'
import { rowsOf } from '#platform/web/table/infinite-list.ts'
import { NoMatches } from '#platform/web/table/NoMatches.tsx'
import { ResultCount } from '#platform/web/table/ResultCount.tsx'
import { ShowMore } from '#platform/web/table/ShowMore.tsx'
import { StaleRows } from '#platform/web/table/StaleRows.tsx'
import { useList } from '#platform/web/table/use-list.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { LoadFailed } from '#platform/web/ui/LoadFailed.tsx'
import { Skeleton, SkeletonCards } from '#platform/web/ui/Skeleton.tsx'
import { formatCount } from '#shared/sentences.ts'
import type { DirectoryCity, DirectoryMember } from '../../answers.ts'
import { materials } from '../../materials.ts'
import { memberTypeLabels } from '../../role-labels.ts'
import { directory, directoryCities } from './calls.ts'
import { DirectoryTable } from './DirectoryTable.tsx'
import { ListedMemberCard } from './ListedMemberCard.tsx'
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
      <DirectoryFilterBar filters={filters} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <ResultCount list={list} one="member" many="members" />
        <div className="flex gap-3">
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
          <ViewSwitch view={view} onChange={setView} />
        </div>
      </div>
      <StaleRows list={list}>
        {list.isPending ? (
          <Placeholders />
        ) : list.isError && !list.data ? (
          <LoadFailed title="Couldn't load members" query={list} />
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

function DirectoryFilterBar({ filters }: { filters: ComponentProps<typeof FilterBar>['filters'] }) {
  const cities = useQuery(directoryCities)
  return (
    <FilterBar
      framed
      className="grid-pairs sm:grid-cols-3 lg:grid-cols-[1fr_11rem_13rem_13rem]"
      filters={filters}
      search={{
        label: 'Search members',
        placeholder: 'Name, company, product or city',
        className: 'col-span-full sm:col-span-3 lg:col-span-1',
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
          className: 'max-sm:col-span-full',
          placeholder: 'Any city',
          options: cityOptions(cities.data ?? [], filters.values.city),
        },
      ]}
    />
  )
}

/** The cities of the directory, and the selected one even if no member is there any more. */
function cityOptions(cities: readonly DirectoryCity[], selected: string | undefined) {
  const options = cities.map(({ city, members }) => ({
    value: city,
    label: `${city} (${formatCount(members)})`,
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

function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  return (
    <fieldset className="flex gap-1.5">
      <legend className="sr-only">Show as</legend>
      {(['cards', 'table'] as const).map((option) => (
        <Button
          key={option}
          size="sm"
          variant={option === view ? 'primary' : 'secondary'}
          aria-pressed={option === view}
          icon={
            option === 'cards' ? <LayoutGrid aria-hidden="true" /> : <Table2 aria-hidden="true" />
          }
          onClick={() => onChange(option)}
        >
          {viewLabels[option]}
        </Button>
      ))}
    </fieldset>
  )
}

const grid = 'grid grid-cols-1 content-start gap-4 md:grid-cols-2 xl:grid-cols-3'

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
  if (members.length === 0)
    return isFiltered ? (
      <NoMatches title="No members match your search" onClear={onClear}>
        Try different words or clear the filters.
      </NoMatches>
    ) : (
      <EmptyState title="No members are listed yet" />
    )
  if (view === 'table') return <DirectoryTable members={members} onOpen={onOpen} />
  return (
    <Cards label="Members" rows={members} rowKey={idOf} className={grid}>
      {(member) => <ListedMemberCard member={member} onOpen={onOpen} />}
    </Cards>
  )
}

const idOf = ({ id }: DirectoryMember) => id

const Placeholders = () => (
  <SkeletonCards count={6} label="Loading members" className={grid}>
    <Skeleton className="mt-3 h-8 w-40" />
  </SkeletonCards>
)
