/** Writes an archive: a tar file that ends with its manifest and its seal, encrypted when set. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createTarPacker } from 'modern-tar'
import { StartupError } from '../core/startup-error.ts'
import { streamOfChunks } from '../core/web-stream.ts'
import { encryptArchive } from './age.ts'
import type { BackupSettings } from './backup-settings.ts'
import { type ArchiveEntry, type Manifest, manifestName } from './manifest.ts'
import { sealBytes, sha256, tarHeader } from './seal.ts'

export interface ArchiveWriter {
  addFile: (name: string, path: string) => Promise<void>
  addBytes: (name: string, bytes: Uint8Array) => Promise<void>
}

/**
 * Writes the archive `file` in constant memory: `fill` adds the entries and returns the rest of the
 * manifest. The file appears under its name once it is complete and flushed; an existing one is never
 * overwritten. Returns its size.
 */
export async function writeArchive(
  file: string,
  settings: BackupSettings,
  fill: (writer: ArchiveWriter) => Promise<Omit<Manifest, 'entries'>>,
): Promise<{ bytes: number; manifest: Manifest }> {
  await assertNew(file)
  const partial = `${file}.partial`
  await rm(partial, { force: true })
  try {
    const { stream, manifest } = archiveStream(fill)
    const output = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true })
    const [written] = await Promise.all([
      manifest,
      encryptArchive(stream, settings).then((bytes) => pipeline(Readable.from(bytes), output)),
    ])
    const { size } = await stat(partial)
    await publish(partial, file)
    return { bytes: size, manifest: written }
  } finally {
    await rm(partial, { force: true })
  }
}

async function assertNew(file: string): Promise<void> {
  const existing = await stat(file).catch(() => undefined)
  if (existing) throw new StartupError(`${file} exists already; a backup never overwrites another.`)
}

async function publish(partial: string, file: string): Promise<void> {
  await assertNew(file)
  await rename(partial, file)
  const folder = await open(dirname(file), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function archiveStream(fill: (writer: ArchiveWriter) => Promise<Omit<Manifest, 'entries'>>) {
  const { readable, controller } = createTarPacker()
  const entries: ArchiveEntry[] = []
  const add = async (name: string, size: number, chunks: AsyncIterable<Uint8Array>) => {
    const hash = createHash('sha256')
    const writer = controller.add(tarHeader(name, size)).getWriter()
    for await (const chunk of chunks) {
      hash.update(chunk)
      await writer.write(chunk)
    }
    await writer.close()
    entries.push({ name, size, sha256: hash.digest('hex') })
  }
  const addBytes = (name: string, bytes: Uint8Array) => add(name, bytes.length, once(bytes))
  const write = async (): Promise<{ manifest: Manifest; digest: string }> => {
    const rest = await fill({
      addBytes,
      addFile: async (name, path) => add(name, (await stat(path)).size, createReadStream(path)),
    })
    const manifest = { ...rest, entries: [...entries] }
    const bytes = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)
    await addBytes(manifestName, bytes)
    return { manifest, digest: sha256(bytes) }
  }
  const written = write()
  // No end-of-archive marker here, because it is part of the seal.
  written.then(
    () => controller.finalize(),
    (error: unknown) => controller.error(error),
  )
  const sealed = async function* () {
    const hash = createHash('sha256')
    let held: Uint8Array = new Uint8Array(0)
    for await (const chunk of readable) {
      const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      const end = Math.max(0, bytes.length - markerLength)
      hash.update(bytes.subarray(0, end))
      if (end > 0) yield bytes.subarray(0, end)
      held = bytes.subarray(end)
    }
    const { digest } = await written
    yield await sealBytes({ archive: hash.digest('hex'), manifest: digest })
  }
  return { stream: streamOfChunks(sealed()), manifest: written.then(({ manifest }) => manifest) }
}

/** Two empty blocks end an archive; they come after the seal instead. */
const markerLength = 2 * 512

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
