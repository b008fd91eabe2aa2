/** The keys that close papers: a text file beside the data folder, never within its backup. */
import { createHash, randomBytes } from 'node:crypto'
import { link, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { minutes } from '#shared/dates.ts'
import { StartupError } from '../startup-error.ts'

export interface EncryptionKey {
  /** The first eight hex digits of its SHA-256: a line that was damaged does not pass for a key. */
  id: string
  bytes: Buffer
}

/** Read anew at every use, so that a rotation reaches a portal that runs. */
export interface KeyFile {
  path: string
  /** The key that closes from now on. Made at the first call when there is no file yet. */
  current: () => Promise<EncryptionKey>
  find: (id: string) => Promise<EncryptionKey | undefined>
  /** Puts a new key before the others, which still open what they have closed. */
  add: () => Promise<EncryptionKey>
}

const heading = `# Keys of the portal's papers: the first closes, every one opens. Keep a copy of this file,
# but not where the backups of the data folder lie: either is of no use to a thief alone.
`

/** Every call may fail with CannotOpen: why the file does not serve, in a sentence. */
export function openKeyFile(path: string): KeyFile {
  let wasThere = false
  const all = async (): Promise<EncryptionKey[]> => {
    const text = await read(path)
    // A file that vanishes while the portal runs is never replaced by another key in silence.
    if (text === undefined && wasThere) throw new StartupError(`The key file ${path} is gone.`)
    const keys = keysIn(text ?? '', path)
    wasThere = keys.length > 0
    return keys
  }
  const first = async (): Promise<EncryptionKey> => {
    const [key] = await all()
    if (key) return key
    await makeFile(path)
    const [made] = await all()
    if (made) return made
    throw new StartupError(`The key file ${path} is empty; put back the key file, or remove it.`)
  }
  return {
    path,
    current: first,
    find: async (id) => (await all()).find((key) => key.id === id),
    add: async () => {
      await first()
      return addKey(path)
    },
  }
}

/**
 * Makes sure that the file has every key the papers were closed with, and one for new papers;
 * CannotOpen, in a sentence, when it has not or cannot be made.
 */
export async function assertKeys(keys: KeyFile, needed: readonly string[]): Promise<void> {
  for (const id of needed)
    if (!(await keys.find(id)))
      throw new StartupError(
        `The database has papers that were encrypted with the key ${id}, which is not in ${keys.path}; put back the key file (FILES_KEY_FILE says where it is), or nobody can read them.`,
      )
  await keys.current()
}

function keysIn(text: string, path: string): EncryptionKey[] {
  return text.split('\n').flatMap((line, index) => {
    if (/^\s*(#|$)/.test(line)) return []
    const [id, typed = '', ...more] = line.trim().split(/\s+/)
    const bytes = Buffer.from(typed, 'base64')
    if (bytes.length === 32 && id === idOf(bytes) && more.length === 0) return [{ id, bytes }]
    throw new StartupError(`Line ${index + 1} of ${path} is not a key; put back the key file.`)
  })
}

const idOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex').slice(0, 8)

function newKey(): EncryptionKey {
  const bytes = randomBytes(32)
  return { id: idOf(bytes), bytes }
}

const lineOf = ({ id, bytes }: EncryptionKey): string => `${id} ${bytes.toString('base64')}\n`

async function read(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined
    throw new StartupError(
      `The key file ${path} cannot be read (${codeOf(error)}); give this user the right to, or set FILES_KEY_FILE.`,
    )
  }
}

/** Whole or not at all, and of two processes that start together only one makes it. */
async function makeFile(path: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  try {
    await write(draft, async () => heading + lineOf(newKey()))
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
  await forgetStale(draft)
  try {
    // The draft is made before the file is read: of two rotations, none writes over the other's key.
    await write(draft, async () => {
      const others = (await readFile(path, 'utf8')).replace(/^#.*\n/gm, '')
      return heading + lineOf(key) + others
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

async function forgetStale(draft: string): Promise<void> {
  const there = await stat(draft).catch(() => undefined)
  if (there && Date.now() - there.mtimeMs > minutes(1))
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

const cannotWrite = (path: string, error: unknown): StartupError =>
  new StartupError(
    `The key of the papers cannot be written to ${path} (${codeOf(error)}); set FILES_KEY_FILE to a file outside of DATA_DIR that this user can write.`,
  )

const codeOf = (error: unknown): string =>
  String((error as NodeJS.ErrnoException | null)?.code ?? error)
