import { hash, randomBytes, randomFillSync, randomInt } from 'node:crypto'

const pool = Buffer.alloc(4096)
let used = pool.length

/** A few random bytes, taken from a larger buffer, because each call of the generator is slow. */
export function fewRandomBytes(size: number): Buffer {
  if (used + size > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += size
  return Buffer.copyBytesFrom(pool, used - size, size)
}

let lastTime = 0
let count = 0

/**
 * A new UUID version 7: later ids sort later, which keeps indexes compact. Ids of the same millisecond
 * count up from a random number within this process.
 */
export function newId(now: Date): string {
  const time = now.getTime()
  count = time === lastTime ? (count + 1) % 2 ** 30 : randomInt(2 ** 29)
  lastTime = time
  const bytes = fewRandomBytes(16)
  bytes.writeUIntBE(time, 0, 6)
  // 12 bits of the counter follow the version, 18 follow the variant.
  bytes.writeUInt16BE(0x7000 | (count >>> 18), 6)
  bytes.writeUInt16BE(0x8000 | ((count >>> 4) & 0x3fff), 8)
  bytes.writeUInt8(((count & 0xf) << 4) | (bytes.readUInt8(10) & 0xf), 10)
  const hex = bytes.toString('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-')
}

/** 256 random bits as 43 characters of base64url: for link tokens, sessions and pending cookies. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** A code for people to type: random signs of the alphabet. */
export const randomCode = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('')

/** SHA-256 in hex: the only form in which secrets are stored. */
export const hashSecret = (secret: string): string => hash('sha256', secret)
