/** Sends the endpoints that features declare (shared/endpoint.ts). */
import { type Query, queryOptions } from '@tanstack/react-query'
import { type AnswerOf, type Endpoint, fillPath, type InputOf } from '#shared/endpoint.ts'
import { callRaw, readText } from './call.ts'
import { queryClient } from './query-client.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** The tags of the endpoint that a query loads. */
    queryMeta: { tags?: readonly string[] }
  }
}

interface AnyInput {
  query?: Readonly<Record<string, string | number | undefined>>
  body?: unknown
  form?: FormData
  idempotencyKey?: string
}

interface SendOptions {
  signal?: AbortSignal | undefined
  /** See call.ts. */
  isSessionCall?: boolean | undefined
}

/** The URL of a call: parameters filled in, the query appended without its empty values. */
export function urlOf<E extends Endpoint>({ path }: E, input: InputOf<E>): string {
  const { query = {} }: AnyInput = input
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value))
  const filled = fillPath(path, input)
  const text = search.toString()
  return text === '' ? filled : `${filled}?${text}`
}

/** Makes a call and returns its parsed JSON, undefined where there is none. Throws an ApiError. */
export async function send<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options?: SendOptions,
): Promise<AnswerOf<E>> {
  return answerOf(endpoint, await sendRaw(endpoint, input, options))
}

/** Like `send`, for callers that need the response itself: headers, a file. */
export function sendRaw<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { signal, isSessionCall }: SendOptions = {},
): Promise<Response> {
  const { body, form }: AnyInput = input
  return callRaw(urlOf(endpoint, input), {
    method: endpoint.method,
    json: body,
    form,
    signal,
    isSessionCall,
    headers: headersOf(input),
  })
}

export const headersOf = ({ idempotencyKey }: AnyInput): Record<string, string> =>
  idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }

/** The parsed JSON of a response, undefined where there is none. */
export async function answerOf<E extends Endpoint>(
  _endpoint: E,
  response: Response,
): Promise<AnswerOf<E>> {
  const text = await readText(response)
  // Trust boundary: the server's tests check every answer against the endpoint's schema.
  return (text === '' ? undefined : JSON.parse(text)) as AnswerOf<E>
}

/** The cached answer of a GET, under its path and input. */
export const queryOf = <E extends Endpoint>(endpoint: E, input: InputOf<E>) =>
  queryOptions({
    queryKey: [endpoint.path, input] as const,
    queryFn: ({ signal }) => send(endpoint, input, { signal }),
    meta: { tags: endpoint.tags },
  })

/** A filter of queries: those whose endpoint has one of the tags. */
export const tagged = (...tags: readonly string[]) => ({
  predicate: ({ meta }: Pick<Query, 'meta'>) =>
    meta?.tags?.some((tag) => tags.includes(tag)) ?? false,
})

/** Reloads what a call has made stale: immediately what is on screen, the rest when it is next shown. */
export const refresh = ({ stale }: Pick<Endpoint, 'stale'>): Promise<void> =>
  queryClient.invalidateQueries(tagged(...stale))
