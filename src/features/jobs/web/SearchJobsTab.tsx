import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { Button } from '#platform/web/Button.tsx'
import { classNames } from '#platform/web/class-names.ts'
import { EmptyState } from '#platform/web/EmptyState.tsx'
import { SelectField } from '#platform/web/SelectField.tsx'
import { TextField } from '#platform/web/TextField.tsx'
import { type Filters, foundJobs, totalOf } from './calls.ts'
import { choicesOf, employmentLabels, JobCards, type JobList, locationLabels } from './JobCard.tsx'

/** Searching the board: as one types, and kept in the address, so that a search can be sent on. */
export function SearchJobsTab({ onView }: { onView: (id: string) => void }) {
  const { filters, filter, isFiltered, clear } = useFilters()
  const list = useInfiniteQuery({ ...foundJobs(filters), placeholderData: keepPreviousData })
  return (
    <div className="grid gap-5">
      <search className="grid gap-3 rounded-lg border border-line bg-surface p-4 sm:grid-cols-2 lg:grid-cols-[1fr_12rem_12rem]">
        <SearchField
          label="Search jobs"
          placeholder="Title, company, location or words of the text"
          className="sm:col-span-2 lg:col-span-1"
          value={filters.search ?? ''}
          onSearch={(typed) => filter('q', typed)}
        />
        <SelectField
          label="Location Type"
          placeholder="Any"
          value={filters.location_type ?? ''}
          options={choicesOf(locationLabels)}
          onChange={({ target }) => filter('location_type', target.value)}
        />
        <SelectField
          label="Employment Type"
          placeholder="Any"
          value={filters.employment_type ?? ''}
          options={choicesOf(employmentLabels)}
          onChange={({ target }) => filter('employment_type', target.value)}
        />
      </search>
      <FoundCount list={list} />
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

/** Says how many there are, in sight and to screen readers, whenever that has changed. */
function FoundCount({ list }: { list: JobList }) {
  const total = list.data && !list.isPlaceholderData ? totalOf(list.data) : undefined
  return (
    <p role="status" className="min-h-5 text-sm text-ink-soft">
      {total !== undefined &&
        (total === 1 ? '1 job found' : `${total.toLocaleString('en-IN')} jobs found`)}
    </p>
  )
}

function useFilters() {
  const [params, setParams] = useSearchParams()
  const location_type = knownOf(locationLabels, params.get('location_type'))
  const employment_type = knownOf(employmentLabels, params.get('employment_type'))
  const search = params.get('q')?.trim().slice(0, 200)
  const filters: Filters = {
    ...(search && { search }),
    ...(location_type && { location_type }),
    ...(employment_type && { employment_type }),
  }
  return {
    filters,
    isFiltered: Object.keys(filters).length > 0,
    filter: (name: string, value: string) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          if (value === '') after.delete(name)
          else after.set(name, value)
          return after
        },
        { replace: true },
      ),
    clear: () => setParams({}, { replace: true }),
  }
}

/** An address may hold anything; only what there is to choose from filters. */
const knownOf = <Name extends string>(labels: Record<Name, string>, value: string | null) =>
  (Object.keys(labels) as Name[]).find((name) => name === value)

interface SearchFieldProps {
  label: string
  placeholder: string
  className?: string
  /** What is being searched for; changes from elsewhere show in the field. */
  value: string
  onSearch: (typed: string) => void
}

/** A field that searches a moment after the last letter, and at once on Enter. */
export function SearchField({ value, onSearch, ...field }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const asked = useRef(value)
  const search = useEffectEvent((words: string) => {
    if (words === asked.current) return
    asked.current = words
    onSearch(words)
  })
  useEffect(() => {
    const timer = setTimeout(() => search(typed.trim()), 250)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => {
    if (value === asked.current) return
    asked.current = value
    setTyped(value)
  }, [value])
  return (
    <TextField
      {...field}
      type="search"
      maxLength={200}
      autoComplete="off"
      enterKeyHint="search"
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  )
}
