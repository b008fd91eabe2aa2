/** The text with a full stop at its end, unless it already ends a sentence. */
export const withFullStop = (text: string): string => (/[.!?…।]$/.test(text) ? text : `${text}.`)
