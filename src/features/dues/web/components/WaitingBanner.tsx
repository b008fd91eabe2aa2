import { useIsPhone } from '#platform/web/layout/phone.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { SumButton } from '#platform/web/ui/SumButton.tsx'

/** What waits for a decision: a banner, and on a phone one of a line of buttons, which takes less from the list. */
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
    <Banner
      tone="accent"
      title={title}
      action={
        <Button size="sm" onClick={onAction}>
          {action}
        </Button>
      }
    >
      {children}
    </Banner>
  )
