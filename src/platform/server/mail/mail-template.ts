/** The association's own words for a mail, in place of the portal's (contract 17). */
import type { MailPage } from './mail-page.ts'

export interface MailTemplate {
  subject: string
  /** Paragraphs with an empty line between them; `{name}` stands for what is filled in. */
  text: string
}

export type MailValues = Record<string, string>

const placeholder = /\{(\w+)\}/g

/** The names in braces of a text, each once. */
export const placeholdersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(placeholder)].map(([, name]) => name ?? '')),
]

const filled = (text: string, values: MailValues): string =>
  text.replace(placeholder, (_all, name: string) => values[name] ?? '')

/**
 * The page with its title and paragraphs in these words; button, code and notes stay. Words that
 * say nothing, or name what this mail does not know, leave the page as it is: a mail goes out.
 */
export function applyMailTemplate(
  page: MailPage,
  words: MailTemplate | undefined,
  values: MailValues,
  subjectValues: MailValues,
): MailPage {
  if (!words) return page
  const isKnown = (text: string, known: MailValues) =>
    text.trim() !== '' && placeholdersIn(text).every((name) => Object.hasOwn(known, name))
  if (!isKnown(words.subject, subjectValues) || !isKnown(words.text, values)) return page
  const paragraphs = filled(words.text, values)
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
  return { ...page, title: filled(words.subject, subjectValues), paragraphs }
}
