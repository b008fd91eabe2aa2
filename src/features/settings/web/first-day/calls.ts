import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#platform/web/api/client.ts'
import { portal } from '#platform/web/api/portal-info.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { useSave } from '#platform/web/form/use-save.ts'
import * as endpoints from '../../first-day/endpoints.ts'

const checklist = {
  ...queryOf(endpoints.getChecklist, {}),
  refetchOnMount: 'always' as const,
}

/** Loaded again each time the dashboard opens, unless it shows a list alone; the sample association has none. */
export const useChecklist = (isShown = true) =>
  useQuery({ ...checklist, enabled: isShown && !portal.sample })

export const useDismissChecklist = () =>
  useSave(endpoints.putChecklist, {
    failure: 'Failed to hide the checklist',
    onSuccess: (answer) => queryClient.setQueryData(checklist.queryKey, answer),
  })
