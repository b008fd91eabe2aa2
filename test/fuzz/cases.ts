/** Builds the request of one case: a valid call of a route, spoiled in one way. */
// cspell:ignore PROPFIND
import type { z } from 'zod'
import { accessOf, type RouteAccess } from '#platform/server/http/guards.ts'
import type { Route } from '#platform/server/http/route.ts'
import { parseStrictJson } from '#platform/server/http/strict-json.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Role } from '#shared/roles.ts'
import { screenPaths } from '#shared/screens/paths.ts'
import type { FilledPortal, Ids } from './filled-portal.ts'
import { formBody } from './forms.ts'
import { hostileTexts, hostileValue, nested } from './hostile-values.ts'
import type { Random } from './random.ts'
import { jsonSchemaOf, sampleOf, spoiled } from './schema-values.ts'

export const callers = [
  'visitor',
  'seeker',
  'vendor',
  'oem',
  'admin',
  'ended session',
  'forged session',
] as const
export type Caller = (typeof callers)[number]

export interface FuzzCase {
  caller: Caller
  method: string
  /** With the query. */
  path: string
  headers: Record<string, string>
  body: string | Uint8Array<ArrayBuffer> | undefined
  /** True when the schema of the route does not accept it, so that no status of success may follow. */
  isInvalid: boolean
}

interface Body {
  body: FuzzCase['body']
  type: string
  isInvalid: boolean
}

/** Requests over all routes, files, screens and unknown addresses. */
export function caseOf(random: Random, filled: FilledPortal): FuzzCase {
  const headers = {
    'X-Forwarded-For': `10.${random.int(256)}.${random.int(256)}.${random.int(256)}`,
  }
  if (random.chance(0.06))
    return { ...otherAddress(random, filled), caller: random.pick(callers), headers }
  const { portal, ids, token } = filled
  const { endpoint, spec, guard } = pickRoute(portal.routes, random)
  const caller = random.chance(0.8) ? allowedCaller(accessOf(guard), random) : random.pick(callers)
  const query = queryOf(spec.query, random, ids)
  const path = pathOf(endpoint.path, random, ids) + query.text
  const requestBody = bodyOf(endpoint.method, spec, random, { ids, token })
  const method = random.chance(0.02)
    ? random.pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'PROPFIND'])
    : endpoint.method
  const isOtherMethod = method !== endpoint.method
  return {
    caller,
    method,
    path,
    headers: {
      ...headers,
      ...(requestBody && { 'Content-Type': requestBody.type }),
      ...(spec.idempotent && random.chance(0.3) && { 'Idempotency-Key': keyOf(random) }),
    },
    body: method === 'GET' || method === 'HEAD' ? undefined : requestBody?.body,
    isInvalid: !isOtherMethod && (query.isInvalid || (requestBody?.isInvalid ?? false)),
  }
}

/** Undoing an import opens a connection of its own, which takes as long as forty other requests. */
const slowRoute = 'POST /api/admin/imports/:id/undo'

function pickRoute(routes: readonly Route[], random: Random): Route {
  const picked = random.pick(routes)
  return picked.endpoint.route === slowRoute && random.chance(0.9) ? random.pick(routes) : picked
}

/** A caller who passes the guard, so that the request reaches the validation of its input. */
function allowedCaller(access: RouteAccess | undefined, random: Random): Caller {
  if (Array.isArray(access)) return random.pick(access as readonly Role[])
  return random.pick(access === 'anyone' ? callers : ['seeker', 'vendor', 'oem', 'admin'])
}

const keyOf = (random: Random): string =>
  random.pick(['k1', 'k2', '', ' ', 'x'.repeat(500), "' or 1=1", '{}', '../x'])

function otherAddress(
  random: Random,
  { ids }: FilledPortal,
): Pick<FuzzCase, 'method' | 'path' | 'body' | 'isInvalid'> {
  const method = random.pick(['GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH'])
  const path = random.pick<() => string>([
    () => random.pick(screenPaths),
    () => `${random.pick(screenPaths)}/${encode(random.pick(hostileTexts))}`,
    () => `/uploads/${encode(random.pick(hostileTexts))}`,
    () =>
      `/uploads/${random.pick(ids.members ?? [])}.jpg?size=${random.pick(['small', 'x', '%00'])}`,
    () => `/${encode(random.pick(hostileTexts))}`,
    () => `/api/${encode(random.pick(hostileTexts))}`,
    () =>
      random.pick([
        '/.git/config',
        '/.env',
        '/assets/../../package.json',
        '/api//user',
        '/%2e%2e/',
      ]),
    () => random.pick(['/healthz', '/readyz', '/api', '/api/', '/uploads/', '/assets/']),
  ])()
  return { method, path, body: undefined, isInvalid: false }
}

