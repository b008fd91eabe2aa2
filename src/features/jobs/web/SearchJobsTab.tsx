import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { SearchField } from '#platform/web/form/SearchField.tsx'
import { optionsOf, SelectField } from '#platform/web/form/SelectField.tsx'
import { parseOption, useUrlFilters } from '#platform/web/state/url-state.ts'
import { totalOf } from '#platform/web/table/infinite-list.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { type Filters, searchJobs } from './calls.ts'
import { JobCards, type JobListQuery } from './JobCards.tsx'
import { employmentLabels, locationLabels } from './job-labels.ts'

/** Searches the board while typing. The search is kept in the URL, so that it can be shared. */
export function SearchJobsTab({ onView }: { onView: (id: string) => void }) {
  const { filters, setFilter, isFiltered, clear } = useFilters()
  const list = useInfiniteQuery({ ...searchJobs(filters), placeholderData: keepPreviousData })
  return (
    <div className="grid gap-5">
      <search className="grid gap-3 rounded-lg border border-line bg-surface p-4 sm:grid-cols-2 lg:grid-cols-[1fr_12rem_12rem]">
        <SearchField
          label="Search jobs"
          placeholder="Title, company, location or words of the text"
          className="sm:col-span-2 lg:col-span-1"
          value={filters.search ?? ''}
          onSearch={(typed) => setFilter('q', typed)}
        />
        <SelectField
          label="Location Type"
          placeholder="Any"
          value={filters.location_type ?? ''}
          options={optionsOf(locationLabels)}
          onChange={({ target }) => setFilter('location_type', target.value)}
        />
        <SelectField
          label="Employment Type"
          placeholder="Any"
          value={filters.employment_type ?? ''}
          options={optionsOf(employmentLabels)}
          onChange={({ target }) => setFilter('employment_type', target.value)}
        />
      </search>
      <ResultCount list={list} />
      <div className={classNames(list.isPlaceholderData && 'opacity-60')}>
        <JobCards
          list={list}
          onView={onView}
          empty={
            <EmptyState
              icon={<SearchX className="size-6" />}
              title={
                isFiltered
                  ? 'No jobs match your search'
                  : 'No job postings available at the moment.'
              }
              action={isFiltered && <Button onClick={clear}>Clear the search</Button>}
            >
              {isFiltered && 'Try fewer or other words, or look in every location type.'}
            </EmptyState>
          }
        />
      </div>
    </div>
  )
}

/** The number of results, announced to screen readers when it changes. */
function ResultCount({ list }: { list: JobListQuery }) {
  const total = list.data && !list.isPlaceholderData ? totalOf(list.data) : undefined
  return (
    <p role="status" className="min-h-5 text-sm text-ink-soft">
      {total !== undefined &&
        (total === 1 ? '1 job found' : `${total.toLocaleString('en-IN')} jobs found`)}
    </p>
  )
}

function useFilters() {
  const { params, setFilter, clear } = useUrlFilters()
  const location_type = parseOption(locationLabels, params.get('location_type'))
  const employment_type = parseOption(employmentLabels, params.get('employment_type'))
  const search = params.get('q')?.trim().slice(0, 200)
  const filters: Filters = {
    ...(search && { search }),
    ...(location_type && { location_type }),
    ...(employment_type && { employment_type }),
  }
  return {
    filters,
    isFiltered: Object.keys(filters).length > 0,
    setFilter,
    clear,
  }
}
