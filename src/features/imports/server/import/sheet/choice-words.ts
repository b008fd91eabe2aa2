/** The words of a cell in a column of choices. */
import type { Field } from '#features/members/fields/field-rules.ts'

/** A word without regard to case and width. */
export const comparable = (text: string): string => text.normalize('NFKC').toLowerCase().trim()

/** The choice that a cell names by its value or by its label; undefined for none. */
export function readChoice(choices: Field['choices'] = {}, text: string): string | undefined {
  const word = comparable(text)
  const entries = Object.entries(choices)
  const entry =
    entries.find(([value]) => comparable(value) === word) ??
    entries.find(([, label]) => comparable(label) === word)
  return entry?.[0]
}
