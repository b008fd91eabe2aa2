import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DecryptionError, decryptBytes, encryptBytes, encryptFile } from './encryption.ts'
import { openKeyFile } from './encryption-keys.ts'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'portal-lock-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

const newKeys = () => openKeyFile(join(folder(), 'papers.key'))
const pan = Buffer.from('%PDF-1.7 Permanent Account Number ABCPE1234F '.repeat(20))

test.each([0, 1, 15, 16, 17, 65_536, 3_000_000])(
  'a paper of %i bytes comes out as it went in, from a file and from memory',
  async (size) => {
    const keys = newKeys()
    const key = await keys.current()
    const paper = randomBytes(size)
    const [from, to] = [join(folder(), 'clear'), join(folder(), 'closed')]
    writeFileSync(from, paper)
    await encryptFile(from, to, 'a.pdf', key)
    for (const closed of [readFileSync(to), encryptBytes(paper, 'a.pdf', key)])
      expect((await decryptBytes(closed, 'a.pdf', keys)).equals(paper)).toBe(true)
  },
)

test('the same paper closed twice shares no byte a reader could compare', async () => {
  const key = await newKeys().current()
  const nonces = new Set<string>()
  for (let i = 0; i < 200; i++) {
    const closed = encryptBytes(pan, 'a.pdf', key)
    expect(closed.includes('ABCPE1234F')).toBe(false)
    nonces.add(closed.toString('hex', 8, 20))
  }
  expect(nonces.size).toBe(200)
})

test('every flipped bit is found out: in the head, the paper and the tag', async () => {
  const keys = newKeys()
  const closed = encryptBytes(pan, 'a.pdf', await keys.current())
  const bits = closed.length * 8
  let found = 0
  for (let bit = 0; bit < bits; bit += bit < 320 || bit > bits - 256 ? 1 : 11) {
    const flipped = Buffer.from(closed)
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    await expect(decryptBytes(flipped, 'a.pdf', keys)).rejects.toThrow(DecryptionError)
    found += 1
  }
  expect(found).toBeGreaterThan(800)
})

test('a paper that was cut, lengthened or replaced by something else is found out', async () => {
  const keys = newKeys()
  const closed = encryptBytes(pan, 'a.pdf', await keys.current())
  const others = [
    Buffer.alloc(0),
    pan,
    ...[1, 16, 100, 800].map((cut) => closed.subarray(0, -cut)),
    ...[10, 36].map((kept) => closed.subarray(0, kept)),
    Buffer.concat([closed, Buffer.alloc(1)]),
  ]
  for (const other of others)
    await expect(decryptBytes(other, 'a.pdf', keys)).rejects.toThrow(DecryptionError)
})

test("a paper in another's place, or its small version, is found out", async () => {
  const keys = newKeys()
  const closed = encryptBytes(pan, 'a.pdf', await keys.current())
  for (const name of ['b.pdf', 'a.pdf.small', 'A.pdf', ''])
    await expect(decryptBytes(closed, name, keys)).rejects.toThrow('changed, damaged or put under')
})

test('without its key a paper stays closed, and the reason names the key', async () => {
  const key = await newKeys().current()
  const closed = encryptBytes(pan, 'a.pdf', key)
  await expect(decryptBytes(closed, 'a.pdf', newKeys())).rejects.toThrow(
    `the key ${key.id} is not in the key file`,
  )
})
