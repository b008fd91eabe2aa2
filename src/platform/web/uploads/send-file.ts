import type { FileKind } from '#shared/file-kinds.ts'
import { ApiError } from '../api/call.ts'

interface UploadOptions {
  kind: FileKind
  name: string
  /** From 0 to 1 while the bytes travel. */
  onProgress: (part: number) => void
  signal: AbortSignal
}

/** A line that carries nothing for so long is taken for lost. */
const patience = 45_000

const unreachable = 'No connection'

/**
 * Sends one file to POST /api/upload and answers its address. Fails with CallFailed: status 0 when
 * the line was lost, else with the portal's sentence. XMLHttpRequest, because fetch tells no progress.
 */
export function sendFile(file: Blob, options: UploadOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let watch: ReturnType<typeof setTimeout> | undefined
    const stillThere = () => {
      clearTimeout(watch)
      watch = setTimeout(() => request.abort(), patience)
    }
    const lost = () => reject(new ApiError(0, unreachable, unreachable))
    request.upload.onprogress = ({ loaded, total }) => {
      stillThere()
      if (total > 0) options.onProgress(loaded / total)
    }
    request.onload = () => {
      const address = request.status < 300 ? addressIn(request.responseText) : undefined
      if (address === undefined) reject(refused(request))
      else resolve(address)
    }
    request.onerror = lost
    request.onabort = lost
    request.onloadend = () => {
      clearTimeout(watch)
      options.signal.removeEventListener('abort', stop)
    }
    const stop = () => request.abort()
    options.signal.addEventListener('abort', stop)
    const form = new FormData()
    form.append('file', file, options.name)
    request.open('POST', `/api/upload?${new URLSearchParams({ kind: options.kind })}`)
    stillThere()
    request.send(form)
  })
}

function addressIn(answer: string): string | undefined {
  try {
    const { url } = JSON.parse(answer)
    return typeof url === 'string' ? url : undefined
  } catch {
    return undefined
  }
}

function refused(request: XMLHttpRequest): ApiError {
  const plain = request.getResponseHeader('Content-Type')?.startsWith('text/plain')
  const words = plain ? request.responseText : ''
  return new ApiError(request.status, `${request.status}: ${words}`, words)
}
