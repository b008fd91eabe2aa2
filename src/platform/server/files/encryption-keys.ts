/** The key file for encrypted files: beside the data folder, so that backups do not contain it. */
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { link, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { minutes } from '#shared/durations.ts'
import { StartupError } from '../core/startup-error.ts'

export interface EncryptionKey {
  /** The first eight hex digits of the SHA-256 of `bytes`, so that a damaged line is detected. */
  id: string
  bytes: Buffer
}

/** The file is read at every call, so that a running portal uses a rotated key immediately. */
export interface KeyFile {
  path: string
  /** The key that encrypts new files; created at the first call when there is no file yet. */
  current: () => Promise<EncryptionKey>
  find: (id: string) => Promise<EncryptionKey | undefined>
  /** Adds a new key before the others, which still decrypt existing files. */
  add: () => Promise<EncryptionKey>
}

const heading = `# Keys of the portal: the first encrypts, all of them decrypt. Keep a copy of this file, but not
# where the backups are: neither is of use to a thief without the other.
`

/** Every method throws StartupError when the key file is missing, damaged or not accessible. */
export function openKeyFile(path: string): KeyFile {
  let hadKeys = false
  const readAll = async (): Promise<EncryptionKey[]> => {
    const text = await read(path)
    // A key file that disappears while the portal runs is never silently replaced by a new key.
    if (text === undefined && hadKeys) throw new StartupError(`The key file ${path} is gone.`)
    const keys = parseKeys(text ?? '', path)
    hadKeys = keys.length > 0
    return keys
  }
  const current = async (): Promise<EncryptionKey> => {
    const [key] = await readAll()
    if (key) return key
    await createKeyFile(path)
    const [created] = await readAll()
    if (created) return created
    throw new StartupError(`The key file ${path} is empty; put back the key file, or remove it.`)
  }
  return {
    path,
    current,
    find: async (id) => (await readAll()).find((key) => key.id === id),
    add: async () => {
      await current()
      return addKey(path)
    },
  }
}

/** The keys of a key file for synchronous callers; read again only after the file has changed. */
export function readKeysSync(path: string): {
  current: () => EncryptionKey
  all: () => readonly EncryptionKey[]
} {
  let cached: { version: string; keys: EncryptionKey[]; first: EncryptionKey } | undefined
  const load = () => {
    try {
      const { ino, size, mtimeMs } = statSync(path)
      const version = `${ino} ${size} ${mtimeMs}`
      if (cached?.version === version) return cached
      const keys = parseKeys(readFileSync(path, 'utf8'), path)
      const [first] = keys
      if (!first) throw new StartupError(`The key file ${path} is empty; put back the key file.`)
      cached = { version, keys, first }
      return cached
    } catch (error) {
      // While the portal runs, a file that disappears or is damaged does not prevent sign-ins.
      if (cached) return cached
      if (error instanceof StartupError) throw error
      throw cannotRead(path, error)
    }
  }
  return { current: () => load().first, all: () => load().keys }
}

/**
 * Asserts that the key file has all `needed` keys, and creates the file when none is needed yet;
 * StartupError when a key is missing or the file cannot be created.
 */
export async function assertKeys(keys: KeyFile, needed: readonly string[]): Promise<void> {
  for (const id of needed)
    if (!(await keys.find(id)))
      throw new StartupError(
        `The database has papers that were encrypted with the key ${id}, which is not in ${keys.path}; put back the key file (FILES_KEY_FILE says where it is), or nobody can read them.`,
      )
  await keys.current()
}

function parseKeys(text: string, path: string): EncryptionKey[] {
  return text.split('\n').flatMap((line, index) => {
    if (/^\s*(#|$)/.test(line)) return []
    const [id, encoded = '', ...rest] = line.trim().split(/\s+/)
    const bytes = Buffer.from(encoded, 'base64')
    if (bytes.length === 32 && id === idOf(bytes) && rest.length === 0) return [{ id, bytes }]
    throw new StartupError(`Line ${index + 1} of ${path} is not a key; put back the key file.`)
  })
}

const idOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex').slice(0, 8)

function newKey(): EncryptionKey {
  const bytes = randomBytes(32)
  return { id: idOf(bytes), bytes }
}

const formatKey = ({ id, bytes }: EncryptionKey): string => `${id} ${bytes.toString('base64')}\n`

async function read(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined
    throw cannotRead(path, error)
  }
}

/** Atomic: of several processes that start together, only one creates the file. */
async function createKeyFile(path: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  try {
    await write(draft, async () => heading + formatKey(newKey()))
    await link(draft, path)
    await flush(dirname(path))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw cannotWrite(path, error)
  } finally {
    await rm(draft, { force: true }).catch(() => {})
  }
}

async function addKey(path: string): Promise<EncryptionKey> {
  const draft = `${path}.new`
  const key = newKey()
  await removeStaleDraft(draft)
  try {
    // The draft is created before the file is read, so that two rotations cannot overwrite each other.
    await write(draft, async () => {
      const others = (await readFile(path, 'utf8')).replace(/^#.*\n/gm, '')
      return heading + formatKey(key) + others
    })
    await rename(draft, path)
    await flush(dirname(path))
    return key
  } catch (error) {
    if (codeOf(error) === 'EEXIST')
      throw new StartupError(
        `Another rotation is at work on ${path}; please try again in a minute.`,
      )
    await rm(draft, { force: true }).catch(() => {})
    throw cannotWrite(path, error)
  }
}

async function removeStaleDraft(draft: string): Promise<void> {
  const stats = await stat(draft).catch(() => undefined)
  if (stats && Date.now() - stats.mtimeMs > minutes(1))
    await rm(draft, { force: true }).catch((error: unknown) => {
      throw cannotWrite(draft, error)
    })
}

async function write(path: string, text: () => Promise<string>): Promise<void> {
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(await text())
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function flush(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const cannotRead = (path: string, error: unknown): StartupError =>
  new StartupError(
    `The key file ${path} cannot be read (${codeOf(error)}); give this user the right to, or set FILES_KEY_FILE.`,
  )

const cannotWrite = (path: string, error: unknown): StartupError =>
  new StartupError(
    `The key of the papers cannot be written to ${path} (${codeOf(error)}); set FILES_KEY_FILE to a file outside of DATA_DIR that this user can write.`,
  )

const codeOf = (error: unknown): string =>
  String((error as NodeJS.ErrnoException | null)?.code ?? error)
