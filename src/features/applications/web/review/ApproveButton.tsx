import { useState } from 'react'
import { errorToast } from '#platform/web/toast/error-toast.ts'
import { Button, type ButtonSize } from '#platform/web/ui/Button.tsx'
import type { Application, PossibleDuplicate } from '../../answers.ts'
import { decisionFailed, fetchDuplicates, useDecide } from './calls.ts'
import { useRestoreFocus } from './use-restore-focus.ts'
import type { Review } from './use-review.ts'

export interface DecisionButtonProps {
  application: Application
  review: Review
  size?: ButtonSize | undefined
  className?: string | undefined
  /** Called with the server's message on a conflict; without it a toast shows the message. */
  onConflict?: ((message: string) => void) | undefined
}

/**
 * Approves an application as it was read. When it has possible duplicates, the warning dialog asks
 * for a confirmation first.
 */
export function ApproveButton({
  application,
  review,
  duplicates,
  size,
  className,
  onConflict,
  isInRow = false,
}: DecisionButtonProps & {
  isInRow?: boolean | undefined
  /** The possible duplicates if they are loaded; otherwise they are fetched first. */
  duplicates?: readonly PossibleDuplicate[] | undefined
}) {
  const decide = useDecide(onConflict)
  const [isChecking, setChecking] = useState(false)
  const isPending = isChecking || decide.isPending
  const { id, updated_at } = application

  async function approve() {
    const found = duplicates ?? (await fetchDuplicates(id))
    if (found.length > 0)
      return review.requestDecision({ decision: 'approved', application, duplicates: found })
    // A failure is reported by useDecide.
    const decided = await decide
      .mutateAsync({ id, status: 'approved', updated_at })
      .catch(() => undefined)
    review.onDecided(decided)
  }

  async function handleClick() {
    if (isInRow && review.haveRowsMoved()) return
    review.moveFocusFrom(id, 'approve')
    setChecking(true)
    try {
      await approve()
    } catch (error) {
      errorToast(error, decisionFailed)
    } finally {
      setChecking(false)
    }
  }

  return (
    <Button
      ref={useRestoreFocus(isPending)}
      variant="primary"
      size={size}
      className={className}
      data-act="approve"
      pending={isPending}
      onClick={() => void handleClick()}
    >
      Approve
    </Button>
  )
}
