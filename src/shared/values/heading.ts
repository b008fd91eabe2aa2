/** The readings of a heading: 'Paid Date (dd/mm/yyyy)' is also 'Paid Date', 'Balance / Bal.' also 'Balance'. */

/** Text in brackets is a hint, unless it tells apart several columns with one name. */
const distinguishing =
  /factor|works|unit|office|off\b|regd|registered|resi|home|postal|alt|other|second|partner|father|husband|from|to\b|\d\b/i

/** The heading itself first, then without hints in brackets, then the part before a slash. */
export function headingReadings(heading: string): string[] {
  const typed = heading.slice(0, 200)
  const withoutHints = typed.replace(/\(([^()]*)\)|\[([^[\]]*)\]|\{([^{}]*)\}/g, (brackets) =>
    distinguishing.test(brackets) && !/\d\d|[dmy]{2}/i.test(brackets) ? brackets : ' ',
  )
  const beforeSlash = withoutHints.split('/')[0] ?? ''
  return [...new Set([typed, withoutHints, beforeSlash])].filter((text) => text.trim() !== '')
}
