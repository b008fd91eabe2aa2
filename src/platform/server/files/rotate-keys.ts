/** Closes every paper anew under a new key (R72). */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newSecret } from '../ids.ts'
import { DecryptionError, decryptBytes, encryptBytes } from './encryption.ts'
import type { EncryptionKey } from './encryption-keys.ts'
import type { FileStoreOptions } from './files.ts'
import { smallName } from './storage.ts'

/**
 * Each paper is put in the place of the old one in one step, and its bytes say which key opens them:
 * whoever reads meanwhile gets one or the other.
 */
export async function rotateKey(needs: FileStoreOptions) {
  const { db, keys, incoming } = needs
  const key = await keys.add()
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  const papers = await db
    .selectFrom('stored_file')
    .select(['name', 'has_small'])
    .where('key_id', 'is not', null)
    .where('key_id', '!=', key.id)
    .orderBy('name')
    .execute()
  const unreadable: string[] = []
  for (const { name, has_small } of papers) {
    try {
      for (const version of has_small ? [name, smallName(name)] : [name])
        await closeAnew(needs, version, key)
      await note(needs, name, key)
    } catch (error) {
      if (!(error instanceof DecryptionError)) throw error
      unreadable.push(name)
    }
  }
  return { key: key.id, papers: papers.length - unreadable.length, unreadable }
}

async function closeAnew(
  { storage, keys, incoming }: FileStoreOptions,
  name: string,
  key: EncryptionKey,
): Promise<void> {
  const bytes = await storage.read(name)
  if (!bytes) throw new DecryptionError('not there')
  const path = join(incoming, newSecret())
  try {
    await writeFile(path, encryptBytes(await decryptBytes(bytes, name, keys), name, key), {
      mode: 0o600,
    })
    await storage.put(name, path)
  } finally {
    await rm(path, { force: true })
  }
}

async function note(
  { db, storage }: FileStoreOptions,
  name: string,
  key: EncryptionKey,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('stored_file')
    .set({ key_id: key.id })
    .where('name', '=', name)
    .executeTakeFirst()
  // Deleted meanwhile: what we have put back is nobody's.
  if (numUpdatedRows === 0n)
    for (const version of [name, smallName(name)]) await storage.remove(version)
}
