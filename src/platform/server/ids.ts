import { hash, randomBytes, randomInt } from 'node:crypto'

let lastTime = 0
let count = 0

/**
 * A new id: a UUID of version 7, so that ids made later sort later and indexes stay compact. Those
 * of one millisecond (or of one `now`) count on from a random number, within this process.
 */
export function newId(now: Date): string {
  const time = now.getTime()
  count = time === lastTime ? (count + 1) % 2 ** 30 : randomInt(2 ** 29)
  lastTime = time
  const bytes = randomBytes(16)
  bytes.writeUIntBE(time, 0, 6)
  // 12 bits of the count behind the version, 18 behind the variant.
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

/** A secret of 256 random bits, 43 letters of base64url: link tokens, sessions, pending cookies. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Six random digits. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** What the database keeps of a secret: its SHA-256 in hex. */
export const hashSecret = (secret: string): string => hash('sha256', secret)
