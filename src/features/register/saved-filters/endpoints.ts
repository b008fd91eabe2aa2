import { endpoint } from '#shared/endpoint.ts'
import type {
  deletedFilterAnswer,
  newSavedFilter,
  savedFilterAnswer,
  savedFilterEdit,
  savedFiltersAnswer,
} from './contract.ts'

/** The caller's own saved filters. */
export const getSavedFilters = endpoint<{ answer: typeof savedFiltersAnswer }>()(
  'GET /api/admin/saved-filters',
  { tags: ['saved-filters'] },
)

export const postSavedFilter = endpoint<{
  body: typeof newSavedFilter
  answer: typeof savedFilterAnswer
}>()('POST /api/admin/saved-filters', { stale: ['saved-filters'] })

export const putSavedFilter = endpoint<{
  body: typeof savedFilterEdit
  answer: typeof savedFilterAnswer
}>()('PUT /api/admin/saved-filters/:id', { stale: ['saved-filters'] })

export const deleteSavedFilter = endpoint<{ answer: typeof deletedFilterAnswer }>()(
  'DELETE /api/admin/saved-filters/:id',
  { stale: ['saved-filters'] },
)
