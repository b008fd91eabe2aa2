import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const declaration = 'src/shared/refusal.ts'
const read = (path: string) => readFileSync(path, 'utf8')
const matches = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, code = '']) => code)

const [, union = ''] = read(declaration).match(/type RefusalCode =([\s\S]*?)\n\n/) ?? []
const declared = matches(union, /^ {2}\| '([a-z-]+)'$/gm)
const [, section = ''] = read('docs/api.md').match(/\n## Codes of refusals\n([^#]*)/) ?? []
const documented = matches(section, /^\| ([a-z-]+) \|/gm)

/** The quoted words with a hyphen in the source of the server, and in the limits that it counts. */
const quoted = globSync(['src/**/server/**/*.ts', 'src/shared/limits.ts'])
  .filter((path) => !path.endsWith('.test.ts'))
  .flatMap((path) => matches(read(path), /'([a-z]+(?:-[a-z]+)+)'/g))

describe('the codes of refusals', () => {
  test('are those that docs/api.md lists (contract 18.5)', () => {
    expect(declared).not.toEqual([])
    expect(documented.toSorted()).toEqual(declared.toSorted())
  })

  // The compiler refuses a code that is not declared.
  test.each(declared)('%s is sent by the server', (code) => expect(quoted).toContain(code))
})
