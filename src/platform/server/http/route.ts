/** Mounts the endpoints that features declare: guard first, then the input, then the handler. */
import type { Context, Hono, MiddlewareHandler } from 'hono'
import type { z } from 'zod'
import type { AnswerOf, Endpoint, ParamName, Shape, ShapeOf } from '#shared/endpoint.ts'
import { idPattern } from '#shared/fields.ts'
import { Refusal } from '#shared/refusal.ts'
import { idempotencyKey } from './idempotency-key.ts'
import { parseInput, readQuery } from './parse-input.ts'
import { readJson } from './request-body.ts'
import type { Caller, PortalEnv, SignedInEnv } from './request-context.ts'
import { sendJson } from './send-json.ts'

/** Who may call: `anyone()`, `signedIn()` or `only(…)`. */
type Guard = MiddlewareHandler<PortalEnv> | MiddlewareHandler<SignedInEnv>
type CallerPast<G extends Guard> = G extends MiddlewareHandler<SignedInEnv> ? Caller : undefined

type Part<S extends Shape, Key extends 'query' | 'body'> = S[Key] extends z.ZodType
  ? z.output<S[Key]>
  : undefined

/** How a route finds the record that the `:id` of its path names, for this caller. */
export interface RecordOf<Row, C = unknown> {
  find: (id: string, caller: C) => Promise<Row | undefined>
  /** The 404 for an unknown id, and the same one for a malformed id. */
  missing: () => Refusal
}

/** A request as a handler sees it: everything is parsed and checked. */
export interface Call<E extends Endpoint, G extends Guard, Row = undefined> {
  c: Context<PortalEnv>
  /** The signed-in person; undefined behind `anyone()`. */
  caller: CallerPast<G>
  params: Record<ParamName<E['route']>, string>
  query: Part<ShapeOf<E>, 'query'>
  body: Part<ShapeOf<E>, 'body'>
  /** What the `record` of the route found. */
  record: Row
  /** Undefined where the client sent none, or the endpoint takes none. */
  idempotencyKey: string | undefined
}

/** The schemas whose types the declaration names, and the description of the call in /api/openapi.json. */
export type Spec<S extends Shape> = {
  [Key in 'query' | 'body' | 'answer' as S[Key] extends z.ZodType ? Key : never]: S[Key]
} & (S['form'] extends true ? { form: FormFields } : unknown) &
  (S['idempotent'] extends true ? { idempotent: true } : unknown) & {
    /** One line for /api/openapi.json: 'Post a job'. */
    summary: string
    /** The status of a success; 200 by default. */
    status?: 200 | 201
    /** The message of the 404 of a route without `record`: its handler finds what the path names, under a lock. */
    notFound?: string
  }

/** Only a path with an `:id` names a record. */
type RecordPart<E extends Endpoint, G extends Guard, Row> =
  'id' extends ParamName<E['route']>
    ? { record?: RecordOf<Row, CallerPast<G>> }
    : { record?: never }

/** The fields of a multipart body; the handler reads them. */
export type FormFields = Readonly<Record<string, 'text' | 'file' | 'files'>>

/** A mounted endpoint, its types erased. */
export interface Route {
  endpoint: Endpoint
  guard: Guard
  spec: AnySpec
  handle: (c: Context<PortalEnv>) => Promise<Response>
}

interface AnySpec {
  query?: z.ZodType
  body?: z.ZodType
  answer?: z.ZodType
  form?: FormFields
  idempotent?: true
  summary: string
  status?: 200 | 201
  notFound?: string
  record?: RecordOf<unknown, never>
}

/** The sentence of the 404 for what the path names; undefined for a path that names nothing. */
export const notFoundOf = ({ record, notFound }: AnySpec): string | undefined =>
  record?.missing().message ?? notFound

/**
 * Connects an endpoint with its guard, its schemas and its handler. The result of the handler is sent
 * as JSON; a Response is sent unchanged.
 */
export function route<E extends Endpoint, G extends Guard, Row = undefined>(
  endpoint: E,
  guard: G,
  spec: Spec<ShapeOf<E>> & RecordPart<E, G, Row>,
  handler: (call: Call<E, G, Row>) => AnswerOf<E> | Response | Promise<AnswerOf<E> | Response>,
): Route {
  const anySpec: AnySpec = spec
  const { query, body, status, record } = anySpec
  const handle = async (c: Context<PortalEnv>): Promise<Response> => {
    // Read once, because c.var copies all variables at each access.
    const caller = c.get('caller')
    const params = readParams(c, anySpec)
    const input = {
      query: query && parseInput(query, readQuery(c)),
      body: body && parseInput(body, await readJson(c)),
      idempotencyKey: idempotencyKey(c),
    }
    const found = record && (await findRecord(record, params.id ?? '', caller))
    // A safe cast: `Spec` guarantees that these schemas, and the record, have the types of E and Row.
    const answer = await handler({ c, caller, params, ...input, record: found } as unknown as Call<
      E,
      G,
      Row
    >)
    if (answer instanceof Response) return answer
    return sendJson(c, JSON.stringify(answer ?? null), status)
  }
  return { endpoint, guard, spec, handle }
}

interface MountOptions {
  /** True in tests: an answer that does not match its schema is an error. */
  checkAnswers?: boolean
}

export function mount(server: Hono<PortalEnv>, routes: readonly Route[], options: MountOptions) {
  for (const { endpoint, guard, spec, handle } of routes) {
    const answer = options.checkAnswers ? checked(endpoint, spec, handle) : handle
    server.on(endpoint.method, endpoint.path, guard as MiddlewareHandler<PortalEnv>, answer)
  }
}

function checked(
  { route: routeName }: Endpoint,
  { answer }: AnySpec,
  handle: Route['handle'],
): Route['handle'] {
  return async (c) => {
    const response = await handle(c)
    const isJson = response.headers.get('Content-Type')?.startsWith('application/json')
    const isCompressed = response.headers.has('Content-Encoding')
    if (!response.ok || !isJson || isCompressed) return response
    if (!answer) throw new Error(`${routeName} answers JSON without a schema`)
    const result = answer.safeParse(await response.clone().json())
    if (!result.success)
      throw new Error(`${routeName} answers what it does not declare: ${result.error}`)
    return response
  }
}

async function findRecord(
  { find, missing }: RecordOf<unknown, never>,
  id: string,
  caller: Caller | undefined,
): Promise<unknown> {
  // A safe cast: `route` takes only a record that is found for the caller its guard admits.
  const record = await find(id, caller as never)
  if (record === undefined) throw missing()
  return record
}

/** The parameters of the path; 404 for a malformed id. */
function readParams(c: Context, spec: AnySpec) {
  const params = c.req.param()
  if (!Object.values(params).every((id) => idPattern.test(id)))
    throw new Refusal('missing', notFoundOf(spec) ?? 'Nothing was found at this address')
  return params
}
