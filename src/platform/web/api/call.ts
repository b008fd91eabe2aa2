/** A call the portal declined or could not take. */
export class ApiError extends Error {
  override readonly name = 'CallFailed'
  /** The HTTP status, or 0 when nothing came back. */
  readonly status: number
  /** The sentence alone, without the status; may be empty. */
  readonly text: string

  constructor(status: number, message: string, text: string) {
    super(message)
    this.status = status
    this.text = text
  }
}

export const unreachableMessage =
  'The portal cannot be reached. Please check your connection and try again.'
const defect = 'Something went wrong on our side. Please try again in a moment.'

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | undefined
  /** Sent as JSON. */
  json?: unknown
  /** Sent as multipart. */
  form?: FormData | undefined
  headers?: Record<string, string> | undefined
  signal?: AbortSignal | undefined
}

/** Makes a call with cookies and reads the JSON answer (contract 7). */
export async function call<Answer>(path: string, options: CallOptions = {}): Promise<Answer> {
  const response = await callRaw(path, options)
  const body = await readText(response)
  // The border: what the portal answers is what its contract says.
  return (body === '' ? null : JSON.parse(body)) as Answer
}

/**
 * The portal's own sentence about a failed call, for a toast or a field; the fallback where it said
 * none, as when something between here and the portal answered (contract 8).
 */
export function errorMessage(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback
  return error.text || fallback || (error.status >= 500 ? defect : '')
}

/** The status of a failed call; 0 when nothing came back, undefined for any other mistake. */
export const errorStatus = (error: unknown): number | undefined =>
  error instanceof ApiError ? error.status : undefined

let signedOut = () => {}

/** Names what happens when the portal says that nobody is signed in any more. */
export function onSignedOut(listener: () => void) {
  signedOut = listener
}

let declined = () => {}

/** Names what happens when the portal declines a call: somebody else may be signed in by now. */
export function onForbidden(listener: () => void) {
  declined = listener
}

/** The same for callers who need more than the JSON, such as headers or a file; fails like `call`. */
export async function callRaw(
  path: string,
  { method = 'GET', json, form, headers, signal }: CallOptions = {},
): Promise<Response> {
  const response = await fetch(path, {
    method,
    credentials: 'include',
    signal: signal ?? null,
    ...(form && { body: form }),
    ...(json !== undefined && { body: JSON.stringify(json) }),
    headers: { ...(json !== undefined && { 'Content-Type': 'application/json' }), ...headers },
  }).catch(notReached)
  return ensureOk(path, response)
}

/** The answer itself when it is OK; fails like `call`. */
export async function ensureOk(path: string, response: Response): Promise<Response> {
  if (response.ok) return response
  if (response.status === 401 && path !== '/api/user') signedOut()
  if (response.status === 403 && !path.startsWith('/api/auth/')) declined()
  throw await failure(response)
}

/** The message exactly as contract 7. */
async function failure(response: Response): Promise<ApiError> {
  const { status, statusText } = response
  const body = await readText(response)
  if (status < 500) return new ApiError(status, `${status}: ${body}`, body)
  const plain = response.headers.get('Content-Type')?.startsWith('text/plain') && body !== ''
  return new ApiError(status, `${status}: ${statusText}`, plain ? body : '')
}

const readText = (response: Response): Promise<string> => response.text().catch(notReached)

function notReached(reason: unknown): never {
  if (reason instanceof DOMException && reason.name === 'AbortError') throw reason
  throw new ApiError(0, unreachableMessage, unreachableMessage)
}
