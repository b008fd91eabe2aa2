import { useIsPhone } from '#platform/web/layout/phone.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { State } from '#platform/web/ui/State.tsx'
import { SumButton } from '#platform/web/ui/SumButton.tsx'

/** Says what waits for a decision: one line beside the numbers, and on a phone one button of a row. */
export const WaitingBanner = ({
  title,
  action,
  onAction,
  children,
}: {
  title: string
  action: string
  onAction: () => void
  children: string
}) =>
  useIsPhone() ? (
    <SumButton isWaiting label={title} value={action} onClick={onAction} />
  ) : (
    <div role="status" title={children} className="flex min-w-0 items-center gap-2 text-sm">
      <State tone="warning" className="min-w-0">
        <span className="font-semibold">{title}</span>
      </State>
      <span className="sr-only">{children}</span>
      <Button size="sm" variant="ghost" className="ml-auto" onClick={onAction}>
        {action}
      </Button>
    </div>
  )
