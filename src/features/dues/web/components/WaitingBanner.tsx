import { useIsPhone } from '#platform/web/layout/phone.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { SumButton } from '#platform/web/ui/SumButton.tsx'

/** Says what waits for a decision: a banner, and on a phone one button of a row, which leaves more room for the list. */
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
