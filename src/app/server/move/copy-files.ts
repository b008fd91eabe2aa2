/** Copies stored files from one storage to another, and reads every one back. */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupError } from '#platform/server/core/startup-error.ts'
import type { Contents, Storage } from '#platform/server/files/storage.ts'

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/**
 * Returns how many files there are. Files that an interrupted run has copied stay; StartupError when
 * the target has any other file.
 */
export async function copyFiles(source: Storage, target: Storage, work: string): Promise<number> {
  await target.check()
  const names = await namesIn(source)
  const expected = new Set(names)
  for (const name of await namesIn(target))
    if (!expected.has(name))
      throw new StartupError(
        'The storage at TO_FILES_URL has other files already; files are moved into an empty one only.',
      )
  const temporary = join(work, 'incoming')
  await mkdir(temporary, { recursive: true, mode: 0o700 })
  for (const name of names) await copyFile(source, target, name, temporary)
  for (const name of await namesIn(source.quarantine))
    await copyFile(source.quarantine, target.quarantine, name, temporary)
  return names.length
}

async function namesIn(contents: Contents): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of contents.list()) if (name !== '.probe') names.push(name)
  return names
}

async function copyFile(
  source: Contents,
  target: Contents,
  name: string,
  folder: string,
): Promise<void> {
  const bytes = await source.read(name)
  if (!bytes) throw new StartupError(`The file ${name} disappeared while the files were moved.`)
  const digest = hashOf(bytes)
  const existing = await target.read(name)
  if (existing && hashOf(existing) === digest) return
  const path = join(folder, randomUUID())
  try {
    await writeFile(path, bytes, { mode: 0o600 })
    await target.put(name, path)
  } finally {
    await rm(path, { force: true })
  }
  const arrived = await target.read(name)
  if (!arrived || hashOf(arrived) !== digest)
    throw new StartupError(`The copy of the file ${name} differs from the original.`)
}
