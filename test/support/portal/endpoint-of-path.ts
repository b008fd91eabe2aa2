/**
 * The endpoint that a request of a test means, by its method and path, as types only: so tests read the answers that
 * the endpoints declare.
 */
import type { AnswerOf, Endpoint } from '#shared/endpoint.ts'

type Modules =
  | typeof import('#app/endpoints.ts')
  | typeof import('#features/applications/endpoints.ts')
  | typeof import('#features/bank-statements/endpoints.ts')
  | typeof import('#features/certificates/directory-book/endpoints.ts')
  | typeof import('#features/certificates/endpoints.ts')
  | typeof import('#features/dues/endpoints.ts')
  | typeof import('#features/dues/notices/endpoints.ts')
  | typeof import('#features/imports/endpoints.ts')
  | typeof import('#features/jobs/endpoints.ts')
  | typeof import('#features/ledger/endpoints.ts')
  | typeof import('#features/ledger/receipts/endpoints.ts')
  | typeof import('#features/members/endpoints.ts')
  | typeof import('#features/notifications/endpoints.ts')
  | typeof import('#features/profile/endpoints.ts')
  | typeof import('#features/register/invitations/endpoints.ts')
  | typeof import('#features/register/member-data/endpoints.ts')
  | typeof import('#features/register/renewals/endpoints.ts')
  | typeof import('#features/register/saved-filters/endpoints.ts')
  | typeof import('#features/reports/board-book/endpoints.ts')
  | typeof import('#features/reports/books/endpoints.ts')
  | typeof import('#features/reports/figures/endpoints.ts')
  | typeof import('#features/settings/endpoints.ts')
  | typeof import('#features/settings/first-day/endpoints.ts')
  | typeof import('#features/sign-in/endpoints.ts')
  | typeof import('#features/sign-in/second-factor/endpoints.ts')
  | typeof import('#shared/upload-endpoint.ts')

type ExportsOf<Module> = Module extends unknown ? Module[keyof Module] : never

/** Every endpoint, by its route with a colon for each parameter: 'PUT /api/jobs/:'. */
type Endpoints = {
  [Declared in Extract<ExportsOf<Modules>, Endpoint> as WithoutNames<Declared['route']>]: Declared
}

type WithoutNames<Route extends string> = Route extends `${infer Before}:${string}/${infer After}`
  ? `${Before}:/${WithoutNames<After>}`
  : Route extends `${infer Before}:${string}`
    ? `${Before}:`
    : Route

/** '/api/jobs/:' of `/api/jobs/${string}?limit=1`. */
type WithoutValues<Path extends string> = Path extends `${infer Before}?${string}`
  ? Segments<Before>
  : Segments<Path>

type Segments<Path extends string> = Path extends `${infer Head}/${infer Rest}`
  ? `${Segment<Head>}/${Segments<Rest>}`
  : Segment<Path>

/** A text that is known only when the test runs is a parameter, also one that may be missing. */
type Segment<Text extends string> =
  Record<never, 1> extends Record<Text, 1> ? ':' : Text extends 'null' | 'undefined' ? ':' : Text

/** The answer type of the endpoint of a path; unknown if no endpoint has exactly this path. */
export type AnswerTo<Method extends string, Path extends string> = Path extends unknown
  ? `${Method} ${WithoutValues<Path>}` extends infer Key extends keyof Endpoints
    ? AnswerOf<Endpoints[Key]>
    : unknown
  : never
