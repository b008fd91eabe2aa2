/** Reads an archive entry by entry, in constant memory, and names what is damaged. */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createTarDecoder } from 'modern-tar'
import { StartupError } from '../core/startup-error.ts'
import { webStream } from '../core/web-stream.ts'
import { ageMagic, decryptArchive } from './age.ts'
import type { BackupSettings } from './backup-settings.ts'
import { isEntryName, type Manifest, manifestName, manifestSchema } from './manifest.ts'
import { sealBytes, sealLength, sealName, sha256 } from './seal.ts'

type Bytes = ReadableStream<Uint8Array>
/** Takes the contents of an entry; it must read all of it. */
export type OnEntry = (name: string, body: AsyncIterable<Uint8Array>) => Promise<void>

const maxManifestBytes = 256 * 1024 ** 2

/** Reads the whole archive and returns its manifest. StartupError that names the damaged part. */
export async function verifyArchive(file: string, settings: BackupSettings): Promise<Manifest> {
  const entries = new Map<string, { size: number; sha256: string }>()
  let manifestBytes: Buffer | undefined
  const outer = sealReader(await openArchive(file, settings))
  const damage = (what: string) => new StartupError(`${file} is damaged: ${what}.`)
  let last = 'its beginning'
  try {
    await readEntries(outer.bytes, async (name, body) => {
      last = name
      const { digest, size, bytes } = await digestOf(body, name === manifestName)
      if (name === manifestName) manifestBytes = bytes
      else if (name !== sealName) entries.set(name, { size, sha256: digest })
    })
  } catch (error) {
    if (error instanceof StartupError) throw error
    // A missing key file or an unreadable disk does not mean that the archive is damaged.
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error
    throw damage(`it cannot be read beyond ${last} (${messageOf(error)})`)
  }
  if (!manifestBytes) throw damage('its manifest is missing, so it ends too early')
  const manifest = parseManifest(manifestBytes)
  if (manifest) assertEntries(manifest, entries, damage)
  const seal = { archive: outer.digest(), manifest: sha256(manifestBytes) }
  const isSealed = Buffer.from(await sealBytes(seal)).equals(outer.tail())
  if (!manifest) throw damage(`${manifestName} does not have the form of a manifest`)
  if (!isSealed)
    throw damage(
      outer.tail().includes(seal.manifest)
        ? 'the headers between its entries, or its seal'
        : `${manifestName}, or its seal`,
    )
  return manifest
}

/** Calls `onEntry` with each entry of an archive, in its order. Verify the archive first. */
export async function extractArchive(
  file: string,
  settings: BackupSettings,
  onEntry: OnEntry,
): Promise<void> {
  await readEntries(await openArchive(file, settings), onEntry)
}

async function openArchive(file: string, settings: BackupSettings): Promise<Bytes> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(`${file} cannot be read (${error.code}).`)
  })
  const { buffer } = await handle.read(Buffer.alloc(ageMagic.length), 0, ageMagic.length, 0)
  await handle.close()
  const input = createReadStream(file, { highWaterMark: 256 * 1024 })
  const bytes = webStream(input)
  return buffer.toString('latin1') === ageMagic ? decryptArchive(bytes, settings) : bytes
}

async function readEntries(bytes: Bytes, onEntry: OnEntry): Promise<void> {
  const entries = bytes.pipeThrough(createTarDecoder({ strict: true }))
  for await (const { header, body } of entries) await onEntry(header.name, body)
}

/** A stream that passes the archive through, hashes everything before the seal, and keeps the seal. */
function sealReader(source: Bytes) {
  const hash: Hash = createHash('sha256')
  let tail = Buffer.alloc(0)
  const transform = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const bytes = Buffer.concat([tail, chunk])
      const end = Math.max(0, bytes.length - sealLength)
      hash.update(bytes.subarray(0, end))
      tail = Buffer.from(bytes.subarray(end))
      controller.enqueue(chunk)
    },
  })
  return {
    bytes: source.pipeThrough(transform),
    digest: () => hash.digest('hex'),
    tail: () => tail,
  }
}

async function digestOf(body: AsyncIterable<Uint8Array>, isKept: boolean) {
  const hash = createHash('sha256')
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    hash.update(chunk)
    size += chunk.length
    if (isKept && size <= maxManifestBytes) chunks.push(chunk)
  }
  return { digest: hash.digest('hex'), size, bytes: Buffer.concat(chunks) }
}

/** undefined for bytes that are not a manifest of this format. */
function parseManifest(bytes: Buffer): Manifest | undefined {
  try {
    const content: unknown = JSON.parse(bytes.toString())
    if (Number((content as { format?: unknown } | null)?.format) > 1)
      throw new StartupError('This archive was made by a newer portal; restore it with that one.')
    return manifestSchema.safeParse(content).data
  } catch (error) {
    if (error instanceof StartupError) throw error
    return undefined
  }
}

function assertEntries(
  { entries }: Manifest,
  found: ReadonlyMap<string, { size: number; sha256: string }>,
  damage: (what: string) => StartupError,
): void {
  for (const { name, size, sha256: expected } of entries) {
    if (!isEntryName(name)) throw damage(`no portal makes an entry named ${JSON.stringify(name)}`)
    const entry = found.get(name)
    if (!entry) throw damage(`${name} is missing`)
    if (entry.size !== size || entry.sha256 !== expected)
      throw damage(`${name} does not have the contents that were backed up`)
  }
  const names = new Set(entries.map(({ name }) => name))
  const foreign = [...found.keys()].find((name) => !names.has(name))
  if (foreign !== undefined) throw damage(`${foreign} does not belong to it`)
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
