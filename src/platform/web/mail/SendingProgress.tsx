import { countOf, formatCount } from '#shared/sentences.ts'
import { portal } from '../api/portal-info.ts'
import { Banner } from '../ui/Banner.tsx'

const writtenTitle = (total: number, sent: number, waiting: number): string =>
  waiting > 0
    ? `Writing: ${formatCount(sent)} of ${countOf(total, 'email', 'emails')} written to files`
    : `${countOf(sent, 'email', 'emails')} written to files`

interface SendingProgressProps {
  /** How many emails have left, as a sentence; of a portal without a mail server none does. */
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
    <Banner
      tone={portal.writes_mails_to_files ? 'warning' : 'success'}
      title={portal.writes_mails_to_files ? writtenTitle(total, sent, waiting) : title}
    >
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
