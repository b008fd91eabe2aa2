import { useQuery } from '@tanstack/react-query'
import Bookmark from 'lucide-react/icons/bookmark'
import { useState } from 'react'
import type { MemberFilters } from '#features/members/contract.ts'
import { MenuButton } from '#platform/web/menu/MenuButton.tsx'
import { lazyPart } from '#platform/web/ui/loading/lazy-part.tsx'
import { savedFilters } from './calls.ts'

const ManageFiltersDialog = lazyPart(
  async () => (await import('./ManageFiltersDialog.tsx')).ManageFiltersDialog,
)
const SaveFilterDialog = lazyPart(
  async () => (await import('./SaveFilterDialog.tsx')).SaveFilterDialog,
)

interface SavedFiltersMenuProps {
  /** The search and the filters as they are in the URL. */
  search: string
  values: Readonly<Record<string, string | undefined>>
  isFiltered: boolean
  /** Replaces the search (`q`) and the filters. */
  onApply: (filters: Readonly<Record<string, string>>) => void
}

/** Applies a saved filter, saves the current one, and opens the list of saved filters. */
export function SavedFiltersMenu({ search, values, isFiltered, onApply }: SavedFiltersMenuProps) {
  const { data = [] } = useQuery(savedFilters)
  const [dialog, setDialog] = useState<'save' | 'manage'>()
  const close = () => setDialog(undefined)
  return (
    <>
      <MenuButton
        place="bar"
        label="Saved filters"
        icon={<Bookmark aria-hidden="true" />}
        groups={[
          data.map(({ name, query }) => ({
            label: name,
            onSelect: () => onApply(urlFilters(query)),
          })),
          [
            {
              label: 'Save filter…',
              disabled: !isFiltered,
              onSelect: () => setDialog('save'),
            },
            {
              label: 'Rename or delete…',
              disabled: data.length === 0,
              onSelect: () => setDialog('manage'),
            },
          ],
        ]}
      />
      {dialog === 'save' && <SaveFilterDialog query={queryOf(search, values)} onClose={close} />}
      {dialog === 'manage' && <ManageFiltersDialog filters={data} onClose={close} />}
    </>
  )
}

/** In the URL the search is called `q`, and the role `type`. */
function urlFilters({ search, role, ...filters }: MemberFilters): Record<string, string> {
  const currentFilters = { ...filters, q: search, type: role }
  return Object.fromEntries(
    Object.entries(currentFilters).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
}

function queryOf(
  search: string,
  { type, ...values }: SavedFiltersMenuProps['values'],
): MemberFilters {
  const filters = { ...values, ...(type && { role: type }), ...(search && { search }) }
  // The values of the URL have been checked against the options.
  return filters as MemberFilters
}
