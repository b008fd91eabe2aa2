import { afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { portalHeader, portalHeaderValue } from '#shared/portal-header.ts'
import {
  ApiError,
  errorMessage,
  errorStatus,
  onConfirmationNeeded,
  onForbidden,
  onSignedOut,
  renewing,
} from './call.ts'
import { send } from './client.ts'

const job = z.object({ id: z.string() })
const getJob = endpoint<{ answer: typeof job }>()('GET /api/jobs/:id')

const proxyResponds = (body: string, init: ResponseInit) =>
  vi.stubGlobal('fetch', async () => new Response(body, init))

const respondWith = (body: string, { headers, ...init }: ResponseInit) =>
  proxyResponds(body, { ...init, headers: { ...headers, [portalHeader]: portalHeaderValue } })

const failedCall = (options?: Parameters<typeof send>[2]) =>
  send(getJob, { id: '1' }, options).then(
    () => expect.fail('the call succeeded'),
    (error: unknown) => error,
  )

afterEach(() => vi.unstubAllGlobals())

describe('send', () => {
  test('returns the JSON of an OK response', async () => {
    respondWith('{"id":"1"}', { status: 200 })
    expect(await send(getJob, { id: '1' })).toEqual({ id: '1' })
  })

  test('below status 500 throws the status and the body text', async () => {
    respondWith('Job title is required', { status: 400 })
    const error = await failedCall()
    expect(error).toMatchObject({ message: '400: Job title is required', status: 400 })
    expect(errorMessage(error, 'Error')).toBe('Job title is required')
  })

  test('throws the code and the field that the server names', async () => {
    const headers = { 'Error-Code': 'number-taken', 'Error-Field': 'Membership%20No.' }
    respondWith('This number is taken', { status: 409, headers })
    expect(await failedCall()).toMatchObject({
      code: 'number-taken',
      field: 'Membership No.',
    })
    respondWith('Job title is required', { status: 400 })
    expect(await failedCall()).toMatchObject({ code: undefined, field: undefined })
  })

  test.each([
    [403, 'text/html', 'Failed to update member'],
    [429, 'application/json', 'Failed to update member'],
    [404, 'text/plain', 'Failed to update member'],
    [503, 'text/plain', 'Failed to update member'],
    [413, 'text/html', 'This is too large for the server'],
    [413, 'text/plain', 'This is too large for the server'],
  ])('status %i of a proxy as %s is shown as: %s', async (status, type, message) => {
    proxyResponds('default backend', {
      status,
      headers: { 'Content-Type': type, Date: new Date(0).toUTCString() },
    })
    expect(errorMessage(await failedCall(), 'Failed to update member')).toBe(message)
  })

  test('from status 500 on throws the status and the status text', async () => {
    const headers = { 'Content-Type': 'text/html' }
    respondWith('<html>', { status: 502, statusText: 'Bad Gateway', headers })
    const error = await failedCall()
    expect(error).toMatchObject({ message: '502: Bad Gateway' })
    expect(errorMessage(error, 'Failed to update member')).toBe('Failed to update member')
    expect(errorMessage(error, '')).toMatch(/^Something went wrong on our side/)
  })

  test('keeps the plain text of a server error with its reference', async () => {
    const message = 'Something went wrong on our side (reference 1a2b3c4d)'
    respondWith(message, { status: 500, headers: { 'Content-Type': 'text/plain;charset=UTF-8' } })
    const error = await failedCall()
    expect(errorMessage(error, 'Failed to update member')).toBe(message)
  })

  test('throws status 0 with a message when there is no response', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch')
    })
    const error = await failedCall()
    expect(error).toBeInstanceOf(ApiError)
    expect(errorStatus(error)).toBe(0)
    expect(errorMessage(error, '')).toMatch(/cannot be reached/)
  })

  test.each([
    [401, 'that nobody is signed in', onSignedOut],
    [403, 'that the call is forbidden', onForbidden],
  ])('status %i calls the listener %s, except for calls about the session', async (...row) => {
    const [status, , listen] = row
    const listener = vi.fn()
    listen(listener)
    respondWith('Please sign in', { status })
    await failedCall({ isSessionCall: true })
    expect(listener).not.toHaveBeenCalled()
    await failedCall()
    expect(listener).toHaveBeenCalledOnce()
  })

  test('makes a call again after the second factor was given, and fails without it', async () => {
    let isConfirmed = false
    const headers = { 'Error-Code': 'confirmation-needed' }
    vi.stubGlobal('fetch', async () =>
      isConfirmed
        ? new Response('{"id":"1"}')
        : new Response("Please confirm it's you to continue", { status: 403, headers }),
    )
    onConfirmationNeeded(async () => false)
    expect(await failedCall()).toMatchObject({ status: 403, code: 'confirmation-needed' })
    onConfirmationNeeded(async () => {
      isConfirmed = true
      return true
    })
    expect(await send(getJob, { id: '1' })).toEqual({ id: '1' })
  })

  test('makes a call again that was sent with the cookie of before a renewal', async () => {
    const listener = vi.fn()
    onSignedOut(listener)
    const renewal = Promise.withResolvers<void>()
    let isRenewed = false
    vi.stubGlobal('fetch', async () =>
      isRenewed ? new Response('{"id":"1"}') : new Response('Please log in', { status: 401 }),
    )
    const renewed = renewing(renewal.promise)
    const answer = send(getJob, { id: '1' })
    isRenewed = true
    renewal.resolve()
    await renewed
    expect(await answer).toEqual({ id: '1' })
    expect(listener).not.toHaveBeenCalled()
  })
})
