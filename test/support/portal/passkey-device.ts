/** A device that makes and uses passkeys, for tests without a browser: ES256 keys, no attestation. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

interface DeviceOptions {
  origin: string
  /** The domain that the device believes it talks to; by default that of the origin. */
  domain?: string
  isUserVerified?: boolean
}

interface Challenge {
  challenge: string
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: string | Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

export function openPasskeyDevice({ origin, domain, isUserVerified = true }: DeviceOptions) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const domainHash = sha256(domain ?? new URL(origin).hostname)
  /** User present, and verified if the device can. */
  const flags = isUserVerified ? 0x05 : 0x01
  const clientData = (type: string, { challenge }: Challenge) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const counterBytes = (counter: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(counter)
    return bytes
  }
  const credential = (response: object) => ({
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key' as const,
    clientExtensionResults: {},
    response,
  })
  return {
    /** The answer to the options of a new passkey. */
    make: (options: Challenge) => {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const authData = Buffer.concat([
        domainHash,
        Buffer.from([flags | 0x40]),
        counterBytes(0),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        key,
      ])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return credential({
        clientDataJSON: base64url(clientData('webauthn.create', options)),
        attestationObject: base64url(cbor(attestation)),
        transports: ['internal'],
      })
    },
    /** The answer to a challenge. */
    use: (options: Challenge, counter: number) => {
      const data = clientData('webauthn.get', options)
      const authData = Buffer.concat([domainHash, Buffer.from([flags]), counterBytes(counter)])
      return credential({
        clientDataJSON: base64url(data),
        authenticatorData: base64url(authData),
        signature: base64url(sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)),
      })
    },
  }
}

/** CBOR of the few types that passkeys need. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flat().map(cbor)])
  throw new TypeError(`no CBOR for ${typeof value}`)
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff])
}
