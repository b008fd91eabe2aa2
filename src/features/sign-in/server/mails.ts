/** The texts of the mails for signing in. The association cannot replace them. */
import { renderMail } from '#platform/server/mail/mail-page.ts'
import type { Mail } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { type LinkType, linkLifetime } from '../rules.ts'

/** Where a request came from; printed in the mail so that the owner notices a stranger's request. */
export interface RequestOrigin {
  device: string
  client: string
}

/** The URL of a sign-in link. The token is in the fragment, which browsers never send to a server. */
export const signInUrl = (publicUrl: string, token: string): string =>
  `${publicUrl}/login/verify#token=${token}`

// Shared: constructing a formatter costs as much as rendering the rest of the mail.
const timeInIndia = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'medium',
  timeStyle: 'short',
})

const originNote = ({ device, client }: RequestOrigin, at: Date): string =>
  `Asked for on ${timeInIndia.format(at)} (India) with ${device}, network address ${client}.`

/** The sign-in mail: the link and the six-digit code. */
export function linkMail(
  world: World,
  to: string,
  secrets: { token: string; code: string },
  origin: RequestOrigin,
): Mail {
  const info = world.info()
  const now = world.now()
  return {
    kind: 'sign-in-link',
    to,
    subject: `Your sign-in link for ${info.product_name}`,
    expiresAt: new Date(now.getTime() + linkLifetime),
    ...renderMail(
      {
        title: `Sign in to ${info.product_name}`,
        paragraphs: ['This link works once, for 10 minutes, in the browser that asked for it.'],
        button: { label: 'Sign in', href: signInUrl(world.publicUrl, secrets.token) },
        code: secrets.code,
        notes: [
          originNote(origin, now),
          'Was it not you? Then ignore this mail and give the code to nobody: without it nobody gets in.',
        ],
      },
      info,
    ),
  }
}

/** The mail for an address that cannot sign in this way: it says how to sign in instead of a link. */
export function noLinkMail(
  world: World,
  to: string,
  reason: Exclude<LinkType, 'jobseeker'> | 'inactive',
  origin: RequestOrigin,
): Mail {
  const info = world.info()
  const now = world.now()
  const paragraphs = {
    member: [
      `There is no active membership under this address, so there is no link in this mail.`,
      `Members sign in with the address the association has on record. Not a member yet? Apply at ${world.publicUrl}/apply/oem (manufacturers) or ${world.publicUrl}/apply/vendor (suppliers).`,
      `Looking for work? Choose 'Login to check job openings' on the login page; any address will do.`,
    ],
    admin: [
      'This address is not an administrator of the portal, so there is no link in this mail.',
      `Members choose 'Login as OEM / Vendor (Members only)' on the login page.`,
    ],
    inactive: [
      'The account under this address has been switched off, so there is no link in this mail.',
      `Please write to ${info.association_name} if you think that is a mistake.`,
    ],
  }[reason]
  return {
    kind: 'sign-in-refused',
    to,
    subject: `Signing in to ${info.product_name}`,
    expiresAt: new Date(now.getTime() + linkLifetime),
    ...renderMail(
      {
        title: 'Somebody asked to sign in with this address',
        paragraphs,
        button: { label: 'Open the login page', href: `${world.publicUrl}/login` },
        notes: [
          originNote(origin, now),
          'Was it not you? Then ignore this mail; nothing has happened.',
        ],
      },
      info,
    ),
  }
}
