/** Multipart requests that report their progress, which fetch cannot do. */
import type { AnswerOf, Endpoint, InputOf } from '#shared/endpoint.ts'
import { portalHeader } from '#shared/portal-header.ts'
import { ApiError, ensureOk, unreachableMessage } from './call.ts'
import { answerOf, headersOf, urlOf } from './client.ts'

interface FormOptions {
  headers?: Record<string, string>
  /** Called with the fraction that has been sent, from 0 to 1. */
  onProgress: (fraction: number) => void
  signal?: AbortSignal
  /** Aborts the request when nothing has been sent for this time. */
  stallTimeoutMs?: number
}

/** `send` of an endpoint's form. */
export async function sendForm<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E> & { form: FormData; idempotencyKey?: string },
  options: Omit<FormOptions, 'headers'>,
): Promise<AnswerOf<E>> {
  const path = urlOf(endpoint, input)
  const headers = headersOf(input)
  const response = await postForm(path, input.form, { ...options, headers })
  return answerOf(endpoint, await ensureOk(response))
}

/**
 * Posts a form with cookies and returns the response, whatever its status. Throws an ApiError with
 * status 0 when the connection fails or stalls, or the request is aborted.
 */
export function postForm(
  path: string,
  form: FormData,
  { headers = {}, onProgress, signal, stallTimeoutMs }: FormOptions,
): Promise<Response> {
  return new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    let stallTimer: ReturnType<typeof setTimeout> | undefined
    const restartStallTimer = () => {
      clearTimeout(stallTimer)
      if (stallTimeoutMs !== undefined) stallTimer = setTimeout(abort, stallTimeoutMs)
    }
    request.upload.onprogress = ({ loaded, total }) => {
      restartStallTimer()
      if (total > 0) onProgress(loaded / total)
    }
    request.upload.onload = () => onProgress(1)
    request.onload = () => resolve(responseOf(request))
    request.onerror = () => reject(new ApiError(0, unreachableMessage, unreachableMessage))
    request.onabort = request.onerror
    request.onloadend = () => {
      clearTimeout(stallTimer)
      signal?.removeEventListener('abort', abort)
    }
    signal?.addEventListener('abort', abort)
    request.open('POST', path)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    restartStallTimer()
    request.send(form)
  })
}

function responseOf(request: XMLHttpRequest): Response {
  const { status, statusText, responseText } = request
  const headers = new Headers()
  for (const name of [
    'Content-Type',
    'Error-Code',
    'Error-Field',
    'Error-Member',
    'Date',
    portalHeader,
  ]) {
    const value = request.getResponseHeader(name)
    if (value !== null) headers.set(name, value)
  }
  return new Response(responseText || null, { status, statusText, headers })
}
