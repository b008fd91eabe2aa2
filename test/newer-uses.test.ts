/** The check of `npm run floor` finds uses of what the oldest supported browsers lack, and only these. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newerUses } from '../scripts/newer-uses.ts'

const found: [code: string, name: string][] = [
  ["URL.canParse('a')", 'URL.canParse'],
  ["new Intl.Segmenter('hi')", 'Intl.Segmenter'],
  ['([] as readonly string[]).toSorted()', 'Array.toSorted'],
  ["'a'.toWellFormed()", 'String.toWellFormed'],
  ['Promise.withResolvers()', 'Promise.withResolvers'],
  ["Object.groupBy(['a'], (text) => text)", 'Object.groupBy'],
  ['AbortSignal.any([])', 'AbortSignal.any'],
  ['new URLSearchParams().size', 'URLSearchParams.size'],
  ['new Set<string>().union(new Set())', 'Set.union'],
  ['document.body.checkVisibility()', 'Element.checkVisibility'],
  ['document.startViewTransition(() => {})', 'Document.startViewTransition'],
  ['if (URL.canParse("a")) {}', 'URL.canParse'],
]

const fine = [
  "typeof URL.canParse === 'function' && URL.canParse('a')",
  "URL.canParse?.('a')",
  "if ('toSorted' in Array.prototype) [].toSorted()",
  "try { URL.canParse('a') } catch {}",
  "document.createElement('canvas').getContext('2d')!.textRendering = 'geometricPrecision'",
  '[1].findLast((n) => n > 0)?.toFixed()',
  "structuredClone('a').replaceAll('a', 'b').at(-1)",
  'new Set<string>().has("a")',
  'const own = { toSorted: () => [], size: 1 }; own.toSorted(); own.size',
  'type Own = { list: typeof Array.prototype.toSorted }',
]

test('newer functions are found by the types of their objects, unless the code asks for them', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'newer-uses-')))
  try {
    const lines = [...found.map(([code]) => code), ...fine]
    writeFileSync(join(folder, 'a.ts'), lines.map((line) => `{ ${line} }\n`).join(''))
    const compilerOptions = {
      lib: ['esnext', 'dom', 'dom.iterable'],
      target: 'esnext',
      noEmit: true,
      types: [],
    }
    const config = join(folder, 'tsconfig.json')
    writeFileSync(config, JSON.stringify({ compilerOptions, include: ['a.ts'] }))
    const uses = newerUses(folder, config).map(({ line, name }) => `${lines[line - 1]}: ${name}`)
    const names = new Set(found.map(([code, name]) => `${code}: ${name}`))
    expect(uses.filter((use) => !/Segment\w*\.segment$/.test(use))).toEqual([...names])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
