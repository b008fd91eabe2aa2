import { afterEach, describe, expect, test, vi } from 'vitest'
import { ApiError, call, errorMessage, errorStatus, onForbidden, onSignedOut } from './call.ts'

const respondWith = (body: string, init: ResponseInit) =>
  vi.stubGlobal('fetch', async () => new Response(body, init))

const failedCall = (path: string) =>
  call(path).then(
    () => expect.fail('the call succeeded'),
    (error: unknown) => error,
  )

afterEach(() => vi.unstubAllGlobals())

describe('call', () => {
  test('returns the JSON of an OK response', async () => {
    respondWith('{"id":"1"}', { status: 200 })
    expect(await call('/api/jobs')).toEqual({ id: '1' })
  })

  test('below status 500 throws the status and the body text', async () => {
    respondWith('Job title is required', { status: 400 })
    const error = await failedCall('/api/jobs')
    expect(error).toMatchObject({ message: '400: Job title is required', status: 400 })
    expect(errorMessage(error, 'Error')).toBe('Job title is required')
  })

  test('throws the code and the field that the server names', async () => {
    const headers = { 'Error-Code': 'number-taken', 'Error-Field': 'Membership%20No.' }
    respondWith('This number is taken', { status: 409, headers })
    expect(await failedCall('/api/jobs')).toMatchObject({
      code: 'number-taken',
      field: 'Membership No.',
    })
    respondWith('Job title is required', { status: 400 })
    expect(await failedCall('/api/jobs')).toMatchObject({ code: undefined, field: undefined })
  })

  test('from status 500 on throws the status and the status text', async () => {
    const headers = { 'Content-Type': 'text/html' }
    respondWith('<html>', { status: 502, statusText: 'Bad Gateway', headers })
    const error = await failedCall('/api/jobs')
    expect(error).toMatchObject({ message: '502: Bad Gateway' })
    expect(errorMessage(error, 'Failed to update member')).toBe('Failed to update member')
    expect(errorMessage(error, '')).toMatch(/^Something went wrong on our side/)
  })

  test('keeps the plain text of a server error with its reference', async () => {
    const message = 'Something went wrong on our side (reference 1a2b3c4d)'
    respondWith(message, { status: 500, headers: { 'Content-Type': 'text/plain;charset=UTF-8' } })
    const error = await failedCall('/api/jobs')
    expect(errorMessage(error, 'Failed to update member')).toBe(message)
  })

  test('throws status 0 with a message when there is no response', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch')
    })
    const error = await failedCall('/api/jobs')
    expect(error).toBeInstanceOf(ApiError)
    expect(errorStatus(error)).toBe(0)
    expect(errorMessage(error, '')).toMatch(/cannot be reached/)
  })

  test('reports status 401 to the listener, except from /api/user', async () => {
    const listener = vi.fn()
    onSignedOut(listener)
    respondWith('Please sign in', { status: 401 })
    await failedCall('/api/user')
    expect(listener).not.toHaveBeenCalled()
    await failedCall('/api/jobs')
    expect(listener).toHaveBeenCalledOnce()
  })

  test('reports status 403 to the listener, except from /api/auth', async () => {
    const listener = vi.fn()
    onForbidden(listener)
    respondWith('Please enter the six digits', { status: 403 })
    await failedCall('/api/auth/verify')
    expect(listener).not.toHaveBeenCalled()
    await failedCall('/api/jobs')
    expect(listener).toHaveBeenCalledOnce()
  })
})
