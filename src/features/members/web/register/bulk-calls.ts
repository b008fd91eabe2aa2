/** One action on several members: one call for each, in turn, so that each is told what became of it. */
import { useState } from 'react'
import { errorMessage } from '#platform/web/api/call.ts'
import type { Member } from '../../contract.ts'
import { putActive, putVisible, refreshRegister, showError, showSuccess } from './calls.ts'

export interface BulkAction {
  /** The button that opens it. */
  label: string
  title: string
  words: string
  before: string
  after: string
  /** The button that does it. */
  confirm: (count: number) => string
  destructive?: boolean
  /** False for who is so already. */
  changes: (member: Member) => boolean
  work: (member: Member) => Promise<unknown>
  success: string
  fallback: string
}

const countMembers = (count: number) => (count === 1 ? '1 member' : `${count} members`)

export const bulkActions = {
  show: {
    label: 'Show chosen',
    title: 'Show these members?',
    words: 'Other members see them in the directory.',
    before: 'Hidden',
    after: 'Visible',
    confirm: (count: number) => `Show ${countMembers(count)}`,
    changes: ({ is_visible }: Member) => !is_visible,
    work: ({ id }: Member) => putVisible(id, true),
    success: 'Member visibility updated',
    fallback: 'Failed to update visibility',
  },
  hide: {
    label: 'Hide chosen',
    title: 'Hide these members?',
    words: 'Other members no longer see them in the directory.',
    before: 'Visible',
    after: 'Hidden',
    confirm: (count: number) => `Hide ${countMembers(count)}`,
    changes: ({ is_visible }: Member) => is_visible,
    work: ({ id }: Member) => putVisible(id, false),
    success: 'Member visibility updated',
    fallback: 'Failed to update visibility',
  },
  deactivate: {
    label: 'Deactivate chosen',
    title: 'Deactivate these members?',
    words: 'They can no longer sign in and move to Deleted Users, from where they can be restored.',
    before: 'APPROVED',
    after: 'INACTIVE',
    confirm: (count: number) => `Deactivate ${countMembers(count)}`,
    destructive: true,
    changes: ({ is_active }: Member) => is_active,
    work: ({ id }: Member) => putActive(id, false),
    success: 'Member status updated successfully',
    fallback: 'Failed to update member status',
  },
} satisfies Record<string, BulkAction>

interface Failure {
  id: string
  words: string
}

export function useBulkAction(act: BulkAction) {
  const [count, setCount] = useState(0)
  const [isPending, setPending] = useState(false)
  const [failures, setFailures] = useState<Failure[]>([])
  const [finished, setFinished] = useState<number>()
  return {
    count,
    isPending,
    failures,
    finished,
    /** Answers how many could not be done; their reasons are in `failures`. */
    run: async (chosen: readonly Member[]): Promise<number> => {
      const refused: Failure[] = []
      setPending(true)
      for (const [index, member] of chosen.entries()) {
        setCount(index + 1)
        try {
          await act.work(member)
        } catch (error) {
          refused.push({ id: member.id, words: errorMessage(error, act.fallback) })
        }
      }
      setFailures(refused)
      setFinished(chosen.length)
      setPending(false)
      if (refused.length === 0) showSuccess(act.success)
      else showError(undefined, act.fallback)
      void refreshRegister()
      return refused.length
    },
  }
}
