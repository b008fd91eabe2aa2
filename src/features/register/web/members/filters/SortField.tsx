import { optionsOf, SelectField } from '#platform/web/form/SelectField.tsx'
import type { Sort } from '#platform/web/table/DataTable.tsx'
import { sortParam } from '#platform/web/table/filters/filters.ts'
import { parseMemberSort } from './register-filters.ts'

const sortLabels: Record<string, string> = {
  '-membership_number': 'Membership No., descending',
  membership_number: 'Membership No., ascending',
  name: 'Name',
  company_name: 'Company Name',
  '-created_at': 'Date of Joining, newest first',
  '-payment_date': 'Paid Date, newest first',
  membership_valid_to: 'Validity, first to end',
  dues: 'Dues, longest unpaid first',
}

/** The order of the cards on a phone, which have no column headers. */
export function SortField({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  return (
    <SelectField
      label="Sort by"
      value={sortParam(sort)}
      options={optionsOf(sortLabels)}
      onChange={({ target }) => onSort(parseMemberSort(target.value))}
    />
  )
}
