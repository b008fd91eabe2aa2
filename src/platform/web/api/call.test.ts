import { afterEach, describe, expect, test, vi } from 'vitest'
import { ApiError, call, errorMessage, errorStatus, onForbidden, onSignedOut } from './call.ts'

const answer = (body: string, init: ResponseInit) =>
  vi.stubGlobal('fetch', async () => new Response(body, init))

const failed = (path: string) =>
  call(path).then(
    () => expect.fail('the call went through'),
    (error: unknown) => error,
  )

afterEach(() => vi.unstubAllGlobals())

describe('a call', () => {
  test('answers the JSON of an OK response', async () => {
    answer('{"id":"1"}', { status: 200 })
    expect(await call('/api/jobs')).toEqual({ id: '1' })
  })

  test('raises the status and the body text below 500', async () => {
    answer('Job title is required', { status: 400 })
    const error = await failed('/api/jobs')
    expect(error).toMatchObject({ message: '400: Job title is required', status: 400 })
    expect(errorMessage(error, 'Error')).toBe('Job title is required')
  })

  test('raises the status and the status text from 500 on', async () => {
    const headers = { 'Content-Type': 'text/html' }
    answer('<html>', { status: 502, statusText: 'Bad Gateway', headers })
    const error = await failed('/api/jobs')
    expect(error).toMatchObject({ message: '502: Bad Gateway' })
    expect(errorMessage(error, 'Failed to update member')).toBe('Failed to update member')
    expect(errorMessage(error, '')).toMatch(/^Something went wrong on our side/)
  })

  test('keeps the words of a defect of the portal, with their reference', async () => {
    const words = 'Something went wrong on our side (reference 1a2b3c4d)'
    answer(words, { status: 500, headers: { 'Content-Type': 'text/plain;charset=UTF-8' } })
    expect(errorMessage(await failed('/api/jobs'), 'Failed to update member')).toBe(words)
  })

  test('says in a sentence that nothing came back', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch')
    })
    const error = await failed('/api/jobs')
    expect(error).toBeInstanceOf(ApiError)
    expect(errorStatus(error)).toBe(0)
    expect(errorMessage(error, '')).toMatch(/cannot be reached/)
  })

  test('tells of a lost sign-in, except when it asks who is signed in', async () => {
    const lost = vi.fn()
    onSignedOut(lost)
    answer('Please sign in', { status: 401 })
    await failed('/api/user')
    expect(lost).not.toHaveBeenCalled()
    await failed('/api/jobs')
    expect(lost).toHaveBeenCalledOnce()
  })

  test('tells of being declined, except while signing in', async () => {
    const declined = vi.fn()
    onForbidden(declined)
    answer('Please enter the six digits', { status: 403 })
    await failed('/api/auth/verify')
    expect(declined).not.toHaveBeenCalled()
    await failed('/api/jobs')
    expect(declined).toHaveBeenCalledOnce()
  })
})
