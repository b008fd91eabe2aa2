import { queryOf } from '#platform/web/api/client.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { useSave } from '#platform/web/form/use-save.ts'
import { eventLabels } from '../contract.ts'
import * as endpoints from '../endpoints.ts'

export const notificationChoices = queryOf(endpoints.getNotifications, {})

export const problems = {
  ...queryOf(endpoints.getProblems, {}),
  refetchOnMount: 'always' as const,
}

export const useChooseDelivery = () =>
  useSave(endpoints.putNotification, {
    success: (_choices, { body: { kind } }) => `Saved: ${eventLabels[kind].label}`,
    failure: 'Failed to save your choice',
    onSuccess: (choices) => queryClient.setQueryData(notificationChoices.queryKey, choices),
  })
