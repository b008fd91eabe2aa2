/**
 * Keyed hashes and encryption for values in the database. The keys come from the key file, so a copy of
 * the database alone neither verifies a code nor decrypts anything (docs/decisions/0032-keys.md).
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { type EncryptionKey, readKeysSync } from './encryption-keys.ts'

/** Every purpose has its own keys, so that a value made for one purpose is invalid for another. */
export interface Secrets {
  /** A keyed hash of `text` under the current key; it names its key. */
  hmac: (purpose: string, text: string) => string
  /** True when `mac` is the hash of `text` under the current or an older key. Compares in constant time. */
  verifyHmac: (purpose: string, text: string, mac: string) => boolean
  /** Encrypts under the current key; the result names its key. */
  encrypt: (purpose: string, text: string) => string
  /** The text of `box`; undefined when it was changed, made for another purpose or under a missing key. */
  decrypt: (purpose: string, box: string) => string | undefined
}

const nonceLength = 12
const tagLength = 16

/**
 * Reads the key file at the first use and again after it has changed, so a rotated key is used at once.
 * The first use throws StartupError when the file is missing or damaged; later the known keys stay in use.
 */
export function openSecrets(keyFile: string): Secrets {
  const keys = readKeysSync(keyFile)
  const derived = new Map<string, Buffer>()
  const derive = (key: EncryptionKey, use: 'hmac' | 'encrypt', purpose: string): Buffer => {
    const name = `${key.id} ${use} ${purpose}`
    const bytes =
      derived.get(name) ??
      Buffer.from(hkdfSync('sha256', key.bytes, '', `members-portal ${use} ${purpose}`, 32))
    derived.set(name, bytes)
    return bytes
  }
  const macOf = (key: EncryptionKey, purpose: string, text: string): string =>
    `${key.id}.${createHmac('sha256', derive(key, 'hmac', purpose))
      .update(text)
      .digest('base64url')}`
  const find = (value: string) => keys.all().find((key) => value.startsWith(`${key.id}.`))
  return {
    hmac: (purpose, text) => macOf(keys.current(), purpose, text),
    verifyHmac: (purpose, text, mac) => {
      const expected = Buffer.from(macOf(find(mac) ?? keys.current(), purpose, text))
      const presented = Buffer.from(mac)
      return expected.length === presented.length && timingSafeEqual(expected, presented)
    },
    encrypt: (purpose, text) => {
      const key = keys.current()
      return `${key.id}.${seal(derive(key, 'encrypt', purpose), purpose, text)}`
    },
    decrypt: (purpose, box) => {
      const key = find(box)
      if (!key) return undefined
      return unseal(derive(key, 'encrypt', purpose), purpose, box.slice(key.id.length + 1))
    },
  }
}

/** AES-256-GCM with a random nonce: nonce, ciphertext and tag in base64url. */
function seal(key: Buffer, purpose: string, text: string): string {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose))
  const encrypted = [cipher.update(text, 'utf8'), cipher.final()]
  return Buffer.concat([nonce, ...encrypted, cipher.getAuthTag()]).toString('base64url')
}

function unseal(key: Buffer, purpose: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < nonceLength + tagLength) return undefined
  const options = { authTagLength: tagLength }
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceLength), options)
    .setAAD(Buffer.from(purpose))
    .setAuthTag(bytes.subarray(-tagLength))
  try {
    const text = decipher.update(bytes.subarray(nonceLength, -tagLength))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
