/** Actions on selected members: the server previews them and carries them out (contract 12.11). */
import { useQuery } from '@tanstack/react-query'
import type { BulkActionName } from '#features/members/bulk.ts'
import * as endpoints from '#features/members/endpoints.ts'
import { refreshMembers } from '#features/members/web/calls.ts'
import { useBulkSave } from '#features/members/web/components/bulk-save.ts'
import type { SelectedMembers } from '#features/members/web/components/member-actions.ts'
import { send } from '#platform/web/api/client.ts'
import { countOf } from '#shared/sentences.ts'

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
    label: 'Show in directory',
    title: 'Show these members?',
    description: 'Other members will see them in the directory.',
    confirmLabel: (count) => `Show ${countMembers(count)}`,
    successMessage: 'Member visibility updated',
    errorMessage: 'Failed to update visibility',
  },
  {
    name: 'hide',
    label: 'Hide from directory',
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

/**
 * Previews what the action would do now. The action changes exactly the members that the preview names.
 */
export const useBulkPreview = (action: BulkActionName, selection: SelectedMembers) =>
  useQuery({
    queryKey: ['bulk preview', action, selection],
    queryFn: () => send(endpoints.postBulkPreview, { body: { action, selection } }),
    gcTime: 0,
  })

export const useBulkAction = ({ name, successMessage, errorMessage }: BulkAction) =>
  useBulkSave({
    request: (selection: SelectedMembers, key) =>
      send(endpoints.postBulk, { body: { selection, action: name, key } }),
    success: successMessage,
    failure: errorMessage,
    refresh: refreshMembers,
  })
