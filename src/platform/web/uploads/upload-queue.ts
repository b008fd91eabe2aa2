/**
 * The files a person selected for a form, on their way to the server: prepared one after the other,
 * sent two at a time, sent again after a connection failure, and stored on the device, so that a
 * reload continues. A queue belongs to an owner, such as a draft, and outlives the screen it is on.
 */
import { useSyncExternalStore } from 'react'
import { type FileKind, type FileType, fileKinds } from '#shared/file-kinds.ts'
import { errorMessage, errorStatus } from '../api/call.ts'
import { prepareFile } from './prepare-file.ts'
import { sendFile } from './send-file.ts'
import { type UploadStorage, uploadStorage } from './stored-uploads.ts'

/** `paused` continues automatically, `failed` waits for the person, `refused` will never be accepted. */
type UploadState = 'preparing' | 'waiting' | 'sending' | 'paused' | 'failed' | 'refused' | 'done'

export interface Upload {
  id: string
  kind: FileKind
  name: string
  /** In bytes. */
  size: number
  type: FileType | undefined
  state: UploadState
  /** From 0 to 1. */
  progress: number
  /** Why it is paused, failed or refused. */
  error?: string | undefined
  /** `/uploads/…` once it is done. */
  url?: string | undefined
  /** A `blob:` URL of the picture. */
  preview?: string | undefined
}

export interface UploadQueue {
  owner: string
  storage: UploadStorage
  list: readonly Upload[]
  blobs: Map<string, Blob>
  listeners: Set<() => void>
  /** Failed attempts by upload id. */
  attempts: Map<string, number>
  abortControllers: Map<string, AbortController>
  /** The preparation of the last file. One runs at a time, because decoding a photo takes much memory. */
  preparing: Promise<void>
}

const maxConcurrent = 2
const maxAttempts = 6

const queues = new Map<string, UploadQueue>()

window.addEventListener('online', () => {
  for (const queue of queues.values()) for (const { id } of queue.list) retryUpload(queue, id)
})

/** The queue of an owner: the one of this page, or a new one with the uploads stored on the device. */
export const uploadQueueFor = (owner: string): UploadQueue =>
  queues.get(owner) ?? createUploadQueue(owner, uploadStorage)

/** Creates the queue of an owner and restores its stored uploads, as after a reload of the page. */
export function createUploadQueue(owner: string, storage: UploadStorage): UploadQueue {
  const queue: UploadQueue = {
    owner,
    storage,
    list: [],
    blobs: new Map(),
    listeners: new Set(),
    attempts: new Map(),
    abortControllers: new Map(),
    preparing: Promise.resolve(),
  }
  queues.set(owner, queue)
  queue.preparing = restore(queue)
  return queue
}

async function restore(queue: UploadQueue) {
  for (const { id, kind, name, type, blob, address: url } of await queue.storage.read(
    queue.owner,
  )) {
    queue.blobs.set(id, blob)
    const isDone = url !== undefined
    const upload: Upload = {
      id,
      kind,
      name,
      size: blob.size,
      type,
      state: isDone ? 'done' : 'waiting',
      progress: isDone ? 1 : 0,
      url,
      preview: previewOf(blob, type),
    }
    setList(queue, [...queue.list, upload])
  }
  sendNext(queue)
}

/** The uploads of a queue; renders again after every change. */
export const useUploads = (queue: UploadQueue): readonly Upload[] =>
  useUploadSelector(queue, (list) => list)

/** A value computed from the uploads; renders again only when it changes, so select a primitive. */
export function useUploadSelector<Value>(
  queue: UploadQueue,
  select: (list: readonly Upload[]) => Value,
): Value {
  return useSyncExternalStore(
    (listener) => subscribeToUploads(queue, listener),
    () => select(queue.list),
  )
}

/** Calls the listener after every change; returns the function that ends it. */
export function subscribeToUploads(queue: UploadQueue, listener: () => void): () => void {
  queue.listeners.add(listener)
  return () => queue.listeners.delete(listener)
}

export const findUpload = (queue: UploadQueue, id: string): Upload | undefined =>
  queue.list.find((upload) => upload.id === id)

function setList(queue: UploadQueue, list: readonly Upload[]) {
  queue.list = list
  for (const listener of queue.listeners) listener()
}

function updateUpload(queue: UploadQueue, id: string, change: Partial<Upload>) {
  setList(
    queue,
    queue.list.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)),
  )
}

const inProgress: readonly UploadState[] = ['preparing', 'waiting', 'sending', 'paused']

/** True while it continues automatically, at the latest when the connection is back. */
export const isInProgress = ({ state }: Upload): boolean => inProgress.includes(state)

/** Resolves when no upload is in progress; that may take until the connection is back. */
export async function waitUntilSettled(queue: UploadQueue): Promise<void> {
  await queue.preparing
  if (!queue.list.some(isInProgress)) return
  await new Promise<void>((resolve) => {
    const unsubscribe = subscribeToUploads(queue, () => {
      if (queue.list.some(isInProgress)) return
      unsubscribe()
      resolve()
    })
  })
}

/**
 * Adds selected files. A file that cannot be accepted stays in the list as refused, with the reason.
 * Returns how many files were omitted because the form takes no more of the kind. `existing` counts
 * files of the kind outside the queue.
 */
export function addFiles(
  queue: UploadQueue,
  kind: FileKind,
  files: readonly File[],
  existing = 0,
): number {
  const { maxCount } = fileKinds[kind]
  const ofKind = queue.list.filter((upload) => upload.kind === kind)
  const replaced = ofKind.filter(({ state }) => maxCount === 1 || state === 'refused')
  const remaining = ofKind.filter(({ state }) => state !== 'refused')
  for (const { id } of replaced) removeUpload(queue, id)
  const room = maxCount === 1 ? 1 : Math.max(0, maxCount - remaining.length - existing)
  const accepted = files.slice(0, room)
  for (const file of accepted) addFile(queue, kind, file)
  return files.length - accepted.length
}

