/** Pages of a list: where the next one begins, and how rows are cut to one. */

/** Where the next page begins: the time, or what else the list is sorted by, and the id of this page's last row. */
export interface Cursor<At = string> {
  at: At
  id: string
}

/** Cuts rows that were read with `limit + 1` to one page; `next` is undefined on the last page. */
export function pageOf<Row>(
  rows: Row[],
  limit: number | undefined,
  cursorOf: (last: Row) => Cursor,
): { rows: Row[]; next: Cursor | undefined } {
  const page = limit === undefined ? rows : rows.slice(0, limit)
  const last = rows.length > page.length ? page.at(-1) : undefined
  return { rows: page, next: last && cursorOf(last) }
}
