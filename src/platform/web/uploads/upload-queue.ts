/** The line behind `uploads.ts`: two files travel at a time, and a lost line is tried again. */
import { errorMessage, errorStatus } from '../api/call.ts'
import { sendFile } from './send-file.ts'
import { storeUpload } from './stored-uploads.ts'
import { findUpload, type Upload, type UploadQueue, updateUpload } from './upload-list.ts'

const atOnce = 2
const mostTries = 6

/** Sends what waits, as far as there is room on the line. */
export function sendNext(uploads: UploadQueue) {
  const { list } = uploads
  const room = atOnce - list.filter(({ state }) => state === 'sending').length
  const waiting = list.filter(({ state }) => state === 'waiting')
  for (const upload of waiting.slice(0, Math.max(0, room))) void send(uploads, upload)
}

async function send(uploads: UploadQueue, { id, kind, name, type }: Upload) {
  const blob = uploads.blobs.get(id)
  if (!blob || !type) return
  const stop = new AbortController()
  uploads.stops.set(id, stop)
  updateUpload(uploads, id, { state: 'sending', progress: 0, error: undefined })
  try {
    const onProgress = (progress: number) => updateUpload(uploads, id, { progress })
    const address = await sendFile(blob, { kind, name, onProgress, signal: stop.signal })
    uploads.tries.delete(id)
    updateUpload(uploads, id, { state: 'done', progress: 1, url: address })
    if (findUpload(uploads, id))
      void storeUpload(uploads.owner, { id, kind, name, type, blob, address, at: Date.now() })
  } catch (error) {
    if (!stop.signal.aborted) stumble(uploads, id, error)
  } finally {
    uploads.stops.delete(id)
    sendNext(uploads)
  }
}

/** What is wrong with the file is final; a lost line or a busy portal is tried again. */
function stumble(uploads: UploadQueue, id: string, error: unknown) {
  const status = errorStatus(error) ?? 0
  const problem = errorMessage(error, 'This did not work')
  if (status === 400 || status === 413 || status === 415)
    return updateUpload(uploads, id, { state: 'refused', error: problem })
  const tries = (uploads.tries.get(id) ?? 0) + 1
  uploads.tries.set(id, tries)
  const passes = status === 0 || status === 408 || status === 429 || status >= 500
  if (!passes || tries >= mostTries) {
    uploads.tries.delete(id)
    return updateUpload(uploads, id, { state: 'failed', error: problem })
  }
  updateUpload(uploads, id, { state: 'paused', error: problem })
  // Without a line only its return helps: see `online` below.
  if (navigator.onLine) setTimeout(() => goOn(uploads, id), pause(tries))
}

/** 1, 2, 4, 8, 16 seconds, and a little more or less, so that not everybody comes at once. */
const pause = (tries: number) => 1000 * 2 ** (tries - 1) * (0.8 + 0.4 * Math.random())

function goOn(uploads: UploadQueue, id: string) {
  if (findUpload(uploads, id)?.state !== 'paused') return
  updateUpload(uploads, id, { state: 'waiting', progress: 0 })
  sendNext(uploads)
}

/** Sends a file that waits for the line or the person again, now. */
export function retryUpload(uploads: UploadQueue, id: string) {
  const state = findUpload(uploads, id)?.state
  if (state !== 'paused' && state !== 'failed') return
  uploads.tries.delete(id)
  updateUpload(uploads, id, { state: 'waiting', progress: 0, error: undefined })
  sendNext(uploads)
}

export function retryAll(uploads: UploadQueue) {
  for (const { id } of uploads.list) retryUpload(uploads, id)
}

/** Sends everything that had arrived once more: the portal no longer has it. */
export function resendUploaded(uploads: UploadQueue) {
  for (const { id, state } of uploads.list)
    if (state === 'done')
      updateUpload(uploads, id, { state: 'waiting', progress: 0, url: undefined })
  sendNext(uploads)
}
