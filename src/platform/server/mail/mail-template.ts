/**
 * Fills in mail templates of the association, which replace the portal's text (contract 17.4). The store of
 * settings selects the template (`customisedMail`); the portal's own texts are in the `mails.ts` of the
 * features, listed in settings/mail-kinds.ts.
 */
import { fillIn, placeholdersIn } from '#shared/placeholders.ts'
import type { MailContent } from './mail-page.ts'

export type MailValues = Record<string, string>

/**
 * The page with title and paragraphs from the template; button, code and notes stay. Paragraphs are
 * separated by empty lines. Returns the page unchanged when the template is empty or has an unknown
 * placeholder, so that a mail is always sent.
 */
export function applyMailTemplate(
  page: MailContent,
  template: { subject: string; text: string } | undefined,
  values: MailValues,
  subjectValues: MailValues,
): MailContent {
  if (!template) return page
  const isUsable = (text: string, available: MailValues) =>
    text.trim() !== '' && placeholdersIn(text).every((name) => Object.hasOwn(available, name))
  if (!isUsable(template.subject, subjectValues) || !isUsable(template.text, values)) return page
  const paragraphs = fillIn(template.text, values)
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
  return { ...page, title: fillIn(template.subject, subjectValues), paragraphs }
}
