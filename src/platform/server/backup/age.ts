/** Encrypts and decrypts archives in the age format (https://age-encryption.org). */
import { readFile } from 'node:fs/promises'
import { Decrypter, Encrypter } from 'age-encryption'
import { reasonOf, StartupError } from '../core/startup-error.ts'
import { type BackupSettings, isEncrypted } from './backup-settings.ts'

type Bytes = ReadableStream<Uint8Array>
type Keys = Pick<BackupSettings, 'recipient' | 'passphraseFile' | 'identityFile'>

/** Every age file begins with these bytes. */
export const ageMagic = 'age-encryption.org/v1'

/** Encrypts the stream if the settings have a key; otherwise returns it unchanged. */
export async function encryptArchive(bytes: Bytes, keys: Keys): Promise<Bytes> {
  if (!isEncrypted(keys)) return bytes
  const encrypter = new Encrypter()
  if (keys.recipient !== undefined) addRecipient(encrypter, keys.recipient)
  else {
    encrypter.setPassphrase(await firstLine('BACKUP_PASSPHRASE_FILE', keys.passphraseFile ?? ''))
    // A lower work factor than the default: deriving the key blocks a running portal for half a second instead of two.
    encrypter.setScryptWorkFactor(16)
  }
  return encrypter.encrypt(bytes)
}

/** Throws StartupError when the settings have no key for the archive, or a wrong one. */
export async function decryptArchive(bytes: Bytes, keys: Keys): Promise<Bytes> {
  const decrypter = new Decrypter()
  if (keys.identityFile !== undefined)
    decrypter.addIdentity(await firstLine('BACKUP_IDENTITY_FILE', keys.identityFile))
  else if (keys.passphraseFile !== undefined)
    decrypter.addPassphrase(await firstLine('BACKUP_PASSPHRASE_FILE', keys.passphraseFile))
  else
    throw new StartupError(
      'This archive is encrypted: set BACKUP_IDENTITY_FILE or BACKUP_PASSPHRASE_FILE to the file with its key.',
    )
  try {
    return await decrypter.decrypt(bytes)
  } catch (error) {
    const reason = reasonOf(error)
    throw new StartupError(`The archive cannot be decrypted with this key: ${reason}.`)
  }
}

function addRecipient(encrypter: Encrypter, recipient: string): void {
  try {
    encrypter.addRecipient(recipient)
  } catch {
    throw new StartupError(
      'BACKUP_RECIPIENT is not a valid age public key; copy the whole of it, from age1 on.',
    )
  }
}

/** Key files of age-keygen have comments above the key. */
async function firstLine(setting: string, path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(`${setting} is ${path}, which cannot be read (${error.code}).`)
  })
  const line = text.split(/\r?\n/).find((part) => part.trim() !== '' && !part.startsWith('#'))
  if (line) return line.trim()
  throw new StartupError(`${setting} is ${path}, which is empty.`)
}
