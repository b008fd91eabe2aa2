/** Placeholders in the texts of mails, like `{name}`. `{}` counts as one with an empty, unknown name. */
const placeholder = /\{(\w*)\}/g

/** The names of a text's placeholders. */
export const placeholdersIn = (text: string): string[] =>
  [...text.matchAll(placeholder)].map(([, name = '']) => name)

/** Replaces the placeholders of a text by their values, and those without a value by ''. */
export const fillIn = (text: string, values: Record<string, string>): string =>
  text.replace(placeholder, (_all, name: string) => values[name] ?? '')
