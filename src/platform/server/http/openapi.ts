/** Describes the mounted endpoints as an OpenAPI 3.1 document, so that other programs can call them. */
import { z } from 'zod'
import { refusalHeaders } from '#shared/refusal.ts'
import { accessOf } from './guards.ts'
import { type FormFields, notFoundOf, type Route } from './route.ts'

type Json = Record<string, unknown>

interface Described {
  title: string
  version: string
  /** The address of the portal. */
  url: string
  /** The name of the session cookie. */
  cookie: string
}

export function openApi(routes: readonly Route[], api: Described): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const { method, path } = route.endpoint
    const address = path.replace(/:(\w+)/g, '{$1}')
    paths[address] = { ...paths[address], [method.toLowerCase()]: operation(route) }
  }
  return {
    openapi: '3.1.0',
    info: { title: api.title, version: api.version },
    servers: [{ url: api.url }],
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: api.cookie } },
      responses: { Refusal: refusal },
    },
  }
}

const refusal = {
  description: 'A refusal: one sentence for the user.',
  headers: Object.fromEntries(
    Object.entries(refusalHeaders).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' } },
    ]),
  ),
  content: { 'text/plain': { schema: { type: 'string' } } },
}

function operation({ endpoint, guard, spec }: Route): Json {
  const access = accessOf(guard)
  const status = String(spec.status ?? 200)
  return {
    operationId: operationId(endpoint.route),
    summary: spec.summary,
    tags: [endpoint.tags[0] ?? endpoint.stale[0] ?? 'portal'],
    security: access === 'anyone' ? [] : [{ session: [] }],
    ...(Array.isArray(access) && { 'x-roles': access }),
    parameters: [
      ...pathParameters(endpoint.path),
      ...queryParameters(spec.query),
      ...(spec.idempotent ? [idempotencyKey] : []),
    ],
    ...(spec.body && { requestBody: { required: true, content: jsonOf(spec.body, 'input') } }),
    ...(spec.form && {
      requestBody: {
        required: true,
        content: { 'multipart/form-data': { schema: formSchema(spec.form) } },
      },
    }),
    responses: {
      [status]: {
        description: 'OK',
        ...(spec.answer && { content: jsonOf(spec.answer, 'output') }),
      },
      ...notFoundResponse(notFoundOf(spec)),
      '4XX': { $ref: '#/components/responses/Refusal' },
    },
  }
}

const notFoundResponse = (sentence: string | undefined) =>
  sentence === undefined ? {} : { '404': { ...refusal, description: sentence } }

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Repeating a call with the same key has no further effect.',
  schema: { type: 'string', maxLength: 200 },
}

const file = { type: 'string', contentMediaType: 'application/octet-stream' }
const formTypes = { text: { type: 'string' }, file, files: { type: 'array', items: file } }

const formSchema = (fields: FormFields): Json => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(fields).map(([name, kind]) => [name, formTypes[kind]]),
  ),
})

/** 'putJobsIdStatus' of 'PUT /api/jobs/:id/status'. */
const operationId = (route: string): string => {
  const [method = '', path = ''] = route.split(' ')
  const words = path.replace('/api/', '').match(/\w+/g) ?? []
  return (
    method.toLowerCase() +
    words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  )
}

const pathParameters = (path: string): Json[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))

function queryParameters(query: z.ZodType | undefined): Json[] {
  if (!query) return []
  const { properties = {}, required = [] } = schemaOf(query, 'input')
  return Object.entries(properties as Json).map(([name, schema]) => ({
    name,
    in: 'query',
    required: (required as string[]).includes(name),
    schema,
  }))
}

const jsonOf = (schema: z.ZodType, io: 'input' | 'output') => ({
  'application/json': { schema: schemaOf(schema, io) },
})

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}
