import { portalHeader, portalHeaderValue } from '#shared/portal-header.ts'
import type { RefusalCode } from '#shared/refusal.ts'
import { type Limitation, setLimitation } from './limitation.ts'

/** A call that the server refused or that did not get through. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The HTTP status, or 0 when there was no response. */
  readonly status: number
  /** The portal's own message without the status; empty when another program answered. */
  readonly text: string
  /** Why the server refused, as a word that never changes with the message: 'email-taken'. */
  readonly code: RefusalCode | undefined
  /** The name of the invalid field. */
  readonly field: string | undefined
  /** The id of the member whose earlier payment is the reason. */
  readonly member: string | undefined

  constructor(status: number, message: string, text: string, headers?: Headers) {
    super(message)
    this.status = status
    this.text = text
    // Trust boundary: the server sends the codes of its contract.
    this.code = (headers?.get('Error-Code') ?? undefined) as RefusalCode | undefined
    this.member = headers?.get('Error-Member') ?? undefined
    this.field = decodeURIComponent(headers?.get('Error-Field') ?? '') || undefined
  }
}

export const unreachableMessage =
  'The portal cannot be reached. Please check your connection and try again.'
const serverErrorMessage = 'Something went wrong on our side. Please try again in a moment.'
const tooLargeMessage = 'This is too large for the server'

interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | undefined
  /** Sent as JSON. */
  json?: unknown
  /** Sent as multipart. */
  form?: FormData | undefined
  headers?: Record<string, string> | undefined
  signal?: AbortSignal | undefined
  /** True for calls that sign in or load the user: their 401 and 403 do not call the listeners below. */
  isSessionCall?: boolean | undefined
}

/**
 * The server's message about a failed call, for a toast or a field. The fallback where it sent none,
 * for example because a proxy answered (contract 8.1).
 */
export function errorMessage(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback
  return error.text || fallback || (error.status >= 500 ? serverErrorMessage : '')
}

/** The status of a failed call; 0 when there was no response, undefined for any other error. */
export const errorStatus = (error: unknown): number | undefined =>
  error instanceof ApiError ? error.status : undefined

let signedOutListener = () => {}

/** Sets what happens when the server responds that the user is not signed in. */
export function onSignedOut(listener: () => void): void {
  signedOutListener = listener
}

let forbiddenListener = () => {}

/** Sets what happens when the server forbids a call: another user may have signed in in this browser. */
export function onForbidden(listener: () => void): void {
  forbiddenListener = listener
}

let confirmationListener = (): Promise<boolean> => Promise.resolve(false)

/**
 * Sets the function that asks for the second factor when a sensitive action needs it (contract 11.10). When it resolves
 * to true, the call is repeated.
 */
export function onConfirmationNeeded(listener: () => Promise<boolean>): void {
  confirmationListener = listener
}

let renewal: Promise<unknown> | undefined
let renewals = 0

/** Wraps a call that replaces the session cookie: concurrent calls that used the old cookie are repeated. */
export async function renewing<Answer>(call: Promise<Answer>): Promise<Answer> {
  renewal = call.catch(() => {})
  try {
    return await call
  } finally {
    renewal = undefined
    renewals += 1
  }
}

async function requestWithCurrentSession(path: string, options: CallOptions): Promise<Response> {
  const renewalsBefore = renewals
  const response = await request(path, options)
  const isOutdated = renewal !== undefined || renewals !== renewalsBefore
  if (response.status !== 401 || options.isSessionCall || !isOutdated) return response
  await renewal
  return request(path, options)
}

/** Makes a request with cookies. Throws an ApiError unless the status is OK (contract 7.1). */
export async function callRaw(path: string, options: CallOptions = {}): Promise<Response> {
  const response = await requestWithCurrentSession(path, options)
  const needsConfirmation = response.headers.get('Error-Code') === 'confirmation-needed'
  if (needsConfirmation && (await confirmationListener()))
    return ensureOk(await request(path, options), options.isSessionCall)
  return ensureOk(response, options.isSessionCall)
}

function request(
  path: string,
  { method = 'GET', json, form, headers, signal }: CallOptions,
): Promise<Response> {
  return fetch(path, {
    method,
    credentials: 'include',
    signal: signal ?? null,
    ...(form && { body: form }),
    ...(json !== undefined && { body: JSON.stringify(json) }),
    headers: { ...(json !== undefined && { 'Content-Type': 'application/json' }), ...headers },
  }).catch(throwUnreachable)
}

/** The response itself when its status is OK; otherwise calls the listeners and throws an ApiError. */
export async function ensureOk(response: Response, isSessionCall = false): Promise<Response> {
  if (response.ok) return response
  if (response.status === 401) setLimitation(limitationIn(response))
  if (response.status === 401 && !isSessionCall) signedOutListener()
  if (response.status === 403 && !isSessionCall) forbiddenListener()
  throw await errorOf(response)
}

function limitationIn({ headers }: Response): Limitation | undefined {
  const code = headers.get('Error-Code')
  if (code === 'second-factor-missing') return 'enrol'
  return code === 'second-factor-needed' ? 'confirm' : undefined
}

/** The error for a response; its message has the form of contract 7.1. */
export async function errorOf(response: Response): Promise<ApiError> {
  const { status, statusText, headers } = response
  const body = await readText(response)
  const message = `${status}: ${status < 500 ? body : statusText}`
  return new ApiError(status, message, isOwnMessage(headers) ? body : textOf(status), headers)
}

/**
 * Whether the portal sent this answer, and not a proxy: its sentences are plain text, its report of invalid rows
 * (contract 15.3) has a code. An answer without a Date header comes from within the browser, such as a service worker.
 */
const isOwnMessage = (headers: Headers): boolean =>
  (headers.get(portalHeader) === portalHeaderValue || !headers.has('Date')) &&
  (headers.has('Error-Code') || !!headers.get('Content-Type')?.startsWith('text/plain'))

/** A proxy refuses large bodies before the portal sees them. */
const textOf = (status: number): string => (status === 413 ? tooLargeMessage : '')

/** The body; throws an ApiError when the connection breaks. */
export const readText = (response: Response): Promise<string> =>
  response.text().catch(throwUnreachable)

function throwUnreachable(reason: unknown): never {
  if (reason instanceof DOMException && reason.name === 'AbortError') throw reason
  throw new ApiError(0, unreachableMessage, unreachableMessage)
}
