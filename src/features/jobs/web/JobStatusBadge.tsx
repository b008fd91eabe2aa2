import type { Tone } from '#platform/web/ui/Badge.tsx'
import { State } from '#platform/web/ui/State.tsx'
import { shortDate } from '#shared/dates.ts'
import type { Job } from '../answers.ts'
import { type PostingStatus, postingStatus } from '../rules.ts'

const tones: Record<PostingStatus, Tone> = {
  pending: 'warning',
  'on-board': 'success',
  expired: 'warning',
  rejected: 'danger',
  withdrawn: 'neutral',
  filled: 'neutral',
}

export function JobStatusBadge({ job }: { job: Job }) {
  const status = postingStatus(job, new Date())
  const labels: Record<PostingStatus, string> = {
    pending: 'Pending review',
    'on-board': `On the board until ${shortDate(job.expires_at ?? job.created_at)}`,
    expired: 'Expired',
    rejected: 'Rejected',
    withdrawn: 'Withdrawn',
    filled: 'Filled',
  }
  return <State tone={tones[status]}>{labels[status]}</State>
}
