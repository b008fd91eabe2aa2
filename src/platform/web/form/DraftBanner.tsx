import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'

/** Says that a draft is offered back, and the way to be rid of it. */
export function DraftBanner({
  disabled,
  onPutAside,
}: {
  disabled: boolean
  onPutAside: () => void
}) {
  return (
    <Banner
      tone="accent"
      action={
        <Button size="sm" onClick={onPutAside} disabled={disabled}>
          Start afresh
        </Button>
      }
    >
      What you typed before is still here.
    </Banner>
  )
}
