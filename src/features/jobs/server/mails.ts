/** The portal's own texts of mails to posters; the association may replace them (settings/mail-kinds.ts). */
import { type MailContent, renderMail } from '#platform/server/mail/mail-page.ts'
import type { Mail } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { shortDate } from '#shared/dates.ts'
import { boardDays } from '../rules.ts'

interface Posting {
  id: string
  title: string
}

/** Tells the poster that the job is on the board, and until when. */
export function approvedMail(world: World, to: string, job: Posting, until: string): Mail {
  const page = world.customisedMail(
    'job-approved',
    {
      title: 'Your job posting is on the board',
      paragraphs: [
        `An administrator has approved your posting “${job.title}”.`,
        `It stays on the job board until ${shortDate(until)}. You can renew it for another ${boardDays} days, mark it filled or withdraw it at any time.`,
      ],
      button: { label: 'See the posting', href: postingAddress(world, job) },
    },
    { job_title: job.title, until: shortDate(until) },
  )
  return mail(world, 'job-approved', to, page)
}

/** Tells the poster that the job was not approved, with the reason when there is one. */
export function rejectedMail(world: World, to: string, job: Posting, reason: string): Mail {
  const page = world.customisedMail(
    'job-rejected',
    {
      title: 'Your job posting was not approved',
      paragraphs: [
        `An administrator has looked at your posting “${job.title}” and did not put it on the job board.`,
        ...(reason === '' ? [] : [`The reason: ${reason}`]),
        'You can change the posting; it is then reviewed again.',
      ],
      button: { label: 'Open the posting', href: postingAddress(world, job) },
    },
    { job_title: job.title, reason },
  )
  return mail(world, 'job-rejected', to, page)
}

function mail(world: World, kind: string, to: string, page: MailContent): Mail {
  return { kind, to, subject: page.title, ...renderMail(page, world.info()) }
}

const postingAddress = ({ publicUrl }: World, { id }: Posting): string =>
  `${publicUrl}/oem/jobs?tab=mine&job=${id}`
