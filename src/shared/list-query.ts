/** The parts that the queries of lists share. */
import { z } from 'zod'

export const searchQuery = z.string().max(200, 'Please search for at most 200 characters')

export const sortMessage = 'Please sort by a column of the list'

/** The number of rows of a page; `rows` is what the list holds, such as 'jobs'. */
export function pageLimit(max: number, rows: string) {
  const message = `Please ask for 1 to ${max} ${rows} at a time`
  return z.coerce.number(message).int(message).min(1, message).max(max, message)
}

export const listChangedMessage = 'This list has changed; please reload it'

/** The cursor of the next page, from the response with the previous page. */
export const pageCursor = z.string().max(400, listChangedMessage)
