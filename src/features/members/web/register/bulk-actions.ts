/** Actions on selected members: the server previews them and carries them out (contract 12.11). */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf, send } from '#platform/web/api/client.ts'
import { useSave } from '#platform/web/form/use-save.ts'
import { countOf } from '#shared/sentences.ts'
import type { BulkActionName, BulkResult } from '../../bulk.ts'
import * as endpoints from '../../endpoints.ts'
import { refreshMembers } from '../calls.ts'
import type { SelectedMembers } from '../components/member-actions.ts'

export interface BulkAction {
  name: BulkActionName
  /** The label of the button that opens the dialog. */
  label: string
  title: string
  description: string
  confirmLabel: (count: number) => string
  destructive?: boolean
  successMessage: string
  errorMessage: string
}

const countMembers = (count: number) => countOf(count, 'member', 'members')

export const bulkActions: readonly BulkAction[] = [
  {
    name: 'show',
    label: 'Show selected',
    title: 'Show these members?',
    description: 'Other members will see them in the directory.',
    confirmLabel: (count) => `Show ${countMembers(count)}`,
    successMessage: 'Member visibility updated',
    errorMessage: 'Failed to update visibility',
  },
  {
    name: 'hide',
    label: 'Hide selected',
    title: 'Hide these members?',
    description: 'Other members will no longer see them in the directory.',
    confirmLabel: (count) => `Hide ${countMembers(count)}`,
    successMessage: 'Member visibility updated',
    errorMessage: 'Failed to update visibility',
  },
  {
    name: 'deactivate',
    label: 'Deactivate selected',
    title: 'Deactivate these members?',
    description:
      'They can no longer sign in and move to Deleted Users, where you can restore them.',
    confirmLabel: (count) => `Deactivate ${countMembers(count)}`,
    destructive: true,
    successMessage: 'Member status updated successfully',
    errorMessage: 'Failed to update member status',
  },
]

/** What the action would do now; the set it names is the one that is changed. */
export const useBulkPreview = (action: BulkActionName, selection: SelectedMembers) =>
  useQuery({
    queryKey: ['bulk preview', action, selection],
    queryFn: () => send(endpoints.postBulkPreview, { body: { action, selection } }),
    gcTime: 0,
  })

/** A key for the progress of one run. */
const newProgressKey = (): string => crypto.randomUUID()

/** How many members are done, asked for every second while the action runs. */
function useBulkProgress(key: string, isRunning: boolean): number | undefined {
  const { data } = useQuery({
    ...queryOf(endpoints.getBulkProgress, { query: { key } }),
    enabled: isRunning,
    refetchInterval: 1000,
  })
  return data?.done
}

export function useBulkAction({ name, successMessage, errorMessage }: BulkAction) {
  const [key] = useState(newProgressKey)
  const save = useSave(
    (selection: SelectedMembers): Promise<BulkResult> =>
      send(endpoints.postBulk, { body: { selection, action: name, key } }),
    {
      success: ({ failures }) =>
        failures.length === 0
          ? successMessage
          : { title: 'Error', description: errorMessage, variant: 'destructive' as const },
      failure: errorMessage,
      refresh: refreshMembers,
    },
  )
  return { ...save, done: useBulkProgress(key, save.isPending) }
}
