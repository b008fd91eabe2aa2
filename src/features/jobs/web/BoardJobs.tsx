import { optionsOf } from '#platform/web/form/SelectField.tsx'
import { FilterBar } from '#platform/web/table/filters/FilterBar.tsx'
import { useFilters } from '#platform/web/table/filters/filters.ts'
import { NoMatches } from '#platform/web/table/filters/NoMatches.tsx'
import { StaleRows } from '#platform/web/table/loading/StaleRows.tsx'
import { useList } from '#platform/web/table/loading/use-list.ts'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { jobBoard } from './calls.ts'
import { JobCards } from './JobCards.tsx'
import { employmentLabels, locationLabels, minPayLabels } from './job-labels.ts'

/** The jobs on the board, searched while typing. The filters are kept in the URL, so that they can be shared. */
export function BoardJobs({
  isSearch,
  onView,
}: {
  /** True where the jobs are shown as the result of a search. */
  isSearch: boolean
  onView: (id: string) => void
}) {
  const filters = useFilters({
    location_type: locationLabels,
    employment_type: employmentLabels,
    min_pay: minPayLabels,
  })
  const { search, isFiltered, clear } = filters
  const { min_pay, ...values } = filters.values
  const list = useList(
    jobBoard({ search, ...values, ...(min_pay && { min_pay: Number(min_pay) }) }),
  )
  return (
    <div className="grid grid-cols-1 gap-3">
      <FilterBar
        filters={filters}
        search={{
          label: 'Search jobs',
          placeholder: 'Title, company, location or keyword',
        }}
        selects={[
          {
            name: 'location_type',
            label: 'Location Type',
            placeholder: 'Any',
            options: optionsOf(locationLabels),
          },
          {
            name: 'employment_type',
            label: 'Employment Type',
            placeholder: 'Any',
            options: optionsOf(employmentLabels),
          },
          { name: 'min_pay', label: 'Pay', placeholder: 'Any', options: optionsOf(minPayLabels) },
        ]}
        count={
          isSearch
            ? { list, one: 'job found', many: 'jobs found' }
            : { list, one: 'job', many: 'jobs' }
        }
      />
      <StaleRows list={list}>
        <JobCards
          list={list}
          onView={onView}
          empty={
            isFiltered ? (
              <NoMatches title="No jobs match your search" onClear={clear} />
            ) : (
              <EmptyState title="No job postings available at the moment.">
                Jobs of OEM members appear here as soon as they are approved.
              </EmptyState>
            )
          }
        />
      </StaleRows>
    </div>
  )
}
