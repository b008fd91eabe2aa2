/** Placeholders in the texts of mails: `{name}`. `{}` is one too, of no name that exists. */
const placeholder = /\{(\w*)\}/g

/** The names of the placeholders of a text. */
export const placeholdersIn = (text: string): string[] =>
  [...text.matchAll(placeholder)].map(([, name = '']) => name)

/** The text with the values of its placeholders; a name without a value becomes nothing. */
export const fillIn = (text: string, values: Record<string, string>): string =>
  text.replace(placeholder, (_all, name: string) => values[name] ?? '')
