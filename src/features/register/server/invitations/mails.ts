/** The invitation to sign in; settings/mail-kinds.ts has its text. */
import { memberLogin } from '#features/members/server/record/member-login.ts'
import type { Mail } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import type { InviteeRow } from './queries.ts'

export const invitationMail = (
  world: World,
  { email, name, company_name, membership_number }: InviteeRow,
): Mail =>
  world.composeMail('invitation', {
    to: email,
    name,
    values: { company_name, membership_number: membership_number ?? '' },
    button: { label: 'Sign in', href: memberLogin(world, email) },
  })
