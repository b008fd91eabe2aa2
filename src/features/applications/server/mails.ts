/** The mails to applicants; settings/mail-kinds.ts has their texts. */
import type { Mail } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { paperRetentionDays, unconfirmedDays } from '../rules.ts'

/** Confirms an application. Contains no user input, because anyone may have entered this address. */
export const receivedMail = (world: World, to: string, token: string): Mail =>
  world.composeMail('application-received', {
    to,
    button: { label: 'View my application', href: statusAddress(world, token) },
  })

/** Reminds an applicant to confirm the email address. Without user input, as the mail before it. */
export const unconfirmedMail = (world: World, to: string, token: string): Mail =>
  world.composeMail('application-unconfirmed', {
    to,
    values: { deletion_days: String(unconfirmedDays.deletion) },
    button: { label: 'Confirm my email', href: statusAddress(world, token) },
  })

/** Announces the deletion of an unconfirmed application. Also without user input. */
export const deletionMail = (world: World, to: string, token: string, day: string): Mail =>
  world.composeMail('application-deletion', {
    to,
    values: { deletion_date: day },
    button: { label: 'Confirm my email', href: statusAddress(world, token) },
  })

interface Applicant {
  email: string
  name: string
}

/** Asks for changes, in the administrator's own text. */
export const changesMail = (
  world: World,
  { email, name }: Applicant,
  token: string,
  request: string,
): Mail =>
  world.composeMail('application-changes', {
    to: email,
    name,
    values: { reason: request },
    button: { label: 'Update my application', href: statusAddress(world, token) },
  })

/** Tells the applicant about a rejection, with the reason when there is one. */
export const rejectedMail = (world: World, { email, name }: Applicant, reason: string): Mail =>
  world.composeMail('application-rejected', {
    to: email,
    name,
    values: { reason, retention_days: String(paperRetentionDays) },
  })

const statusAddress = ({ publicUrl }: World, token: string): string =>
  `${publicUrl}/apply/status#token=${token}`
