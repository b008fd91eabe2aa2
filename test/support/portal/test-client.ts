/** An HTTP client of a test portal, without a network between them. */
import type { createServer } from '#app/server/server.ts'
import type { AnswerTo } from './endpoint-of-path.ts'

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

  /**
   * A request that returns the JSON of the response, typed by the endpoint of the path; a refusal throws
   * `{status}: {text}`. Payloads have no type: tests send wrong ones.
   */
  const call =
    <Method extends string>(method: Method) =>
    async <const Path extends string>(
      path: Path,
      payload?: unknown,
    ): Promise<AnswerTo<Method, Path>> => {
      const response = await request(method, path, payload)
      if (response.ok) return response.json()
      throw new Error(`${response.status}: ${await response.text()}`)
    }
  return {
    cookies,
    request,
    get: call('GET'),
    post: call('POST'),
    put: call('PUT'),
    delete: call('DELETE'),
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
