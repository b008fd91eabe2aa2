import { queryOf } from '#platform/web/api/client.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { useSave } from '#platform/web/form/use-save.ts'
import * as endpoints from '../endpoints.ts'

/** Loaded again each time the dashboard opens. */
export const checklist = {
  ...queryOf(endpoints.getChecklist, {}),
  refetchOnMount: 'always' as const,
}

export const useDismissChecklist = () =>
  useSave(endpoints.putChecklist, {
    failure: 'Failed to hide the checklist',
    onSuccess: (answer) => queryClient.setQueryData(checklist.queryKey, answer),
  })
