import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** A script, not a module of the portal. */
const script = new URL('../scripts/builds.mjs', import.meta.url).href
const { browserSide } = await import(/* @vite-ignore */ script)

test('a change of any file that the browser may load makes its build stale', () => {
  const cwd = join(import.meta.dirname, '..')
  const isLoaded = (file: string) => !/\/server\/|\.test\.tsx?$/.test(file)
  const loaded = globSync('src/{app,features,platform,shared}/**/*.{ts,tsx,css}', { cwd })
  expect(browserSide.sources()).toEqual(expect.arrayContaining(loaded.filter(isLoaded)))
})
