/** A form with a large file, told how far it is on its way; fetch tells no progress. */
import { ApiError, ensureOk, unreachableMessage } from '../api/call.ts'

interface SendOptions {
  headers?: Record<string, string>
  /** From 0 to 1 while the bytes travel. */
  onSent: (part: number) => void
}

/** Posts the form with cookies and reads the JSON answer; fails like `call`. */
export async function sendForm<Answer>(
  path: string,
  form: FormData,
  options: SendOptions,
): Promise<Answer> {
  const response = await ensureOk(path, await post(path, form, options))
  // The border: what the portal answers is what its contract says.
  return (await response.json()) as Answer
}

function post(path: string, form: FormData, { headers = {}, onSent }: SendOptions) {
  return new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.upload.onprogress = ({ loaded, total }) => {
      if (total > 0) onSent(loaded / total)
    }
    request.upload.onload = () => onSent(1)
    request.onerror = () => reject(new ApiError(0, unreachableMessage, unreachableMessage))
    request.onabort = request.onerror
    request.onload = () => {
      const { status, statusText, responseText } = request
      const type = request.getResponseHeader('Content-Type') ?? 'text/plain'
      resolve(new Response(responseText, { status, statusText, headers: { 'Content-Type': type } }))
    }
    request.open('POST', path)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.send(form)
  })
}
