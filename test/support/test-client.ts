/** An HTTP client of a test portal, without a network between them. */
import type { createServer } from '#app/server/server.ts'

export const publicUrl = 'http://portal.test'

export type TestClient = ReturnType<typeof openClient>

/** A new client without cookies. Like a browser it keeps cookies and sends its origin. */
export function openClient(server: ReturnType<typeof createServer>) {
  const cookies = new Map<string, string>()

  /** Any request, JSON or a multipart form; returns the raw response. */
  const request = async (
    method: string,
    path: string,
    payload?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> => {
    const isForm = payload instanceof FormData
    const response = await server.request(publicUrl + path, {
      method,
      headers: withoutEmpty({
        ...(cookies.size > 0 && {
          Cookie: cookieHeader({ cookies }),
        }),
        ...(!/^(GET|HEAD)$/.test(method) && { Origin: publicUrl }),
        ...(payload !== undefined && !isForm && { 'Content-Type': 'application/json' }),
        ...headers,
      }),
      ...(payload !== undefined && { body: isForm ? payload : JSON.stringify(payload) }),
    })
    for (const header of response.headers.getSetCookie()) storeCookie(cookies, header)
    return response
  }

  /** A request that returns the JSON of the response; a refusal throws `{status}: {text}`. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of any shape
  const call = async (method: string, path: string, payload?: unknown): Promise<any> => {
    const response = await request(method, path, payload)
    if (response.ok) return response.json()
    throw new Error(`${response.status}: ${await response.text()}`)
  }
  return {
    cookies,
    request,
    get: (path: string) => call('GET', path),
    post: (path: string, payload?: unknown) => call('POST', path, payload),
    put: (path: string, payload?: unknown) => call('PUT', path, payload),
    delete: (path: string) => call('DELETE', path),
  }
}

/** Omits headers with an empty value, so that a caller can remove a default header. */
const withoutEmpty = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''))

/** The Cookie header of a client. */
export const cookieHeader = ({ cookies }: { cookies: ReadonlyMap<string, string> }): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** Stores or deletes the cookie of a Set-Cookie header. */
export function storeCookie(cookies: Map<string, string>, header: string): void {
  const [pair = '', ...attributes] = header.split('; ')
  const [name = '', value = ''] = pair.split('=')
  if (attributes.includes('Max-Age=0')) cookies.delete(name)
  else cookies.set(name, value)
}
