/**
 * The files a person has chosen for a form, on their way to the portal: made ready one after the
 * other, sent two at a time, tried again when the line is lost, and kept on the device, so that a
 * reload goes on where it was. They belong to an owner, such as a draft, and outlive its screen.
 */
import {
  type FileKind,
  type FileType,
  fileKinds,
  maxBytes,
  mediaTypes,
  tooLargeMessage,
  wrongTypeMessage,
} from '#shared/file-kinds.ts'
import { detectFileType } from './file-type.ts'
import { shrinkPhoto } from './shrink-photo.ts'
import { readStoredUploads, removeStoredUploads, storeUpload } from './stored-uploads.ts'
import { findUpload, setList, type Upload, type UploadQueue, updateUpload } from './upload-list.ts'
import { retryAll, sendNext } from './upload-queue.ts'

const heaviestPhoto = 60 * 1024 * 1024

const opened = new Map<string, UploadQueue>()

window.addEventListener('online', () => {
  for (const uploads of opened.values()) retryAll(uploads)
})

/** The uploads of an owner, as this page knows them or as the device kept them. */
export function uploadQueueFor(owner: string): UploadQueue {
  const known = opened.get(owner)
  if (known) return known
  const uploads: UploadQueue = {
    owner,
    list: [],
    blobs: new Map(),
    listeners: new Set(),
    tries: new Map(),
    stops: new Map(),
    preparing: Promise.resolve(),
  }
  opened.set(owner, uploads)
  uploads.preparing = restore(uploads)
  return uploads
}

async function restore(uploads: UploadQueue) {
  for (const { blob, ...kept } of await readStoredUploads(uploads.owner)) {
    uploads.blobs.set(kept.id, blob)
    setList(uploads, [
      ...uploads.list,
      {
        ...kept,
        size: blob.size,
        state: kept.address === undefined ? 'waiting' : 'done',
        progress: kept.address === undefined ? 0 : 1,
        preview: previewOf(blob, kept.type),
      },
    ])
  }
  sendNext(uploads)
}

/**
 * Takes chosen files in; what cannot be taken stays in the list, with the reason. Answers how many
 * were left out because one form takes no more.
 */
export function addFiles(
  uploads: UploadQueue,
  kind: FileKind,
  files: readonly File[],
  present = 0,
): number {
  const { maxCount } = fileKinds[kind]
  const stay = uploads.list.filter((upload) => upload.kind === kind && upload.state !== 'refused')
  const gone = uploads.list.filter(
    (upload) => upload.kind === kind && (maxCount === 1 || upload.state === 'refused'),
  )
  for (const { id } of gone) removeUpload(uploads, id)
  const room = maxCount === 1 ? 1 : Math.max(0, maxCount - stay.length - present)
  const taken = files.slice(0, room)
  for (const file of taken) addFile(uploads, kind, file)
  return files.length - taken.length
}

function addFile(uploads: UploadQueue, kind: FileKind, file: File) {
  const id = newId()
  const upload: Upload = {
    id,
    kind,
    name: file.name,
    size: file.size,
    type: undefined,
    state: 'preparing',
    progress: 0,
  }
  setList(uploads, [...uploads.list, upload])
  uploads.preparing = uploads.preparing.then(() => prepare(uploads, upload, file))
}

let count = 0

/** Ids sort in the order in which files were chosen. */
function newId(): string {
  count += 1
  return `${Date.now()}-${String(count).padStart(4, '0')}`
}

async function prepare(uploads: UploadQueue, { id, kind, name }: Upload, file: File) {
  if (!findUpload(uploads, id)) return
  const ready = await makeReady(kind, file).catch(() => ({ problem: unreadable }))
  if (!findUpload(uploads, id)) return
  if ('problem' in ready)
    return updateUpload(uploads, id, { state: 'refused', error: ready.problem })
  const { blob, type } = ready
  uploads.blobs.set(id, blob)
  updateUpload(uploads, id, {
    state: 'waiting',
    size: blob.size,
    type,
    preview: previewOf(blob, type),
  })
  sendNext(uploads)
  void storeUpload(uploads.owner, { id, kind, name, type, blob, at: Date.now() })
}

const unreadable = 'This file could not be read. Please choose it again.'

async function makeReady(
  kind: FileKind,
  file: File,
): Promise<{ blob: Blob; type: FileType } | { problem: string }> {
  const rule = fileKinds[kind]
  const type = await detectFileType(file)
  if (type === undefined || !rule.types.some((known) => known === type))
    return { problem: wrongTypeMessage(kind) }
  const isPhoto = type === 'jpeg' || type === 'png'
  if (file.size >= (isPhoto ? heaviestPhoto : maxBytes(kind)))
    return { problem: tooLargeMessage(kind) }
  // A copy in memory: on phones a chosen file may be gone before it has been sent.
  const whole = new Blob([await file.arrayBuffer()], { type: mediaTypes[type] })
  const blob = isPhoto ? await shrinkPhoto(whole) : whole
  if (blob.size >= maxBytes(kind)) return { problem: tooLargeMessage(kind) }
  return { blob, type: blob === whole ? type : 'jpeg' }
}

const previewOf = (blob: Blob, type: FileType | undefined) =>
  type === 'pdf' ? undefined : URL.createObjectURL(blob)

/** Takes a file out of the form, wherever it is on its way. */
export function removeUpload(uploads: UploadQueue, id: string) {
  uploads.stops.get(id)?.abort()
  const preview = findUpload(uploads, id)?.preview
  if (preview !== undefined) URL.revokeObjectURL(preview)
  uploads.blobs.delete(id)
  setList(
    uploads,
    uploads.list.filter((upload) => upload.id !== id),
  )
  void removeStoredUploads(uploads.owner, [id])
}

/** Forgets every file of the owner, here and on the device. */
export function clearUploads(uploads: UploadQueue) {
  for (const { id } of uploads.list) removeUpload(uploads, id)
  opened.delete(uploads.owner)
}
