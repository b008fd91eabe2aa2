import type { FileKind } from '#shared/file-kinds.ts'
import { postUpload } from '#shared/upload-endpoint.ts'
import { ApiError, errorOf, readText } from '../api/call.ts'
import { urlOf } from '../api/client.ts'
import { postForm } from '../api/send-form.ts'

interface SendOptions {
  kind: FileKind
  name: string
  /** Called with the fraction that has been sent, from 0 to 1. */
  onProgress: (fraction: number) => void
  signal: AbortSignal
}

/** A connection that has sent nothing for this time counts as lost. */
const stallTimeoutMs = 45_000

const noConnection = 'No connection'

/**
 * Sends one file to POST /api/upload and returns its URL. Throws an ApiError: status 0 when the
 * connection was lost, else with the message of the server.
 */
export async function sendFile(
  file: Blob,
  { kind, name, onProgress, signal }: SendOptions,
): Promise<string> {
  const form = new FormData()
  form.append('file', file, name)
  const path = urlOf(postUpload, { query: { kind }, form })
  const options = { onProgress, signal, stallTimeoutMs }
  const response = await postForm(path, form, options).catch(() => {
    throw new ApiError(0, noConnection, noConnection)
  })
  if (!response.ok) throw await errorOf(response)
  const url = urlIn(await readText(response))
  if (url === undefined) throw new ApiError(response.status, `${response.status}: no address`, '')
  return url
}

function urlIn(json: string): string | undefined {
  try {
    const { url } = JSON.parse(json)
    return typeof url === 'string' ? url : undefined
  } catch {
    return undefined
  }
}
