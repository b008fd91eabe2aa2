import { optionsOf } from '#platform/web/form/SelectField.tsx'
import { FilterBar } from '#platform/web/table/FilterBar.tsx'
import { useFilters } from '#platform/web/table/filters.ts'
import { NoMatches } from '#platform/web/table/NoMatches.tsx'
import { StaleRows } from '#platform/web/table/StaleRows.tsx'
import { useList } from '#platform/web/table/use-list.ts'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { searchJobs } from './calls.ts'
import { JobCards } from './JobCards.tsx'
import { employmentLabels, locationLabels } from './job-labels.ts'

/** Searches the board while typing. The search is kept in the URL, so that it can be shared. */
export function SearchJobsTab({ onView }: { onView: (id: string) => void }) {
  const filters = useFilters({ location_type: locationLabels, employment_type: employmentLabels })
  const { search, values, isFiltered, clear } = filters
  const list = useList(searchJobs({ search, ...values }))
  return (
    <div className="grid gap-3">
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
        ]}
        count={{ list, one: 'job found', many: 'jobs found' }}
      />
      <StaleRows list={list}>
        <JobCards
          list={list}
          onView={onView}
          empty={
            isFiltered ? (
              <NoMatches title="No jobs match your search" onClear={clear}>
                Try different words or clear the filters.
              </NoMatches>
            ) : (
              <EmptyState title="No job postings available at the moment." />
            )
          }
        />
      </StaleRows>
    </div>
  )
}
