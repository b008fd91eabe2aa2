/** Values that no form sends. */
// cspell:disable
import type { Random } from './random.ts'

export const hostileTexts: readonly string[] = [
  '',
  ' ',
  'a\0b',
  '\u202Eevil',
  '\ud800x',
  '\uFEFF',
  'Ａｓｈａ＠ｔｅａｋ．ｅｘａｍｐｌｅ',
  'e\u0301'.repeat(500),
  'Asha\r\nBcc: all@evil.example',
  '\u001b[31mred',
  "x'; drop table person; --",
  "' or '1'='1",
  '" or ""="',
  '1; select pg_sleep(5)--',
  '1) union select * from session--',
  '{"$gt":""}',
  '$where',
  '__proto__',
  'constructor',
  '<script>alert(1)</script>',
  '{{7*7}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is sent as it is
  '${7*7}',
  '../../../etc/passwd',
  '..\\..\\x',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'http://[::1',
  '%00',
  '%',
  '%ff%fe',
  '0',
  '-1',
  '1e309',
  '999999999999999999999999',
  '0x10',
  'NaN',
  'null',
  'true',
  '2025-02-30',
  '0000-00-00',
  '1949-12-31',
  '2200-01-01',
  '9999-12-31T23:59:59.999Z',
  '2025-01-05T25:00:00Z',
  'a@b@c.example',
  '"quoted"@teak.example',
  'a@teak.example,b@evil.example',
  `${'a'.repeat(250)}@teak.example`,
  '=cmd|"/c calc"!A1',
  'x'.repeat(201),
  'x'.repeat(6000),
  '🪵'.repeat(3000),
  '\n'.repeat(4000),
  '[]',
  'WyInIG9yIDE9MSAtLSIsIngiXQ',
]

const hostileNumbers: readonly number[] = [
  0,
  -0,
  -1,
  0.1,
  1e21,
  -1e308,
  5e-324,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  10 ** 10 + 1,
]

export const nested = (depth: number): unknown => {
  let value: unknown = 'x'
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** Any JSON value. */
export function hostileValue(random: Random): unknown {
  return random.pick<() => unknown>([
    () => random.pick(hostileTexts),
    () => random.pick(hostileTexts),
    () => random.pick(hostileNumbers),
    () => null,
    () => random.chance(0.5),
    () => [],
    () => ({}),
    () => [random.pick(hostileTexts)],
    () => Array.from({ length: 3000 }, () => 'x'),
    () => ({ length: 3, toString: 'x', valueOf: 'x' }),
    () => ({ $ne: null }),
    () => JSON.parse('{"__proto__":{"role":"admin"},"constructor":{"prototype":{}}}'),
    () => nested(40),
  ])()
}

/** Names that no schema has, some of them of columns. */
export const extraNames: readonly string[] = [
  '__proto__',
  'constructor',
  'toString',
  'id',
  'role',
  'is_active',
  'is_visible',
  'payment_status',
  'membership_valid_to',
  'created_at',
  'a'.repeat(5000),
  '',
  'x\0',
]
