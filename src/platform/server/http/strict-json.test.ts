import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseStrictJson } from './strict-json.ts'

test.each([
  '{"role":"oem","role":"admin"}',
  '{"role":"oem","r\\u006fle":"admin"}',
  '{"a":[{"b":1,"c":{},"b":2}]}',
  '{"a" :1,"a"\n:2}',
  '{"":1,"":2}',
])('refuses duplicate keys in %s', (text) => {
  expect(() => parseStrictJson(text)).toThrow(/^The JSON has the key "\w*" twice$/)
})

test.each([
  ['{"__proto__":{"role":"admin"}}', '__proto__'],
  ['[{"a":{"__pr\\u006fto__":1}}]', '__proto__'],
  ['{"name":{"length":{"toString":null}}}', 'toString'],
  ['{"name":{"length":{"valueOf":null}}}', 'valueOf'],
])('refuses the key of the prototype in %s', (text, key) => {
  expect(() => parseStrictJson(text)).toThrow(`The JSON has the key ${key}`)
})

test.each([
  ['{"a":{"b":1},"b":{"a":1}}', { a: { b: 1 }, b: { a: 1 } }],
  ['["a","a",{"a":"a: {"},{"a":"\\"}: \\\\"}]', ['a', 'a', { a: 'a: {' }, { a: '"}: \\' }]],
  ['"{\\"a\\":1,\\"a\\":2}"', '{"a":1,"a":2}'],
  ['7', 7],
])('accepts %s', (text, value) => {
  expect(parseStrictJson(text)).toEqual(value)
})

test('refuses deep nesting and text that is not JSON', () => {
  expect(parseStrictJson('['.repeat(32) + ']'.repeat(32))).toBeDefined()
  expect(() => parseStrictJson('['.repeat(33) + ']'.repeat(33))).toThrow('deeper than 32')
  expect(() => parseStrictJson('{"a":1,}')).toThrow('The request is not valid JSON')
})

test('checks 100 KiB of keys and brackets within 2 s', () => {
  const before = process.cpuUsage()
  expect(() => parseStrictJson('['.repeat(50_000) + ']'.repeat(50_000))).toThrow('deeper')
  const keys = Array.from({ length: 8000 }, (_, index) => `"k${index}":1`).join(',')
  parseStrictJson(`{${keys}}`)
  parseStrictJson(`"${'\\"'.repeat(50_000)}"`)
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000)
})

test('reads what JSON.stringify writes', () => {
  const withoutProto = fc
    .json({ maxDepth: 6 })
    .filter((text) => !/__proto__|toString|valueOf/.test(text))
  fc.assert(
    fc.property(withoutProto, (text) => {
      expect(parseStrictJson(text)).toEqual(JSON.parse(text))
    }),
    { numRuns: 300 },
  )
})
