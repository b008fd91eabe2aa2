import { renderMail } from '#platform/server/mail/mail-page.ts'
import type { Mail } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { type LinkType, linkLifetime } from '../rules.ts'

/** Who asked for a mail, so that a stranger's request is noticed. */
export interface RequestOrigin {
  device: string
  client: string
}

/** The address of a sign-in link; the token stands behind the `#`, where no server sees it. */
export const signInUrl = (publicUrl: string, token: string): string =>
  `${publicUrl}/login/verify#token=${token}`

// Made once: making one costs as much as the rest of the mail.
const timeInIndia = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'medium',
  timeStyle: 'short',
})

const asked = ({ device, client }: RequestOrigin, at: Date): string =>
  `Asked for on ${timeInIndia.format(at)} (India) with ${device}, network address ${client}.`

/** The mail that signs somebody in: the link, and the six digits beside it. */
export function linkMail(
  world: World,
  to: string,
  secrets: { token: string; code: string },
  asker: RequestOrigin,
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
          asked(asker, now),
          'Was it not you? Then ignore this mail and give the code to nobody: without it nobody gets in.',
        ],
      },
      info,
    ),
  }
}

/** The mail for an address that cannot sign in this way: no link, but the way to get in. */
export function noLinkMail(
  world: World,
  to: string,
  why: Exclude<LinkType, 'jobseeker'> | 'inactive',
  asker: RequestOrigin,
): Mail {
  const info = world.info()
  const now = world.now()
  const words = {
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
  }[why]
  return {
    kind: 'sign-in-refused',
    to,
    subject: `Signing in to ${info.product_name}`,
    expiresAt: new Date(now.getTime() + linkLifetime),
    ...renderMail(
      {
        title: 'Somebody asked to sign in with this address',
        paragraphs: words,
        button: { label: 'Open the login page', href: `${world.publicUrl}/login` },
        notes: [asked(asker, now), 'Was it not you? Then ignore this mail; nothing has happened.'],
      },
      info,
    ),
  }
}
