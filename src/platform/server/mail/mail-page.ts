/** The content of a mail, and its text part; mail-html.ts has the HTML part. */
import { readFileSync } from 'node:fs'
import type { PortalInfo } from '#shared/portal-info.ts'
import { renderHtml } from './mail-html.ts'

/** The image attached to a mail. */
export interface MailLogo {
  filename: string
  contentType: string
  content: Buffer
}

/** The portal's logo, for an association that has not uploaded its own. */
export const portalLogo: MailLogo = {
  filename: 'logo.png',
  contentType: 'image/png',
  content: readFileSync(new URL('./logo.png', import.meta.url)),
}

/** The content of a mail. All parts are plain text; `renderMail` escapes them. */
export interface MailContent {
  /** The heading of the HTML part; of most mails it is the subject, too. */
  title: string
  /** The first one is the greeting. */
  paragraphs: string[]
  /** The one action; its address is also in the text part. */
  button?: { label: string; href: string }
  /** A numeric code to type, shown large. */
  code?: string
  /** Small print at the end: who requested the mail, what to do about an unexpected one. */
  notes?: string[]
}

/** The greeting of a mail. Text that is not a plain name, such as an address, is never repeated. */
export function greetingFor(name = ''): string {
  const plain = name.replace(/\s+/g, ' ').trim()
  const isName = plain !== '' && plain.length <= 80 && !/[<>{}@:/\\]|www\./i.test(plain)
  return isName ? `Dear ${plain},` : 'Hello,'
}

/** What a mail program shows beside the subject: the first sentence after the greeting. */
export function preheaderOf({ title, paragraphs }: MailContent): string {
  const first = paragraphs.find((paragraph) => !paragraph.endsWith(',')) ?? title
  const line = first.replace(/\s+/g, ' ')
  return line.length <= 120 ? line : `${line.slice(0, 120).replace(/\s\S*$/, '')}…`
}

/** The text part and the HTML part, from the same content. */
export function renderMail(page: MailContent, info: PortalInfo): { text: string; html: string } {
  return { text: renderText(page, info), html: renderHtml(page, preheaderOf(page), info) }
}

function renderText({ paragraphs, button, code, notes }: MailContent, info: PortalInfo): string {
  const parts = [...paragraphs]
  if (button) parts.push(`${button.label}:\n${button.href}`)
  if (code) parts.push(`Your code: ${code}`)
  parts.push(`Regards,\n${info.association_name}`, ...(notes ?? []))
  parts.push(`-- \n${info.association_website}`)
  return `${parts.join('\n\n')}\n`
}
