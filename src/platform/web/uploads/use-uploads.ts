import { useSyncExternalStore } from 'react'
import { subscribeToUploads, type Upload, type UploadQueue } from './upload-list.ts'

/** The files of an owner as they are now. */
export const useUploads = (uploads: UploadQueue): readonly Upload[] =>
  useUploadSelector(uploads, asTheyAre)

/** What is told from them; a plain value, so that only its change draws anything anew. */
export function useUploadSelector<Told>(
  uploads: UploadQueue,
  tell: (list: readonly Upload[]) => Told,
): Told {
  return useSyncExternalStore(
    (listener) => subscribeToUploads(uploads, listener),
    () => tell(uploads.list),
  )
}

const asTheyAre = (list: readonly Upload[]) => list
