import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ensureDataFolder } from './data-folder.ts'

function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portal-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('creates a missing folder, accessible by this user only', () => {
  const folder = join(tempFolder(), 'a/b')
  ensureDataFolder(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  ensureDataFolder(folder)
})

test('rejects a file instead of the folder', () => {
  const file = join(tempFolder(), 'file')
  writeFileSync(file, '')
  expect(() => ensureDataFolder(file)).toThrow(`${file} is a file`)
  expect(() => ensureDataFolder(join(file, 'a'))).toThrow(`${file} is a file`)
})

test.runIf(process.platform === 'linux')('rejects a folder that cannot be written', () => {
  expect(() => ensureDataFolder('/proc/nope/a')).toThrow('this user cannot write there')
})
