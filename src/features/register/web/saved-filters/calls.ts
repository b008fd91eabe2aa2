import { queryOf } from '#platform/web/api/client.ts'
import { useSave } from '#platform/web/form/use-save.ts'
import * as endpoints from '../../saved-filters/endpoints.ts'

/** The administrator's own filters, by name. */
export const savedFilters = queryOf(endpoints.getSavedFilters, {})

export const useSaveFilter = () =>
  useSave(endpoints.postSavedFilter, {
    success: 'Filter saved',
    failure: 'Failed to save the filter',
  })

export const useRenameFilter = () =>
  useSave(endpoints.putSavedFilter, {
    success: 'Filter renamed',
    failure: 'Failed to rename the filter',
  })

export const useDeleteFilter = () =>
  useSave(endpoints.deleteSavedFilter, {
    success: 'Filter deleted',
    failure: 'Failed to delete the filter',
  })
