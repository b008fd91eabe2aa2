/**
 * How a paper lies where it lies: AES-256-GCM under a key of paper-keys.ts, bound to its name.
 * The bytes: 'PPR1', the key's id (4), a random nonce (12), the paper encrypted, the tag (16).
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { EncryptionKey, KeyFile } from './encryption-keys.ts'

const mark = Buffer.from('PPR1')
const headLength = mark.length + 4 + 12
const tagLength = 16

/** The bytes are not what was put there under this name, or their key is gone. */
export class DecryptionError extends Error {
  override readonly name = 'UnreadablePaper'
}

/** Writes the local file `from` encrypted to `to`, as what will lie under `name`. */
export async function encryptFile(
  from: string,
  to: string,
  name: string,
  key: EncryptionKey,
): Promise<void> {
  const { head, cipher } = begin(name, key)
  await pipeline(
    createReadStream(from),
    async function* (source: AsyncIterable<Buffer>) {
      yield head
      for await (const chunk of source) yield cipher.update(chunk)
      yield cipher.final()
      yield cipher.getAuthTag()
    },
    createWriteStream(to, { mode: 0o600 }),
  )
}

/** The same for bytes at hand. */
export function encryptBytes(bytes: Buffer, name: string, key: EncryptionKey): Buffer {
  const { head, cipher } = begin(name, key)
  return Buffer.concat([head, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

function begin(name: string, key: EncryptionKey) {
  const nonce = randomBytes(12)
  const head = Buffer.concat([mark, Buffer.from(key.id, 'hex'), nonce])
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: tagLength })
  cipher.setAAD(boundTo(head, name))
  return { head, cipher }
}

const boundTo = (head: Buffer, name: string): Buffer => Buffer.concat([head, Buffer.from(name)])

/** The paper in clear; UnreadablePaper when one bit is another, or they lay under another name. */
export async function decryptBytes(bytes: Buffer, name: string, keys: KeyFile): Promise<Buffer> {
  if (bytes.length < headLength + tagLength || !bytes.subarray(0, mark.length).equals(mark))
    throw new DecryptionError('not an encrypted paper')
  const head = bytes.subarray(0, headLength)
  const id = head.toString('hex', mark.length, mark.length + 4)
  const key = await keys.find(id)
  if (!key) throw new DecryptionError(`the key ${id} is not in the key file`)
  const nonce = head.subarray(mark.length + 4)
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: tagLength })
  decipher.setAAD(boundTo(head, name))
  decipher.setAuthTag(bytes.subarray(-tagLength))
  try {
    return Buffer.concat([
      decipher.update(bytes.subarray(headLength, -tagLength)),
      decipher.final(),
    ])
  } catch {
    throw new DecryptionError('changed, damaged or put under another name')
  }
}
