import { hash, randomBytes, randomInt } from 'node:crypto'

/** A new id: a UUID of version 7, so that ids made later sort later and indexes stay compact. */
export function newId(now: Date): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now.getTime(), 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
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
export const hashOf = (secret: string): string => hash('sha256', secret)
