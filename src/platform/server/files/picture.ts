import { mediaTypes } from '#shared/file-kinds.ts'
import type { Log } from '../core/log.ts'
import type { Database } from '../database/database.ts'
import type { FileStore } from './file-store-interface.ts'
import { fileNameInUrl, findFile } from './stored-files.ts'

/**
 * The image as a `data:` address; a missing one is left out, and the log says so. Its small version has at most
 * 320 pixels on a side.
 */
export async function readPicture(
  { db, files, log }: { db: Database; files: FileStore; log: Log },
  address: string,
  version: 'full' | 'small' = 'full',
): Promise<string | undefined> {
  const name = fileNameInUrl(address)
  if (name === undefined) return undefined
  const file = await findFile(db, name)
  const bytes = file && (await files.read(file, version))
  if (bytes) return `data:${mediaTypes[file.type]};base64,${bytes.toString('base64')}`
  log.warn({ file: name }, 'the image of a document is missing')
  return undefined
}
