import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'

/** Shown above a form that was filled from a draft, with a button that discards the draft. */
export function DraftBanner({ disabled, onDiscard }: { disabled: boolean; onDiscard: () => void }) {
  return (
    <Banner
      tone="accent"
      action={
        <Button size="sm" onClick={onDiscard} disabled={disabled}>
          Start over
        </Button>
      }
    >
      Your unsaved changes were restored.
    </Banner>
  )
}
