import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { StartupError } from '../core/startup-error.ts'
import { openKeyFile } from './encryption-keys.ts'
import { openSecrets } from './secrets.ts'

async function newKeyFile() {
  const folder = mkdtempSync(join(tmpdir(), 'portal-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const keys = openKeyFile(join(folder, 'data.key'))
  await keys.current()
  return keys
}

test('decrypts what it encrypted, for the same purpose only', async () => {
  const { path } = await newKeyFile()
  const secrets = openSecrets(path)
  const box = secrets.encrypt('second factor', 'JBSW Y3DP ₹')
  expect(box).not.toContain('JBSW')
  expect(secrets.encrypt('second factor', 'JBSW Y3DP ₹')).not.toBe(box)
  expect(openSecrets(path).decrypt('second factor', box)).toBe('JBSW Y3DP ₹')
  expect(secrets.decrypt('sign-in code', box)).toBeUndefined()
})

test('rejects a changed, cut or foreign box', async () => {
  const secrets = openSecrets((await newKeyFile()).path)
  const box = secrets.encrypt('test', 'text')
  const [id = '', sealed = ''] = box.split('.')
  const changed = Buffer.from(sealed, 'base64url')
  changed[14] = (changed[14] ?? 0) ^ 1
  for (const bad of [
    `${id}.${changed.toString('base64url')}`,
    box.slice(0, -3),
    `${id}.`,
    `00000000.${sealed}`,
    sealed,
    '',
    openSecrets((await newKeyFile()).path).encrypt('test', 'text'),
  ])
    expect(secrets.decrypt('test', bad)).toBeUndefined()
})

test('verifies a keyed hash, which depends on key, purpose and text', async () => {
  const { path } = await newKeyFile()
  const secrets = openSecrets(path)
  const mac = secrets.hmac('sign-in code', '123456')
  expect(openSecrets(path).hmac('sign-in code', '123456')).toBe(mac)
  expect(secrets.verifyHmac('sign-in code', '123456', mac)).toBe(true)
  expect(secrets.verifyHmac('sign-in code', '123457', mac)).toBe(false)
  expect(secrets.verifyHmac('other', '123456', mac)).toBe(false)
  expect(secrets.verifyHmac('sign-in code', '123456', '')).toBe(false)
  expect(openSecrets((await newKeyFile()).path).hmac('sign-in code', '123456')).not.toBe(mac)
})

test('uses a rotated key immediately, and still reads values of the old one', async () => {
  const keys = await newKeyFile()
  const secrets = openSecrets(keys.path)
  const [box, mac] = [secrets.encrypt('test', 'text'), secrets.hmac('test', 'text')]
  const { id } = await keys.add()
  expect(secrets.encrypt('test', 'text').startsWith(`${id}.`)).toBe(true)
  expect(secrets.hmac('test', 'text').startsWith(`${id}.`)).toBe(true)
  expect(secrets.decrypt('test', box)).toBe('text')
  expect(secrets.verifyHmac('test', 'text', mac)).toBe(true)
})

test('goes on with the keys it has when the key file disappears or is damaged', async () => {
  const { path } = await newKeyFile()
  const secrets = openSecrets(path)
  const box = secrets.encrypt('test', 'text')
  writeFileSync(path, 'damaged')
  expect(secrets.decrypt('test', box)).toBe('text')
  rmSync(path)
  expect(secrets.decrypt('test', box)).toBe('text')
  expect(() => openSecrets(path).hmac('test', 'text')).toThrow(StartupError)
})
