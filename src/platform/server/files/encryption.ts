/**
 * Encryption of stored files: AES-256-GCM with a key of encryption-keys.ts, bound to the file's name.
 * Format: 'PPR1', key id (4 bytes), random nonce (12), ciphertext, authentication tag (16).
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { EncryptionKey, KeyFile } from './encryption-keys.ts'

const magic = Buffer.from('PPR1')
const headerLength = magic.length + 4 + 12
const tagLength = 16

/** How many bytes an encrypted file is longer than its content. */
export const encryptionOverhead = headerLength + tagLength

/** The bytes are not those stored under this name, or their key is missing. */
export class DecryptionError extends Error {
  override readonly name = 'DecryptionError'
}

/** Encrypts the local file `from` into the file `to`, to be stored under `name`. */
export async function encryptFile(
  from: string,
  to: string,
  name: string,
  key: EncryptionKey,
): Promise<void> {
  const { header, cipher } = createCipher(name, key)
  await pipeline(
    createReadStream(from),
    async function* (source: AsyncIterable<Buffer>) {
      yield header
      for await (const chunk of source) yield cipher.update(chunk)
      yield cipher.final()
      yield cipher.getAuthTag()
    },
    createWriteStream(to, { mode: 0o600 }),
  )
}

/** Encrypts bytes in memory, to be stored under `name`. */
export function encryptBytes(bytes: Buffer, name: string, key: EncryptionKey): Buffer {
  const { header, cipher } = createCipher(name, key)
  return Buffer.concat([header, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

function createCipher(name: string, key: EncryptionKey) {
  const nonce = randomBytes(12)
  const header = Buffer.concat([magic, Buffer.from(key.id, 'hex'), nonce])
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: tagLength })
  cipher.setAAD(additionalData(header, name))
  return { header, cipher }
}

const additionalData = (header: Buffer, name: string): Buffer =>
  Buffer.concat([header, Buffer.from(name)])

/** The decrypted bytes; DecryptionError when they were changed or stored under another name. */
export async function decryptBytes(bytes: Buffer, name: string, keys: KeyFile): Promise<Buffer> {
  if (bytes.length < headerLength + tagLength || !bytes.subarray(0, magic.length).equals(magic))
    throw new DecryptionError('not an encrypted paper')
  const header = bytes.subarray(0, headerLength)
  const id = header.toString('hex', magic.length, magic.length + 4)
  const key = await keys.find(id)
  if (!key) throw new DecryptionError(`the key ${id} is not in the key file`)
  const nonce = header.subarray(magic.length + 4)
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: tagLength })
  decipher.setAAD(additionalData(header, name))
  decipher.setAuthTag(bytes.subarray(-tagLength))
  try {
    return Buffer.concat([
      decipher.update(bytes.subarray(headerLength, -tagLength)),
      decipher.final(),
    ])
  } catch {
    throw new DecryptionError('changed, damaged or put under another name')
  }
}
