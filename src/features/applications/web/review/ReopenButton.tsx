import { Button } from '#platform/web/ui/Button.tsx'
import type { DecisionButtonProps } from './ApproveButton.tsx'
import { useDecide } from './calls.ts'

/** Makes a rejected application, or one with requested changes, pending again. */
export function ReopenButton({
  application,
  review,
  size,
  className,
  onConflict,
}: DecisionButtonProps) {
  const decide = useDecide(onConflict)
  const { id, updated_at } = application

  async function handleClick() {
    review.moveFocusFrom(id, 'reopen')
    // A failure is reported by useDecide.
    const decided = await decide
      .mutateAsync({ id, status: 'pending', updated_at })
      .catch(() => undefined)
    review.onDecided(decided)
  }

  return (
    <Button
      size={size}
      variant={size === 'sm' ? 'soft' : 'secondary'}
      className={className}
      data-act="reopen"
      pending={decide.isPending}
      onClick={() => void handleClick()}
    >
      Reopen
    </Button>
  )
}
