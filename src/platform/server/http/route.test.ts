import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { Refusal } from '#shared/refusal.ts'
import { createLog } from '../core/log.ts'
import { answerError } from './error-response.ts'
import { anyone } from './guards.ts'
import type { PortalEnv } from './request-context.ts'
import { mount, route } from './route.ts'

const body = z.object({ title: z.string('Title is required') })
const answer = z.object({ title: z.string(), before: z.string() })
const putBook = endpoint<{ body: typeof body; answer: typeof answer }>()('PUT /api/books/:id')

const [known, unknown] = [
  '0190a0a0-0000-7000-8000-000000000001',
  '0190a0a0-0000-7000-8000-000000000002',
]

const server = new Hono<PortalEnv>().onError(answerError(createLog('silent')))
mount(
  server,
  [
    route(
      putBook,
      anyone(),
      {
        summary: 'Rename a book',
        body,
        answer,
        record: {
          find: async (id) => (id === known ? { title: 'Teak' } : undefined),
          missing: () => new Refusal('missing', 'Book not found'),
        },
      },
      ({ record, body: { title } }) => ({ title, before: record.title }),
    ),
  ],
  { checkAnswers: true },
)

test.each([
  ['a record goes to the handler', known, { title: 'Oak' }, 200, '{"title":"Oak","before":"Teak"}'],
  ['an unknown id', unknown, { title: 'Oak' }, 404, 'Book not found'],
  ['a malformed id, with the same sentence', 'a.b', { title: 'Oak' }, 404, 'Book not found'],
  ['a malformed id before an invalid body', 'a.b', {}, 404, 'Book not found'],
  ['an invalid body before an unknown id', unknown, {}, 400, 'Title is required'],
])('the record of a route: %s', async (_case, id, sent, status, text) => {
  const response = await server.request(`/api/books/${id}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(sent),
  })
  expect([response.status, await response.text()]).toEqual([status, text])
})
