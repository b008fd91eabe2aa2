import { countOf } from '#shared/sentences.ts'
import { Banner } from '../ui/Banner.tsx'

interface SendingProgressProps {
  /** How many emails have left, as a sentence. */
  title: string
  /** The accessible name of the bar. */
  label: string
  progress: { total: number; sent: number; failed: number; waiting: number }
}

/** How many emails of a sending have left and failed; sending continues without this window. */
export const SendingProgress = ({
  title,
  label,
  progress: { total, sent, failed, waiting },
}: SendingProgressProps) => (
  <div className="grid gap-4 text-sm" role="status">
    <Banner tone="success" title={title}>
      {waiting > 0 && 'You can close this window. Sending continues.'}
    </Banner>
    {total > 0 && (
      <progress
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
        aria-label={label}
        max={total}
        value={sent + failed}
      />
    )}
    {failed > 0 && (
      <Banner tone="danger" title={`${countOf(failed, 'email', 'emails')} could not be delivered`}>
        See which ones under Settings, Notifications.
      </Banner>
    )}
  </div>
)
