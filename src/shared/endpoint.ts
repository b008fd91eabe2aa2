/**
 * A call of the API, declared once in the `endpoints.ts` of its feature: the server mounts it
 * (platform/server/http/route.ts), the browser sends it (platform/web/api/client.ts), and /api/openapi.json describes
 * it. Schemas appear as types only, so that a declaration adds only a string to the browser's code; the server passes
 * the same schemas when it mounts the call.
 */
import type { z } from 'zod'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
/** 'PUT /api/jobs/:id': the method, a space, the path with its parameters. */
export type RouteText = `${Method} /api/${string}`

/** The input and output of a call, each as a Zod schema type; absent where there is none. */
export interface Shape {
  query?: z.ZodType
  /** Sent as JSON. */
  body?: z.ZodType
  /** Sent as multipart/form-data; its fields are read by the handler. */
  form?: true
  /** The call takes an Idempotency-Key: the same key makes the same record once. */
  idempotent?: true
  /** The JSON response. Absent: the response is a file, or text. */
  answer?: z.ZodType
}

export interface Endpoint<Route extends RouteText = RouteText, S extends Shape = Shape> {
  readonly route: Route
  readonly method: Method
  readonly path: string
  /** Cache tags of a GET; a call that lists one of them in `stale` invalidates its cached answers. */
  readonly tags: readonly string[]
  /** The cache tags that this call invalidates. */
  readonly stale: readonly string[]
  /** Carries the types; has no value. */
  readonly shape?: S
}

interface CacheTags {
  tags?: readonly string[]
  stale?: readonly string[]
}

/** `endpoint<{ body: typeof jobPosting; answer: typeof job }>()('POST /api/jobs', { stale: ['jobs'] })` */
// @__NO_SIDE_EFFECTS__
export function endpoint<S extends Shape>() {
  return <const Route extends RouteText>(
    route: Route,
    marks: CacheTags = {},
  ): Endpoint<Route, S> => {
    const [method, path] = route.split(' ') as [Method, string]
    return { route, method, path, tags: marks.tags ?? [], stale: marks.stale ?? [] }
  }
}

export type ShapeOf<E extends Endpoint> = NonNullable<E['shape']>

/** 'id' of 'PUT /api/jobs/:id'. */
export type ParamName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

type IfDeclared<S extends Shape, Key extends keyof Shape, Value> =
  S[Key] extends NonNullable<Shape[Key]> ? Value : unknown

/** What a caller hands over: parameters of the path by name, then query, body or form. */
export type InputOf<E extends Endpoint> = Record<ParamName<E['route']>, string> &
  IfDeclared<ShapeOf<E>, 'query', { query?: QueryInput<ShapeOf<E>> }> &
  IfDeclared<
    ShapeOf<E>,
    'body',
    { body: ShapeOf<E>['body'] extends z.ZodType ? z.input<ShapeOf<E>['body']> : never }
  > &
  IfDeclared<ShapeOf<E>, 'form', { form: FormData }> &
  IfDeclared<ShapeOf<E>, 'idempotent', { idempotencyKey: string }>

type QueryInput<S extends Shape> = S['query'] extends z.ZodType
  ? { [Name in keyof z.input<S['query']>]?: string | number | undefined }
  : never

export type AnswerOf<E extends Endpoint> = ShapeOf<E>['answer'] extends z.ZodType
  ? z.output<ShapeOf<E>['answer']>
  : undefined

/** '/api/jobs/42' of '/api/jobs/:id' and { id: '42' }. */
export const fillPath = (path: string, params: Readonly<Record<string, unknown>>): string =>
  path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(String(params[name])))
