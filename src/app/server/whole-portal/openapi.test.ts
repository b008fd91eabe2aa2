import { describe, expect, test } from 'vitest'
import { testPortal } from '#test/support/portal/test-portal.ts'

interface Document {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
}
interface Operation {
  operationId: string
  security?: unknown[]
  'x-roles'?: string[]
  parameters: { name: string; in: string; required?: boolean }[]
  requestBody?: { content: Record<string, { schema: Record<string, unknown> }> }
  responses: Record<
    string,
    { description: string; content?: Record<string, { schema: Record<string, unknown> }> }
  >
}

describe('GET /api/openapi.json', () => {
  test('describes every endpoint with its roles, parameters, body and answer', async () => {
    const portal = await testPortal('SQLite')
    const admin = await portal.as('admin')
    const { openapi, servers, paths } = (await admin.get(
      '/api/openapi.json',
    )) as unknown as Document
    expect(openapi).toBe('3.1.0')
    expect(servers).toEqual([{ url: portal.world.publicUrl }])

    const figures = paths['/api/admin/figures']?.get
    expect(figures?.['x-roles']).toEqual(['admin'])
    expect(figures?.parameters).toEqual([
      expect.objectContaining({ name: 'year', in: 'query', required: false }),
    ])
    const answer = figures?.responses['200']?.content?.['application/json']?.schema
    expect(answer?.required).toEqual(['joined', 'dues', 'ending', 'offered'])

    const about = paths['/api/about']?.get
    expect(about?.security).toEqual([])
    expect(figures?.security).toEqual([{ session: [] }])

    // A route with a record, and one whose handler finds it under a lock.
    const member = paths['/api/admin/members/{id}']
    expect(member?.get?.responses['404']?.description).toBe('Member not found')
    expect(member?.put?.responses['404']?.description).toBe('Member not found')
    expect(figures?.responses['404']).toBeUndefined()

    const ids = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    )
    expect(new Set(ids).size).toBe(ids.length)
  })
})
