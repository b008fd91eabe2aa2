import { useIsPhone } from '#platform/web/layout/phone.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { State } from '#platform/web/ui/State.tsx'

/** Says what waits for a decision: one line beside the numbers, and on a phone one button in a line above them. */
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
    <Button size="sm" variant="ghost" className="px-0!" onClick={onAction}>
      <State tone="warning">{title}</State>
      <span className="sr-only">{action}</span>
    </Button>
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
