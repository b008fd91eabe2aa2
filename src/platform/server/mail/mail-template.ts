/** Mail templates edited by the association, used instead of the portal's text (contract 17.4). */
import type { MailPage } from './mail-page.ts'

export interface MailTemplate {
  subject: string
  /** Paragraphs separated by empty lines; `{name}` is a placeholder. */
  text: string
}

export type MailValues = Record<string, string>

const placeholder = /\{(\w+)\}/g

/** The distinct placeholder names of a text. */
const placeholdersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(placeholder)].map(([, name]) => name ?? '')),
]

const fillIn = (text: string, values: MailValues): string =>
  text.replace(placeholder, (_all, name: string) => values[name] ?? '')

/**
 * The page with title and paragraphs from the template; button, code and notes stay. Returns the page
 * unchanged when the template is empty or has an unknown placeholder, so that a mail is always sent.
 */
export function applyMailTemplate(
  page: MailPage,
  template: MailTemplate | undefined,
  values: MailValues,
  subjectValues: MailValues,
): MailPage {
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