/** Ids that no record has. */
const wrongIds = [
  'no-such-id',
  '019435b1-4e80-750c-a3cc-000000000000',
  '%00',
  'a%00b',
  '..%2f..',
  '%ff',
  '%E0%A4%A',
  '__proto__',
  "'",
  '1%20or%201=1',
  'x'.repeat(300),
  ':id',
]

function pathOf(pattern: string, random: Random, ids: Ids): string {
  return pattern.replace(/([\w-]+)\/:\w+/g, (_all, kind: string) => {
    const own = ids[kind] ?? []
    const id =
      own.length > 0 && random.chance(0.7)
        ? random.pick(own)
        : random.pick([...wrongIds, ...(random.pick(Object.values(ids)) ?? [])])
    return `${kind}/${id}`
  })
}

function queryOf(
  schema: z.ZodType | undefined,
  random: Random,
  ids: Ids,
): { text: string; isInvalid: boolean } {
  if (!schema) {
    const text = random.chance(0.05) ? `?${encode(random.pick(hostileTexts))}=1` : ''
    return { text, isInvalid: false }
  }
  const sample = sampleOf(jsonSchemaOf(schema), random, ids.members ?? [])
  const value = random.chance(0.6) ? spoiled(sample, random) : sample
  const texts: [string, string][] = Object.entries(value as object)
    .map(([name, part]): [string, string] => [name, textOf(part).slice(0, 4000)])
    .filter(([name]) => name !== '')
  if (texts.length > 0 && random.chance(0.05)) texts.push(texts[0] as [string, string])
  const pairs = texts.map(([name, part]) => `${encode(name)}=${encode(part)}`)
  const isTwice = new Set(texts.map(([name]) => name)).size < texts.length
  // With the marks that replace lone surrogates, as the server reads them.
  const read = Object.fromEntries(texts.map(([name, part]) => [name, part.toWellFormed()]))
  const isInvalid = isTwice || !schema.safeParse(read).success
  return { text: pairs.length > 0 ? `?${pairs.join('&')}` : '', isInvalid }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

const encode = (text: string): string => encodeURIComponent(text.toWellFormed())

function bodyOf(
  method: string,
  { body, form }: Route['spec'],
  random: Random,
  { ids, token }: { ids: Ids; token: string },
): Body | undefined {
  if (form) return formBody(form, random, token)
  if (body) return jsonBody(body, random, { ids, token })
  if (method === 'GET' || random.chance(0.7)) return undefined
  return { ...rawBody(random), isInvalid: false }
}

const mediaTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  'text/json; charset=utf-16',
  'application/json, text/plain',
  '',
]

function jsonBody(
  schema: z.ZodType,
  random: Random,
  { ids, token }: { ids: Ids; token: string },
): Body {
  if (random.chance(0.08)) return { ...rawBody(random), isInvalid: true }
  const records = [...Object.values(ids).flat()]
  const sample = sampleOf(jsonSchemaOf(schema), random, records)
  if (isToken(sample) && random.chance(0.3)) sample.token = token
  const value = random.chance(0.75) ? spoiled(sample, random) : sample
  const text = JSON.stringify(value) ?? 'null'
  if (random.chance(0.03)) return { body: text, type: random.pick(mediaTypes), isInvalid: true }
  if (random.chance(0.02)) return { body: twice(text), type: json, isInvalid: text.includes(':') }
  const type = random.pick([json, json, 'application/json; charset=utf-8', 'Application/JSON'])
  return { body: text, type, isInvalid: isRefused(schema, text) }
}

function isRefused(schema: z.ZodType, text: string): boolean {
  try {
    return !schema.safeParse(parseStrictJson(text)).success
  } catch (error) {
    if (error instanceof Refusal) return true
    throw error
  }
}

const json = 'application/json'

const isToken = (value: unknown): value is { token: string } =>
  typeof value === 'object' && value !== null && 'token' in value

/** The same object with its first field given twice; JSON.parse would take the last. */
const twice = (text: string): string =>
  text.replace(/^\{("(?:[^"\\]|\\.)*"):/, (_all, name: string) => `{${name}:null,${name}:`)

/** A body that is not the JSON of an object. */
function rawBody(random: Random): { body: FuzzCase['body']; type: string } {
  const body = random.pick<() => FuzzCase['body']>([
    () => '',
    () => '{',
    () => '{"a":1,}',
    () => "{'a':1}",
    () => '\uFEFF{',
    () => '[1,2',
    () => 'null',
    () => '7',
    () => '"text"',
    () => 'NaN',
    () => '['.repeat(20_000),
    () => '{"a":'.repeat(5000),
    () => JSON.stringify([nested(2000)]),
    () => 'x'.repeat(110 * 1024),
    () => JSON.stringify([hostileValue(random)]),
    () => Uint8Array.from({ length: 200 }, () => random.int(256)),
    () => new Uint8Array(Buffer.from('{"email":"a@teak.example"}', 'utf16le')),
    () => Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0),
  ])()
  return { body, type: random.chance(0.8) ? json : random.pick(mediaTypes) }
}
