/** The invitation to sign in; settings/mail-kinds.ts has its text. */
import type { Mail } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import type { InviteeRow } from './queries.ts'

/**
 * Links to the login screen with the address filled in. It has no sign-in token: those live for ten
 * minutes, and an invitation is read days later.
 */
export const invitationMail = (
  world: World,
  { email, name, company_name, membership_number }: InviteeRow,
): Mail =>
  world.composeMail('invitation', {
    to: email,
    name,
    values: { company_name, membership_number: membership_number ?? '' },
    button: {
      label: 'Sign in',
      href: `${world.publicUrl}/login?as=member#email=${encodeURIComponent(email)}`,
    },
  })
