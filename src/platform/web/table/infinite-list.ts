import {
  type InfiniteData,
  infiniteQueryOptions,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query'
import { callRaw } from '../api/call.ts'

/** A part of a list: its rows, how many there are in all, and where the list goes on. */
export interface Page<Row> {
  rows: Row[]
  total: number
  next: string | null
}

export type InfiniteList<Row> = UseInfiniteQueryResult<InfiniteData<Page<Row>>>

interface Asked<Row> {
  path: string
  /** The key begins with the path of its noun, so that a change can name all of its lists. */
  key: readonly [string, ...unknown[]]
  filters?: Record<string, string | undefined>
  /** How many rows come first: what a screen shows, so that they come soon. */
  limit: number
  /** How many come at a time after that; as many as first unless told. */
  nextLimit?: number
  /** Reads a row as it came over the wire; as it is unless told. */
  parseRow?: (row: Row) => Row
}

/** A list of the portal, read part by part (contract 12: `limit`, X-Total-Count, Link). */
export function infiniteList<Row>({
  path,
  key,
  filters = {},
  limit,
  nextLimit: later,
  parseRow: read,
}: Asked<Row>) {
  const asked = new URLSearchParams({ limit: String(limit) })
  for (const [name, value] of Object.entries(filters)) if (value) asked.set(name, value)
  return infiniteQueryOptions({
    queryKey: key,
    queryFn: async ({ pageParam, signal }): Promise<Page<Row>> => {
      const response = await callRaw(pageParam, { signal })
      // The border: the portal answers what its contract says.
      const rows = (await response.json()) as Row[]
      return {
        rows: read ? rows.map(read) : rows,
        total: Number(response.headers.get('X-Total-Count') ?? rows.length),
        next: nextOf(response, later),
      }
    },
    initialPageParam: `${path}?${asked}`,
    getNextPageParam: ({ next }: Page<Row>) => next,
  })
}

function nextOf({ headers }: Response, later: number | undefined): string | null {
  const next = headers.get('Link')?.match(/<([^>]+)>; rel="next"/)?.[1] ?? null
  return later ? (next?.replace(/\blimit=\d+/, `limit=${later}`) ?? null) : next
}

/**
 * All the rows that were asked for so far, in the order of the list; each once. The same data gives
 * the same array, so that what is drawn of it need not be drawn again.
 */
export function rowsOf<Row extends { id: string }>(data: InfiniteData<Page<Row>>): readonly Row[] {
  // The border: what is kept for some data was made from it.
  const kept = rowsByData.get(data) as readonly Row[] | undefined
  if (kept) return kept
  const all = data.pages.flatMap(({ rows }) => rows)
  const rows = [...new Map(all.map((row) => [row.id, row])).values()]
  rowsByData.set(data, rows)
  return rows
}

const rowsByData = new WeakMap<object, readonly unknown[]>()

/** How many rows a list has in all, as its newest part counted them. */
export const totalOf = (data: InfiniteData<Page<unknown>>): number => data.pages.at(-1)?.total ?? 0
