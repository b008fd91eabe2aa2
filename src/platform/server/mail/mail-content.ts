/** The content of a mail before it is rendered. */

import type { PortalInfo } from '#shared/portal-info.ts'

/** The content of a mail. All parts are plain text; `renderMail` escapes them. */
export interface MailContent {
  /** The heading of the HTML part; of most mails it is also the subject. */
  title: string
  /** The first one is the greeting. */
  paragraphs: string[]
  /** The main action; its address is also in the text part. */
  button?: { label: string; href: string }
  /** A numeric code to type, shown large. */
  code?: string
  /** Small print at the end: who requested the mail, what to do about an unexpected one. */
  notes?: string[]
}

/** The message after an administrator has sent a test mail to their own address. */
export const testMailMessage = ({ writes_mails_to_files }: PortalInfo, email: string): string =>
  writes_mails_to_files
    ? 'No mail server is set, so the test email was written to a file'
    : `Test email sent to ${email}`

// Matches markup, and text that a mail program would turn into a link.
const unlikeName = /[<>{}@\\]|:\/|\/\/|www\.|[\p{L}\d-]{2,}\.[a-z]{2,}/u

/**
 * The name on one line; '' for text that is not a plain name, such as an address. Any visitor can type a name
 * into a form, and mails of the portal must not carry a stranger's links.
 */
export function plainName(name = ''): string {
  const plain = name.replace(/\s+/g, ' ').trim()
  return plain.length <= 80 && !unlikeName.test(plain) ? plain : ''
}

/** The greeting of a mail. Text that is not a plain name is never repeated. */
export function greetingFor(name?: string): string {
  const plain = plainName(name)
  return plain === '' ? 'Hello,' : `Dear ${plain},`
}

/** What a mail program shows beside the subject: the first sentence after the greeting. */
export function preheaderOf({ title, paragraphs }: MailContent): string {
  const first = paragraphs.find((paragraph) => !paragraph.endsWith(',')) ?? title
  const line = first.replace(/\s+/g, ' ')
  return line.length <= 120 ? line : `${line.slice(0, 120).replace(/\s\S*$/, '')}…`
}