function addFile(queue: UploadQueue, kind: FileKind, file: File) {
  const upload: Upload = {
    id: newId(),
    kind,
    name: file.name,
    size: file.size,
    type: undefined,
    state: 'preparing',
    progress: 0,
  }
  setList(queue, [...queue.list, upload])
  queue.preparing = queue.preparing.then(() => prepare(queue, upload, file))
}

let idCount = 0

/** Ids sort in the order in which files were selected. */
function newId(): string {
  idCount += 1
  return `${Date.now()}-${String(idCount).padStart(4, '0')}`
}

async function prepare(queue: UploadQueue, { id, kind, name }: Upload, file: File) {
  if (!findUpload(queue, id)) return
  const prepared = await prepareFile(kind, file).catch(() => ({
    error: 'This file could not be read. Please choose it again.',
  }))
  if (!findUpload(queue, id)) return
  if ('error' in prepared)
    return updateUpload(queue, id, { state: 'refused', error: prepared.error })
  const { blob, type } = prepared
  queue.blobs.set(id, blob)
  const preview = previewOf(blob, type)
  updateUpload(queue, id, { state: 'waiting', size: blob.size, type, preview })
  sendNext(queue)
  void queue.storage.store(queue.owner, { id, kind, name, type, blob, at: Date.now() })
}

const previewOf = (blob: Blob, type: FileType) =>
  type === 'pdf' ? undefined : URL.createObjectURL(blob)

/** Removes an upload in any state, here and from the device. */
export function removeUpload(queue: UploadQueue, id: string): void {
  queue.abortControllers.get(id)?.abort()
  const preview = findUpload(queue, id)?.preview
  if (preview !== undefined) URL.revokeObjectURL(preview)
  queue.blobs.delete(id)
  setList(
    queue,
    queue.list.filter((upload) => upload.id !== id),
  )
  void queue.storage.remove(queue.owner, id)
}

/** Removes all uploads and the queue itself. */
export function clearUploads(queue: UploadQueue): void {
  for (const { id } of queue.list) removeUpload(queue, id)
  queues.delete(queue.owner)
}

/** Sends as many of the waiting files as may be sent at a time. */
function sendNext(queue: UploadQueue) {
  const free = maxConcurrent - queue.list.filter(({ state }) => state === 'sending').length
  const waiting = queue.list.filter(({ state }) => state === 'waiting')
  for (const upload of waiting.slice(0, Math.max(0, free))) void send(queue, upload)
}

async function send(queue: UploadQueue, { id, kind, name, type }: Upload) {
  const blob = queue.blobs.get(id)
  if (!blob || !type) return
  const controller = new AbortController()
  queue.abortControllers.set(id, controller)
  updateUpload(queue, id, { state: 'sending', progress: 0, error: undefined })
  try {
    const onProgress = (progress: number) => updateUpload(queue, id, { progress })
    const url = await sendFile(blob, { kind, name, onProgress, signal: controller.signal })
    queue.attempts.delete(id)
    updateUpload(queue, id, { state: 'done', progress: 1, url })
    if (findUpload(queue, id))
      void queue.storage.store(queue.owner, {
        id,
        kind,
        name,
        type,
        blob,
        address: url,
        at: Date.now(),
      })
  } catch (error) {
    if (!controller.signal.aborted) handleSendError(queue, id, error)
  } finally {
    queue.abortControllers.delete(id)
    sendNext(queue)
  }
}

/** A file that the server rejects is refused permanently; after other errors it is sent again. */
function handleSendError(queue: UploadQueue, id: string, reason: unknown) {
  const status = errorStatus(reason) ?? 0
  const error = errorMessage(reason, 'This did not work')
  if (status === 400 || status === 413 || status === 415)
    return updateUpload(queue, id, { state: 'refused', error })
  const attempts = (queue.attempts.get(id) ?? 0) + 1
  queue.attempts.set(id, attempts)
  const isTemporary = status === 0 || status === 408 || status === 429 || status >= 500
  if (!isTemporary || attempts >= maxAttempts) {
    queue.attempts.delete(id)
    return updateUpload(queue, id, { state: 'failed', error })
  }
  updateUpload(queue, id, { state: 'paused', error })
  // Offline, only the `online` event sends it again.
  if (navigator.onLine) setTimeout(() => resume(queue, id), retryDelayMs(attempts))
}

/** 1, 2, 4, 8 and 16 seconds, give or take 20 percent, so that not all browsers retry at once. */
const retryDelayMs = (attempts: number) => 1000 * 2 ** (attempts - 1) * (0.8 + 0.4 * Math.random())

function resume(queue: UploadQueue, id: string) {
  if (findUpload(queue, id)?.state !== 'paused') return
  updateUpload(queue, id, { state: 'waiting', progress: 0 })
  sendNext(queue)
}

/** Sends a paused or failed file again, with all its attempts. */
export function retryUpload(queue: UploadQueue, id: string): void {
  const state = findUpload(queue, id)?.state
  if (state !== 'paused' && state !== 'failed') return
  queue.attempts.delete(id)
  updateUpload(queue, id, { state: 'waiting', progress: 0, error: undefined })
  sendNext(queue)
}

/** Sends all uploaded files again, because the server has deleted them. */
export function resendUploaded(queue: UploadQueue): void {
  for (const { id, state } of queue.list)
    if (state === 'done') updateUpload(queue, id, { state: 'waiting', progress: 0, url: undefined })
  sendNext(queue)
}
