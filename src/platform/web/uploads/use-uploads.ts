import { useSyncExternalStore } from 'react'
import { type Upload, type Uploads, watchUploads } from './upload-list.ts'

/** The files of an owner as they are now. */
export const useUploads = (uploads: Uploads): readonly Upload[] => useOfUploads(uploads, asTheyAre)

/** What is told from them; a plain value, so that only its change draws anything anew. */
export function useOfUploads<Told>(
  uploads: Uploads,
  tell: (list: readonly Upload[]) => Told,
): Told {
  return useSyncExternalStore(
    (listener) => watchUploads(uploads, listener),
    () => tell(uploads.list),
  )
}

const asTheyAre = (list: readonly Upload[]) => list
