/** Actions on several selected members: one request per member, so that each has its own outcome. */
import { useState } from 'react'
import { errorMessage } from '#platform/web/api/call.ts'
import { errorToast } from '#platform/web/toast/error-toast.ts'
import { toast } from '#platform/web/toast/toast.ts'
import { countOf } from '#shared/sentences.ts'
import type { Member } from '../../answers.ts'
import { putActive, putVisible, refreshMembers } from '../calls.ts'

export interface BulkAction {
  /** The label of the button that opens the dialog. */
  label: string
  title: string
  description: string
  /** The badges of a member's state before and after the action. */
  before: string
  after: string
  confirmLabel: (count: number) => string
  destructive?: boolean
  /** False for members who are in the resulting state already. */
  appliesTo: (member: Member) => boolean
  request: (member: Member) => Promise<unknown>
  successMessage: string
  errorMessage: string
}

const countMembers = (count: number) => countOf(count, 'member', 'members')

export const bulkActions = {
  show: {
    label: 'Show selected',
    title: 'Show these members?',
    description: 'Other members see them in the directory.',
    before: 'Hidden',
    after: 'Visible',
    confirmLabel: (count: number) => `Show ${countMembers(count)}`,
    appliesTo: ({ is_visible }: Member) => !is_visible,
    request: ({ id }: Member) => putVisible(id, true),
    successMessage: 'Member visibility updated',
    errorMessage: 'Failed to update visibility',
  },
  hide: {
    label: 'Hide selected',
    title: 'Hide these members?',
    description: 'Other members no longer see them in the directory.',
    before: 'Visible',
    after: 'Hidden',
    confirmLabel: (count: number) => `Hide ${countMembers(count)}`,
    appliesTo: ({ is_visible }: Member) => is_visible,
    request: ({ id }: Member) => putVisible(id, false),
    successMessage: 'Member visibility updated',
    errorMessage: 'Failed to update visibility',
  },
  deactivate: {
    label: 'Deactivate selected',
    title: 'Deactivate these members?',
    description:
      'They can no longer sign in and move to Deleted Users, from where they can be restored.',
    before: 'APPROVED',
    after: 'INACTIVE',
    confirmLabel: (count: number) => `Deactivate ${countMembers(count)}`,
    destructive: true,
    appliesTo: ({ is_active }: Member) => is_active,
    request: ({ id }: Member) => putActive(id, false),
    successMessage: 'Member status updated successfully',
    errorMessage: 'Failed to update member status',
  },
} satisfies Record<string, BulkAction>

interface Failure {
  id: string
  message: string
}

export function useBulkAction(action: BulkAction) {
  const [startedCount, setStartedCount] = useState(0)
  const [isPending, setPending] = useState(false)
  const [isFinished, setFinished] = useState(false)
  const [failures, setFailures] = useState<Failure[]>([])
  return {
    /** How many requests have been started. */
    startedCount,
    isPending,
    isFinished,
    failures,
    /** Returns how many requests failed; `failures` holds the reasons. */
    run: async (members: readonly Member[]): Promise<number> => {
      const failed: Failure[] = []
      setPending(true)
      for (const [index, member] of members.entries()) {
        setStartedCount(index + 1)
        try {
          await action.request(member)
        } catch (error) {
          failed.push({ id: member.id, message: errorMessage(error, action.errorMessage) })
        }
      }
      setFailures(failed)
      setFinished(true)
      setPending(false)
      if (failed.length === 0) toast({ title: 'Success', description: action.successMessage })
      else errorToast(undefined, action.errorMessage)
      void refreshMembers()
      return failed.length
    },
  }
}
