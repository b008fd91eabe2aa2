import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ensureDataFolder } from './data-folder.ts'

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portal-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('a folder that is not there yet is made, for this user alone', () => {
  const folder = join(temporary(), 'a/b')
  ensureDataFolder(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  ensureDataFolder(folder)
})

test('a file in its place is named', () => {
  const file = join(temporary(), 'file')
  writeFileSync(file, '')
  expect(() => ensureDataFolder(file)).toThrow(`${file} is a file`)
  expect(() => ensureDataFolder(join(file, 'a'))).toThrow(`${file} is a file`)
})

test.runIf(process.platform === 'linux')('a place that cannot be written is named', () => {
  expect(() => ensureDataFolder('/proc/nope/a')).toThrow('this user cannot write there')
})
