/** The list behind `uploads.ts`: what is known of each chosen file, and who watches it. */
import type { FileKind, FileType } from '#shared/file-kinds.ts'

/** `paused` goes on by itself; `failed` waits for the person; `refused` will never be taken. */
export type UploadState =
  | 'preparing'
  | 'waiting'
  | 'sending'
  | 'paused'
  | 'failed'
  | 'refused'
  | 'done'

export interface Upload {
  id: string
  kind: FileKind
  name: string
  size: number
  type: FileType | undefined
  state: UploadState
  /** From 0 to 1. */
  progress: number
  /** Why it does not go on, in words. */
  error?: string | undefined
  /** `/uploads/…`, once it has arrived. */
  url?: string | undefined
  /** A blob: address of the picture. */
  preview?: string | undefined
}

export interface UploadQueue {
  owner: string
  list: readonly Upload[]
  blobs: Map<string, Blob>
  listeners: Set<() => void>
  tries: Map<string, number>
  stops: Map<string, AbortController>
  /** Photos are made smaller one after the other: each takes much memory. */
  preparing: Promise<void>
}

export const findUpload = (uploads: UploadQueue, id: string): Upload | undefined =>
  uploads.list.find((upload) => upload.id === id)

export function setList(uploads: UploadQueue, list: readonly Upload[]) {
  uploads.list = list
  for (const listener of uploads.listeners) listener()
}

export function updateUpload(uploads: UploadQueue, id: string, change: Partial<Upload>) {
  setList(
    uploads,
    uploads.list.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)),
  )
}

/** Made for useSyncExternalStore. */
export function subscribeToUploads(uploads: UploadQueue, listener: () => void): () => void {
  uploads.listeners.add(listener)
  return () => uploads.listeners.delete(listener)
}

const onTheirWay: readonly UploadState[] = ['preparing', 'waiting', 'sending', 'paused']

/** True while it arrives without anybody doing anything, if only the line holds or comes back. */
export const isInProgress = ({ state }: Upload): boolean => onTheirWay.includes(state)

/** Waits until each file has arrived, was refused or waits for the person; a lost line is waited for. */
export async function waitUntilSettled(uploads: UploadQueue): Promise<void> {
  await uploads.preparing
  if (!uploads.list.some(isInProgress)) return
  await new Promise<void>((resolve) => {
    const stop = subscribeToUploads(uploads, () => {
      if (uploads.list.some(isInProgress)) return
      stop()
      resolve()
    })
  })
}
