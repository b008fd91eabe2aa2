/**
 * Fills in templates of mails (contract 17.4). settings/mail-kinds.ts has the portal's own templates, the
 * store of settings those of the association.
 */
import { fillIn, placeholdersIn } from '#shared/placeholders.ts'
import type { MailContent } from './mail-content.ts'
import type { Mail } from './outbox.ts'

export type MailValues = Record<string, string>

export interface MailTemplateText {
  subject: string
  text: string
}

/** What the sender of a mail adds to its template. */
export interface MailParts extends Pick<MailContent, 'button'> {
  to: string
  /** The name of the recipient, for the greeting. Omit a name that a stranger may have typed. */
  name?: string
  /** The values of the placeholders in this kind of mail. */
  values?: MailValues
  expiresAt?: Date
}

/**
 * Composes a mail of this kind: the association's template, or the default one, with greeting, button, closing and
 * notes, as text and HTML.
 */
export type ComposeMail = (kind: string, parts: MailParts) => Mail

/** A subject is one line of at most 200 characters, whatever the values contain. */
const subjectLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, 200)

const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)

/** A paragraph whose placeholders are all empty is left out. */
function hasContent(paragraph: string, values: MailValues): boolean {
  const names = placeholdersIn(paragraph)
  return names.length === 0 || names.some((name) => (values[name] ?? '').trim() !== '')
}

/** Subject and paragraphs of a template, filled in. An empty line begins a new paragraph. */
export function fillTemplate(
  { subject, text }: MailTemplateText,
  values: MailValues,
): Pick<MailContent, 'title' | 'paragraphs'> {
  return {
    title: subjectLine(fillIn(subject, values)),
    paragraphs: paragraphsOf(text)
      .filter((paragraph) => hasContent(paragraph, values))
      .flatMap((paragraph) => paragraphsOf(fillIn(paragraph, values))),
  }
}

/** False for an empty template, and for one with an unknown placeholder. */
export function isUsable({ subject, text }: MailTemplateText, values: MailValues): boolean {
  return [subject, text].every(
    (part) =>
      part.trim() !== '' && placeholdersIn(part).every((name) => Object.hasOwn(values, name)),
  )
}
