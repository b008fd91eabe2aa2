import { useIsPhone } from '#platform/web/layout/phone.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { State } from '#platform/web/ui/State.tsx'
import { SumButton } from '#platform/web/ui/SumButton.tsx'
import { formatCount } from '#shared/sentences.ts'

/** Says what waits for a decision: one line beside the numbers, and on a phone one of the numbers. */
export const WaitingBanner = ({
  title,
  number: { label, count, note },
  action,
  onAction,
  children,
}: {
  title: string
  /** The title as a number: 'Cheques', 1, 'not cleared'. */
  number: { label: string; count: number; note: string }
  action: string
  onAction: () => void
  children: string
}) =>
  useIsPhone() ? (
    <SumButton
      tone="warning"
      label={label}
      value={formatCount(count)}
      note={note}
      aria-description={action}
      onClick={onAction}
    />
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
