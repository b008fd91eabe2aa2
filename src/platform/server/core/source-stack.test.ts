// cspell:ignore AAEI
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { sourceStack, withSourceStack } from './source-stack.ts'

/**
 * The address of a file in the bundle whose first line was the third of src/shared/dates.ts, from its fifth column on.
 */
function bundledFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portal-stack-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'main.js')
  const map = { version: 3, sources: ['../../src/shared/dates.ts'], names: [], mappings: 'AAEI' }
  writeFileSync(`${file}.map`, JSON.stringify(map))
  return pathToFileURL(file).href
}

test('a stack trace of the bundle names the files of the source', () => {
  const url = bundledFile()
  const other = 'file:///srv/node_modules/hono/dist/hono.js:7:3'
  expect(sourceStack(`Error: no\n    at read (${url}:1:9)\n    at async ${other}`)).toBe(
    `Error: no\n    at read (src/shared/dates.ts:3:5)\n    at async ${other}`,
  )
})

test('so does that of the error behind an error', () => {
  const url = bundledFile()
  const cause = Object.assign(new Error('inner'), { stack: `Error: inner\n    at ${url}:1:1` })
  withSourceStack(new Error('outer', { cause }))
  expect(cause.stack).toBe('Error: inner\n    at src/shared/dates.ts:3:5')
})
