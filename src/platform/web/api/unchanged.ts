/** The last answers with their entity tags, so that the server does not send unchanged ones again. */
import { callRaw } from './call.ts'

/** Few, because a list of ten thousand rows may be among them. */
const maxAnswers = 12

const lastAnswers = new Map<string, { etag: string; value: unknown }>()

/** So that the next user does not see them. */
export const forgetAnswers = (): void => lastAnswers.clear()

/**
 * Makes a GET and returns what `read` makes of the response; the same value as the last time while the
 * server says that nothing has changed.
 */
export async function callUnlessUnchanged<Value>(
  path: string,
  signal: AbortSignal | undefined,
  read: (response: Response) => Promise<Value>,
): Promise<Value> {
  const last = lastAnswers.get(path)
  const headers = last && { 'If-None-Match': last.etag }
  const response = await callRaw(path, { signal, headers })
  // The value was read from this path by the same function.
  if (last && response.status === 304) return last.value as Value
  const value = await read(response)
  const etag = response.headers.get('ETag')
  // The newest answer is the last of the map.
  lastAnswers.delete(path)
  if (etag !== null) lastAnswers.set(path, { etag, value })
  const [oldest] = lastAnswers.keys()
  if (lastAnswers.size > maxAnswers && oldest !== undefined) lastAnswers.delete(oldest)
  return value
}
