/** Filters of the lists of members that an administrator has saved under a name (contract 12.12). */
import { z } from 'zod'
import { memberFilters } from '#features/members/contract.ts'
import { singleLine } from '#shared/fields.ts'

export const maxSavedFilters = 50

const name = singleLine(60).refine((typed) => typed !== '', 'Please enter a name')

/** POST /api/admin/saved-filters. */
export const newSavedFilter = z.object({ name, query: memberFilters })

/** PUT /api/admin/saved-filters/{id}. */
export const savedFilterEdit = z.object({ name, query: memberFilters.optional() })

export const savedFilterAnswer = z.strictObject({
  id: z.string(),
  name: z.string(),
  query: memberFilters,
})
export type SavedFilter = z.output<typeof savedFilterAnswer>

/** The caller's own, by name. */
export const savedFiltersAnswer = z.array(savedFilterAnswer)

export const deletedFilterAnswer = z.strictObject({ id: z.string() })
