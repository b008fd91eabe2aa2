import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DecryptionError, decryptBytes, encryptBytes, encryptFile } from './encryption.ts'
import { openKeyFile } from './encryption-keys.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'portal-lock-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const newKeys = () => openKeyFile(join(folder(), 'data.key'))
const pan = Buffer.from('%PDF-1.7 Permanent Account Number ABCPE1234F '.repeat(20))

test.each([0, 1, 15, 16, 17, 65_536, 3_000_000])(
  'decrypts what was encrypted from a file and from memory, at %i bytes',
  async (size) => {
    const keys = newKeys()
    const key = await keys.current()
    const bytes = randomBytes(size)
    const [from, to] = [join(folder(), 'clear'), join(folder(), 'encrypted')]
    writeFileSync(from, bytes)
    await encryptFile(from, to, 'a.pdf', key)
    for (const encrypted of [readFileSync(to), encryptBytes(bytes, 'a.pdf', key)])
      expect((await decryptBytes(encrypted, 'a.pdf', keys)).equals(bytes)).toBe(true)
  },
)

test('uses a new nonce for every encryption', async () => {
  const key = await newKeys().current()
  const nonces = new Set<string>()
  for (let i = 0; i < 200; i++) {
    const encrypted = encryptBytes(pan, 'a.pdf', key)
    expect(encrypted.includes('ABCPE1234F')).toBe(false)
    nonces.add(encrypted.toString('hex', 8, 20))
  }
  expect(nonces.size).toBe(200)
})

test('detects every flipped bit in header, ciphertext and tag', async () => {
  const keys = newKeys()
  const encrypted = encryptBytes(pan, 'a.pdf', await keys.current())
  const bits = encrypted.length * 8
  let detected = 0
  for (let bit = 0; bit < bits; bit += bit < 320 || bit > bits - 256 ? 1 : 11) {
    const flipped = Buffer.from(encrypted)
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    await expect(decryptBytes(flipped, 'a.pdf', keys)).rejects.toThrow(DecryptionError)
    detected += 1
  }
  expect(detected).toBeGreaterThan(800)
})

test('detects a truncated, extended or replaced file', async () => {
  const keys = newKeys()
  const encrypted = encryptBytes(pan, 'a.pdf', await keys.current())
  const others = [
    Buffer.alloc(0),
    pan,
    ...[1, 16, 100, 800].map((cut) => encrypted.subarray(0, -cut)),
    ...[10, 36].map((length) => encrypted.subarray(0, length)),
    Buffer.concat([encrypted, Buffer.alloc(1)]),
  ]
  for (const other of others)
    await expect(decryptBytes(other, 'a.pdf', keys)).rejects.toThrow(DecryptionError)
})

test('detects a file stored under another name', async () => {
  const keys = newKeys()
  const encrypted = encryptBytes(pan, 'a.pdf', await keys.current())
  for (const name of ['b.pdf', 'a.pdf.small', 'A.pdf', ''])
    await expect(decryptBytes(encrypted, name, keys)).rejects.toThrow(
      'changed, damaged or put under',
    )
})

test('names the missing key', async () => {
  const key = await newKeys().current()
  const encrypted = encryptBytes(pan, 'a.pdf', key)
  await expect(decryptBytes(encrypted, 'a.pdf', newKeys())).rejects.toThrow(
    `the key ${key.id} is not in the key file`,
  )
})
