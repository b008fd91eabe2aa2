import type { Log } from '../core/log.ts'
import type { FileStore, IncomingFile, Uploader } from './file-store-interface.ts'
import type { StoredFile } from './stored-files.ts'

interface Needs {
  files: FileStore
  log: Log
  now: () => Date
}

/**
 * Stores the incoming files, in their order, and calls `work` with them. Deletes them again when
 * `work` throws or returns `isUsed: false`.
 */
export async function withStoredFiles<Answer>(
  world: Needs,
  incoming: readonly IncomingFile[],
  uploader: Uploader,
  work: (stored: readonly StoredFile[]) => Promise<{ isUsed: boolean; answer: Answer }>,
): Promise<Answer> {
  const stored: StoredFile[] = []
  let isUsed = false
  try {
    for (const file of incoming) stored.push(await world.files.store(file, uploader, world.now()))
    const outcome = await work(stored)
    isUsed = outcome.isUsed
    return outcome.answer
  } finally {
    if (!isUsed) await deleteFiles(world, stored)
  }
}

/** Best effort: files that cannot be deleted now have no owner, so the daily sweep removes them. */
async function deleteFiles({ files, log }: Needs, stored: readonly StoredFile[]): Promise<void> {
  try {
    await files.unstore(stored)
  } catch (error) {
    log.warn({ err: error, files: stored.length }, 'deleting files failed; the sweep will retry')
  }
}
