import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query'
import type { AnswerOf, Endpoint, InputOf } from '#shared/endpoint.ts'
import { callRaw } from '../../api/call.ts'
import { urlOf } from '../../api/client.ts'

/** The rows of one response, with the length of the full list and the path of the next page. */
export interface Page<Row> {
  rows: Row[]
  total: number
  next: string | null
}

export type InfiniteList<Row> = UseInfiniteQueryResult<InfiniteData<Page<Row>>>

interface ListOptions<E extends Endpoint, Row> {
  /** The query without `limit` and `cursor`. */
  query?: QueryOf<E>
  /** How many rows to load first: about as many as the screen shows, so that they come soon. */
  limit: number
  /** How many rows each further page has; by default as many as the first. */
  nextLimit?: number
  /** Converts a row from the response; by default it is used as it is. */
  parseRow?: (row: Row) => Row
}

type QueryOf<E extends Endpoint> =
  InputOf<E> extends { query?: infer Query } ? Omit<NonNullable<Query>, 'limit' | 'cursor'> : never
type RowOf<E extends Endpoint> = AnswerOf<E> extends readonly (infer Row)[] ? Row : never

/**
 * Query options for a list that is loaded page by page (contract 12.7: `limit`, X-Total-Count, Link). The rows of
 * another query stay until its own have loaded.
 */
export function infiniteList<E extends Endpoint, Row = RowOf<E>>(
  endpoint: E,
  { query, limit, nextLimit, parseRow }: ListOptions<E, Row>,
) {
  // The compiler cannot see that the query fits an endpoint it does not know yet.
  const input = { query: { limit, ...query } } as unknown as InputOf<E>
  return infiniteQueryOptions({
    queryKey: [endpoint.path, 'pages', query ?? {}] as const,
    queryFn: async ({ pageParam, signal }): Promise<Page<Row>> => {
      const page = await loadPage<Row>(pageParam, nextLimit, signal)
      return parseRow ? { ...page, rows: page.rows.map(parseRow) } : page
    },
    initialPageParam: urlOf(endpoint, input),
    getNextPageParam: ({ next }: Page<Row>) => next,
    placeholderData: keepPreviousData,
    meta: { tags: endpoint.tags },
  })
}

async function loadPage<Row>(
  path: string,
  nextLimit?: number,
  signal?: AbortSignal,
): Promise<Page<Row>> {
  const response = await callRaw(path, { signal })
  // Trust boundary: the server's tests check every answer against the endpoint's schema.
  const rows = (await response.json()) as Row[]
  return {
    rows,
    total: Number(response.headers.get('X-Total-Count') ?? rows.length),
    next: nextPath(response.headers.get('Link'), nextLimit),
  }
}

/**
 * The rows of a list from the first on, in large pages until there are `count` of them or all.
 * `firstPath` is the `initialPageParam` of the list.
 */
export async function loadRows<Row extends { id: string }>(
  firstPath: string,
  count: number,
): Promise<{ rows: Row[]; total: number }> {
  const rows = new Map<string, Row>()
  let total = 0
  let path: string | null = nextPath(`<${firstPath}>; rel="next"`, largePage)
  while (path !== null && rows.size < count) {
    const page: Page<Row> = await loadPage(path, largePage)
    for (const row of page.rows) rows.set(row.id, row)
    total = page.total
    path = page.next
  }
  return { rows: [...rows.values()].slice(0, count), total }
}

/** The rows of a list that have loaded, found by the `initialPageParam` of the list; undefined when none have. */
export function loadedRows<Row extends { id: string }>(
  client: QueryClient,
  firstPath: string,
): { rows: readonly Row[]; total: number } | undefined {
  const [found] = client.getQueriesData<InfiniteData<Page<Row>>>({
    predicate: ({ state }) => pathsOf(state.data)?.[0] === firstPath,
  })
  const data = found?.[1]
  return data && { rows: rowsOf(data), total: totalOf(data) }
}

const pathsOf = (data: unknown) => (data as Partial<InfiniteData<unknown>> | undefined)?.pageParams

const largePage = 200

/** The path and query that a Link header names as rel="next", with `limit` set if it is given. */
export function nextPath(header: string | null, limit?: number): string | null {
  for (const [, target = '', parameters = ''] of (header ?? '').matchAll(/<([^>]*)>([^<]*)/g)) {
    const relations = parameters.match(/;\s*rel\s*=\s*"?([^";,]*)/i)?.[1] ?? ''
    if (!relations.split(/\s+/).includes('next')) continue
    // Only path and query are used, so the base is arbitrary.
    const url = new URL(target, 'http://localhost')
    if (limit !== undefined) url.searchParams.set('limit', String(limit))
    return url.pathname + url.search
  }
  return null
}

const rowsByData = new WeakMap<object, readonly unknown[]>()

/**
 * All loaded rows in the order of the list, without duplicates. The same data gives the same array, so
 * that memoised components do not render again.
 */
export function rowsOf<Row extends { id: string }>(data: InfiniteData<Page<Row>>): readonly Row[] {
  // The cast is safe: the array cached for `data` was made from it.
  const cached = rowsByData.get(data) as readonly Row[] | undefined
  if (cached) return cached
  const rowsOfPages = data.pages.flatMap(({ rows: rowsOfPage }) => rowsOfPage)
  const rows = [...new Map(rowsOfPages.map((row) => [row.id, row])).values()]
  rowsByData.set(data, rows)
  return rows
}

/** The length of the full list, according to the last page loaded. */
export const totalOf = (data: InfiniteData<Page<unknown>>): number => data.pages.at(-1)?.total ?? 0
