/** The mails to posters of jobs; settings/mail-kinds.ts has their texts. */
import type { Mail } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { type Instant, longDate } from '#shared/dates.ts'

interface PostedJob {
  id: string
  title: string
}

interface Poster {
  email: string
  name: string
}

/** Tells the poster that the job is on the board, and until when. */
export const approvedMail = (
  world: World,
  { email, name }: Poster,
  job: PostedJob,
  until: Instant,
): Mail =>
  world.composeMail('job-approved', {
    to: email,
    name,
    values: { job_title: job.title, until: longDate(until) },
    button: { label: 'View the posting', href: postingAddress(world, job) },
  })

/** Tells the poster that the job was not approved, with the reason when there is one. */
export const rejectedMail = (
  world: World,
  { email, name }: Poster,
  job: PostedJob,
  reason: string,
): Mail =>
  world.composeMail('job-rejected', {
    to: email,
    name,
    values: { job_title: job.title, reason },
    button: { label: 'Open the posting', href: postingAddress(world, job) },
  })

const postingAddress = ({ publicUrl }: World, { id }: PostedJob): string =>
  `${publicUrl}/oem/jobs?tab=mine&job=${id}`
