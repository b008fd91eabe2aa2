import { describe, expect, test } from 'vitest'
import { fieldsOf, type OpenApi, operationsOf, withFields } from './operations.ts'

const body = { name: 'Asha', selection: { ids: ['1', '2'], all: false }, pay_min: 5, reason: null }

describe('fields of a body', () => {
  test('have the path of each value', () => {
    expect(fieldsOf(body)).toEqual([
      ['name', 'Asha'],
      ['selection.ids.0', '1'],
      ['selection.ids.1', '2'],
      ['selection.all', false],
      ['pay_min', 5],
      ['reason', null],
    ])
  })

  test('come back with the types of the body, and payloads as texts', () => {
    const texts = fieldsOf(body).map(([path, value]): [string, string] => [path, `${value ?? ''}`])
    expect(withFields(body, texts)).toEqual(body)
    const payload = "1' or '1'='1"
    expect(withFields(body, [['pay_min', payload]])).toEqual({ ...body, pay_min: payload })
    expect(withFields(body, [['selection.ids.1', payload]])).toEqual({
      ...body,
      selection: { ids: ['1', payload], all: false },
    })
    expect(withFields(body, [['no.such.field', payload]])).toEqual(body)
  })
})

test('operations have the roles, parameters and fields of the description', () => {
  const api: OpenApi = {
    paths: {
      '/api/jobs/{id}': {
        put: {
          operationId: 'putJobsId',
          security: [{ session: [] }],
          'x-roles': ['oem'],
          parameters: [{ name: 'id', in: 'path', schema: { type: 'string' } }],
          requestBody: {
            content: { 'application/json': { schema: { type: 'object', properties: {} } } },
          },
        },
      },
      '/api/upload': {
        post: {
          operationId: 'postUpload',
          parameters: [{ name: 'limit', in: 'query', schema: { type: 'string' } }],
          requestBody: {
            content: {
              'multipart/form-data': {
                schema: {
                  type: 'object',
                  properties: {
                    name: { type: 'string' },
                    file: { type: 'string', contentMediaType: 'application/octet-stream' },
                  },
                },
              },
            },
          },
        },
      },
    },
  }
  expect(operationsOf(api, { jobs: ['7'] })).toEqual([
    {
      id: 'putJobsId',
      method: 'PUT',
      path: '/api/jobs/{id}',
      roles: ['oem'],
      pathNames: ['id'],
      query: { id: '7' },
      body: {},
      otherBody: expect.any(Function),
      form: undefined,
    },
    {
      id: 'postUpload',
      method: 'POST',
      path: '/api/upload',
      roles: ['visitor', 'seeker', 'vendor', 'oem', 'admin'],
      pathNames: [],
      query: { limit: '5' },
      body: undefined,
      otherBody: undefined,
      form: { name: 'text', file: 'file' },
    },
  ])
})
