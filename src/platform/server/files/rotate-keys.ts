/** Encrypts every encrypted file again under a new key (contract 14.4). */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newSecret } from '../core/ids.ts'
import { DecryptionError, decryptBytes, encryptBytes } from './encryption.ts'
import type { EncryptionKey } from './encryption-keys.ts'
import type { FileStoreOptions } from './file-store-interface.ts'
import { smallName } from './storage.ts'

/**
 * Each file is replaced atomically, and its bytes name their key, so concurrent readers get either
 * version. A crash in between leaves every file readable; run it again to finish.
 */
export async function rotateKey(options: FileStoreOptions) {
  const { db, keys, incoming } = options
  const key = await keys.add()
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  const files = await db
    .selectFrom('stored_file')
    .select(['name', 'has_small'])
    .where('key_id', 'is not', null)
    .where('key_id', '!=', key.id)
    .orderBy('name')
    .execute()
  const unreadable: string[] = []
  for (const { name, has_small } of files) {
    try {
      for (const version of has_small ? [name, smallName(name)] : [name])
        await reencrypt(options, version, key)
      await recordKey(options, name, key)
    } catch (error) {
      if (!(error instanceof DecryptionError)) throw error
      unreadable.push(name)
    }
  }
  return { key: key.id, reencrypted: files.length - unreadable.length, unreadable }
}

async function reencrypt(
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

async function recordKey(
  { db, storage }: FileStoreOptions,
  name: string,
  key: EncryptionKey,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('stored_file')
    .set({ key_id: key.id })
    .where('name', '=', name)
    .executeTakeFirst()
  // Deleted in the meantime: remove the bytes that were written again.
  if (numUpdatedRows === 0n)
    for (const version of [name, smallName(name)]) await storage.remove(version)
}
