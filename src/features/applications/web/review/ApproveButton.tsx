import { useState } from 'react'
import { errorToast } from '#platform/web/toast/error-toast.ts'
import { Button, type ButtonSize } from '#platform/web/ui/Button.tsx'
import type { Application, ApplicationDetails } from '../../answers.ts'
import { decisionFailed, fetchDetails, useDecide } from './calls.ts'
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
 * Approves an application as it was read. A row asks for one confirmation; open details only when the
 * application has possible duplicates.
 */
export function ApproveButton({
  application,
  review,
  details,
  size,
  className,
  onConflict,
}: DecisionButtonProps & {
  /** The open details; without them the button is in a row. */
  details?: ApplicationDetails | undefined
}) {
  const decide = useDecide(onConflict)
  const [isChecking, setChecking] = useState(false)
  const isPending = isChecking || decide.isPending
  const { id, updated_at } = application

  async function approve() {
    const latest = details ?? (await fetchDetails(id))
    if (!details || details.alike.length > 0)
      return review.requestDecision({
        decision: 'approved',
        application: { ...latest, updated_at },
      })
    // A failure is reported by useDecide.
    const decided = await decide
      .mutateAsync({ id, status: 'approved', updated_at, seen_duplicates: [] })
      .catch(() => undefined)
    review.onDecided(decided)
  }

  async function handleClick() {
    if (!details && review.haveRowsMoved()) return
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
      variant={size === 'sm' ? 'soft' : 'primary'}
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
