/** The texts of the mails for signing in. The association cannot replace them. */
import type { Client } from '#platform/server/http/client-network.ts'
import { greetingFor } from '#platform/server/mail/mail-content.ts'
import { renderMail } from '#platform/server/mail/mail-page.ts'
import type { Mail } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { type LinkType, linkLifetime, linkLifetimeText } from '../rules.ts'

/** Where a request came from; printed in the mail so that the owner notices a stranger's request. */
export interface RequestOrigin {
  device: string
  client: Client
}

/** To whom a mail goes; `name` is empty for a stranger. */
export interface SignInRecipient {
  email: string
  name: string
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
  `Requested on ${timeInIndia.format(at)} (India) from ${device} (IP ${client.address}).`

/** The sign-in mail: the link and the code. */
export function linkMail(
  world: World,
  { email, name }: SignInRecipient,
  secrets: { token: string; code: string },
  origin: RequestOrigin,
): Mail {
  const info = world.info()
  const now = world.now()
  return {
    kind: 'sign-in-link',
    to: email,
    subject: `Your sign-in link for ${info.product_name}`,
    expiresAt: new Date(now.getTime() + linkLifetime),
    ...renderMail(
      {
        title: `Sign in to ${info.product_name}`,
        paragraphs: [
          greetingFor(name),
          `This link works once, within ${linkLifetimeText}. In a different browser, you'll also need the code below.`,
        ],
        button: { label: 'Sign in', href: signInUrl(world.publicUrl, secrets.token) },
        code: secrets.code,
        notes: [
          originNote(origin, now),
          "Didn't request this? Ignore this email and never share the code.",
        ],
      },
      info,
    ),
  }
}

/** The mail for an address that cannot sign in this way: it explains how to sign in, and has no link. */
export function noLinkMail(
  world: World,
  { email, name }: SignInRecipient,
  reason: Exclude<LinkType, 'jobseeker'> | 'inactive',
  origin: RequestOrigin,
): Mail {
  const info = world.info()
  const now = world.now()
  const paragraphs = {
    member: [
      'No active membership is registered with this email address, so this email has no sign-in link.',
      `Members sign in with the address the association has on record. Not a member yet? Apply at ${world.publicUrl}/apply/oem (manufacturers) or ${world.publicUrl}/apply/vendor (suppliers).`,
      `Looking for work? Choose 'Login to check job openings' on the login page. Any email address works.`,
    ],
    admin: [
      'This email address does not belong to an administrator, so this email has no sign-in link.',
      `Members choose 'Login as OEM / Vendor (Members only)' on the login page.`,
    ],
    inactive: [
      'The account with this email address is inactive, so this email has no sign-in link.',
      `If you think this is a mistake, please write to ${info.association_name}.`,
    ],
  }[reason]
  return {
    kind: 'sign-in-refused',
    to: email,
    subject: `Signing in to ${info.product_name}`,
    expiresAt: new Date(now.getTime() + linkLifetime),
    ...renderMail(
      {
        title: 'Someone tried to sign in with this address',
        paragraphs: [greetingFor(name), ...paragraphs],
        button: { label: 'Open the login page', href: `${world.publicUrl}/login` },
        notes: [
          originNote(origin, now),
          "Didn't request this? Ignore this email. Nothing has changed.",
        ],
      },
      info,
    ),
  }
}
