/** The operations of the API as a scanner calls them, read from the OpenAPI description of a running portal. */

import { type Random, randomOf } from '#test/fuzz/random.ts'
import { type JsonSchema, sampleOf } from '#test/fuzz/schema-values.ts'

export type Role = 'visitor' | 'seeker' | 'vendor' | 'oem' | 'admin'

export interface Operation {
  /** Such as 'getAdminMembersId'. */
  id: string
  method: string
  /** Such as '/api/admin/members/{id}'. */
  path: string
  roles: readonly Role[]
  pathNames: string[]
  /** A value of each parameter in the path and query. */
  query: Record<string, string>
  /** A valid JSON body as far as the schema says; undefined when the operation takes none. */
  body: unknown
  /** Another such body for each seed. */
  otherBody: ((seed: number) => unknown) | undefined
  /** The kinds of the fields of a multipart form. */
  form: Record<string, 'text' | 'file'> | undefined
}

/** Chooses all optional fields with the first ten seeds, and some of them with the others. */
const randomFor = (seed: number): Random => {
  const random = randomOf(seed, 1)
  return seed <= 10 ? { ...random, chance: () => true } : random
}

/** A file, or an array of files, has a media type. */
interface FormField extends JsonSchema {
  contentMediaType?: string
  items?: FormField
}

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  schema: JsonSchema
}

interface Described {
  operationId: string
  security?: unknown[]
  'x-roles'?: Role[]
  parameters: Parameter[]
  requestBody?: {
    content: Record<string, { schema: JsonSchema & { properties?: Record<string, FormField> } }>
  }
}

export interface OpenApi {
  paths: Record<string, Record<string, Described>>
}

/** Ids of records by the segment of a path before them: 'jobs' of /api/jobs/{id}. */
export type RecordIds = Record<string, string[]>

const signedIn: readonly Role[] = ['seeker', 'vendor', 'oem', 'admin']

export function operationsOf(api: OpenApi, ids: RecordIds): Operation[] {
  return Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) =>
      operationOf(path, method.toUpperCase(), described, ids),
    ),
  )
}

function operationOf(
  path: string,
  method: string,
  { operationId, security, 'x-roles': roles, parameters, requestBody }: Described,
  ids: RecordIds,
): Operation {
  const schemas = requestBody?.content ?? {}
  const json = schemas['application/json']?.schema
  const form = schemas['multipart/form-data']?.schema.properties
  return {
    id: operationId,
    method,
    path,
    roles: roles ?? (security ? signedIn : ['visitor', ...signedIn]),
    pathNames: parameters.filter((one) => one.in === 'path').map(({ name }) => name),
    query: Object.fromEntries(
      parameters
        .filter((one) => one.in !== 'header')
        .map(({ name, schema, in: place }) => [
          name,
          place === 'path' ? idIn(path, ids) : queryValue(name, schema),
        ]),
    ),
    body: json && sampleOf(json, randomFor(1), ids.members ?? []),
    otherBody: json && ((seed) => sampleOf(json, randomFor(seed), ids.members ?? [])),
    form:
      form &&
      Object.fromEntries(
        Object.entries(form).map(([name, field]) => [name, isFile(field) ? 'file' : 'text']),
      ),
  }
}

const isFile = ({ items, contentMediaType }: FormField): boolean =>
  (items?.contentMediaType ?? contentMediaType) !== undefined

const absentId = '019435b1-4e80-750c-a3cc-000000000000'

function idIn(path: string, ids: RecordIds): string {
  const kind = path.match(/([\w-]+)\/\{\w+\}/)?.[1] ?? ''
  return (
    (path.includes('/settings/history/') ? ids['settings-history'] : ids[kind])?.[0] ?? absentId
  )
}

const queryValues: Record<string, string> = {
  search: 'a',
  limit: '5',
  cursor: Buffer.from('["2100-01-01T00:00:00.000Z","7"]').toString('base64url'),
  city: 'Pune',
  year: '2026',
  key: 'scan-1',
  kind: 'memberPhoto',
  from: '2020-01-01',
  to: '2030-12-31',
  joined_from: '2000-01-01',
  joined_to: '2030-12-31',
  ends_from: '2000-01-01',
  ends_to: '2040-12-31',
  paid_to: '2040-12-31',
}

const queryValue = (name: string, schema: JsonSchema): string =>
  queryValues[name] ?? String(sampleOf(schema, randomOf(7, 2), [], name))

/** What ends a session or removes what others call. */
export const isDestructive = ({ id, method }: Operation): boolean =>
  method === 'DELETE' || /undo|logout|withdraw/i.test(id)

/** The fields of a body by their paths: {a: {b: [1]}} has 'a.b.0' with 1. */
export function fieldsOf(body: unknown, path = ''): [string, unknown][] {
  if (typeof body !== 'object' || body === null) return path === '' ? [] : [[path, body]]
  return Object.entries(body).flatMap(([name, value]) =>
    fieldsOf(value, path === '' ? name : `${path}.${name}`),
  )
}

/** A copy of the body with other fields; texts become numbers, booleans and null where the body has such. */
export function withFields(body: unknown, fields: Iterable<[string, string]>): unknown {
  const changed: unknown = structuredClone(body)
  for (const [path, text] of fields) {
    const names = path.split('.')
    const last = names.pop() ?? ''
    let target = changed as Record<string, unknown> | undefined
    for (const name of names) target = target?.[name] as Record<string, unknown> | undefined
    if (typeof target === 'object' && target !== null && Object.hasOwn(target, last))
      target[last] = typed(target[last], text)
  }
  return changed
}

function typed(sample: unknown, text: string): unknown {
  if (typeof sample === 'number' && text !== '' && Number.isFinite(Number(text)))
    return Number(text)
  if (typeof sample === 'boolean' && /^(true|false)$/.test(text)) return text === 'true'
  return sample === null && text === '' ? null : text
}
