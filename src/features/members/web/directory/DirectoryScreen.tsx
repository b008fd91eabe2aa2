import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { LayoutGrid, SearchX, Table2, Users } from 'lucide-react'
import { SearchField } from '#platform/web/form/SearchField.tsx'
import { optionsOf, SelectField } from '#platform/web/form/SelectField.tsx'
import { Page } from '#platform/web/layout/Page.tsx'
import { parseOption, useDialogParam, useUrlFilters } from '#platform/web/state/url-state.ts'
import { type InfiniteList, rowsOf, totalOf } from '#platform/web/table/infinite-list.ts'
import { ShowMore } from '#platform/web/table/ShowMore.tsx'
import { StaleRows } from '#platform/web/table/StaleRows.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { LoadFailed } from '#platform/web/ui/LoadFailed.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import type { DirectoryCity, DirectoryMember } from '../../answers.ts'
import { materials } from '../../materials.ts'
import { memberTypeLabels } from '../../role-labels.ts'
import { type DirectoryFilters, directory, directoryCities } from './calls.ts'
import { DirectoryTable } from './DirectoryTable.tsx'
import { ListedMemberCard } from './ListedMemberCard.tsx'
import { ListedMemberDialog } from './ListedMemberDialog.tsx'

type View = 'cards' | 'table'
const viewLabels: Record<View, string> = { cards: 'Cards', table: 'Table' }

/** The members directory (contract 2.10). */
export function DirectoryScreen() {
  const { filters, view, isFiltered, setFilter, clear } = useFilters()
  const list = useInfiniteQuery({ ...directory(filters), placeholderData: keepPreviousData })
  const member = useDialogParam('member')
  return (
    <Page
      title="Members Directory"
      subtitle="Every member of the association, and how to reach them"
    >
      <Filters filters={filters} onFilter={setFilter} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <ResultCount list={list} />
        <ViewSwitch view={view} onChange={(next) => setFilter('view', next)} />
      </div>
      <StaleRows list={list}>
        {list.isPending ? (
          <Placeholders />
        ) : list.isError && !list.data ? (
          <LoadFailed
            title="The members could not be loaded"
            error={list.error}
            retry={() => void list.refetch()}
          />
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

function Filters({
  filters,
  onFilter,
}: {
  filters: DirectoryFilters
  onFilter: (name: string, value: string) => void
}) {
  const cities = useQuery(directoryCities)
  return (
    <search className="grid grid-cols-2 gap-3 rounded-lg border border-line bg-surface p-4 sm:grid-cols-3 lg:grid-cols-[1fr_11rem_13rem_13rem]">
      <SearchField
        label="Search members"
        placeholder="Name, company, product or city"
        className="col-span-2 sm:col-span-3 lg:col-span-1"
        value={filters.search ?? ''}
        onSearch={(typed) => onFilter('q', typed)}
      />
      <SelectField
        label="Type"
        placeholder="All Members"
        value={filters.role ?? ''}
        options={optionsOf({ oem: 'OEM Members', vendor: 'Vendors' })}
        onChange={({ target }) => onFilter('type', target.value)}
      />
      <SelectField
        label="Material"
        placeholder="Any material"
        value={filters.material ?? ''}
        options={optionsOf(materials)}
        onChange={({ target }) => onFilter('material', target.value)}
      />
      <SelectField
        label="City"
        className="max-sm:col-span-2"
        placeholder="Any city"
        value={filters.city ?? ''}
        options={cityOptions(cities.data ?? [], filters.city)}
        onChange={({ target }) => onFilter('city', target.value)}
      />
    </search>
  )
}

/** The cities of the directory, and the selected one even if no member is there any more. */
function cityOptions(cities: readonly DirectoryCity[], selected: string | undefined) {
  const options = cities.map(({ city, members }) => ({
    value: city,
    label: `${city} (${members.toLocaleString('en-IN')})`,
  }))
  if (!selected || options.some(({ value }) => value === selected)) return options
  return [{ value: selected, label: selected }, ...options]
}

/** The number of results; a live region, so that screen readers announce changes. */
function ResultCount({ list }: { list: InfiniteList<DirectoryMember> }) {
  const total = list.data && !list.isPlaceholderData ? totalOf(list.data) : undefined
  return (
    <p role="status" className="min-h-5 text-sm text-ink-soft">
      {total !== undefined &&
        (total === 1 ? '1 member' : `${total.toLocaleString('en-IN')} members`)}
    </p>
  )
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

const grid = 'grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3'

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
      <EmptyState
        icon={<SearchX className="size-6" />}
        title="No members match your search"
        action={<Button onClick={onClear}>Clear the search</Button>}
      >
        Try fewer or other words, or look at every type, material and city.
      </EmptyState>
    ) : (
      <EmptyState icon={<Users className="size-6" />} title="No members are listed yet" />
    )
  if (view === 'table') return <DirectoryTable members={members} onOpen={onOpen} />
  return (
    <ul aria-label="Members" className={grid}>
      {members.map((member) => (
        <ListedMemberCard key={member.id} member={member} onOpen={onOpen} />
      ))}
    </ul>
  )
}

function Placeholders() {
  return (
    <div role="status" className={grid}>
      <span className="sr-only">Loading members</span>
      {['1', '2', '3', '4', '5', '6'].map((key) => (
        <span
          key={key}
          data-skeleton="card"
          className="grid gap-3 rounded-lg border border-line bg-surface p-5"
        >
          <Skeleton className="h-6 w-2/3" />
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="mt-3 h-8 w-40" />
        </span>
      ))}
    </div>
  )
}

/** Search, filters and view in the URL; unknown values are ignored. */
function useFilters() {
  const { params, search, setFilter, clear } = useUrlFilters()
  const role = parseOption(memberTypeLabels, params.get('type'))
  const material = parseOption(materials, params.get('material'))
  const city = params.get('city')?.slice(0, 200)
  const filters: DirectoryFilters = {
    ...(search && { search }),
    ...(role && { role }),
    ...(material && { material }),
    ...(city && { city }),
  }
  return {
    filters,
    view: parseOption(viewLabels, params.get('view')) ?? 'cards',
    isFiltered: Object.keys(filters).length > 0,
    setFilter,
    clear,
  }
}
