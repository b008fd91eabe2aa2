/** Multipart forms that are malformed, or have hostile fields and files. */
import { vendorFields } from '#test/support/portal/applications.ts'
import { ashaRow, importHeadings } from '#test/support/portal/imports.ts'
import { hostileTexts } from './hostile-values.ts'
import type { Random } from './random.ts'

export interface FormBody {
  body: string | Uint8Array<ArrayBuffer>
  type: string
  isInvalid: boolean
}

const fileNames = [
  'a.csv',
  'a.jpg',
  '../../a.pdf',
  'a\0.jpg',
  '',
  '\u202Egpj.exe',
  'x'.repeat(5000),
  'con',
  'a.svg',
  '"quoted".png',
]

const contents: readonly (() => string)[] = [
  () => '',
  () => 'x',
  () => `${importHeadings}\n${ashaRow}\n`,
  () => `${importHeadings}\n${ashaRow}\n${ashaRow}\n`,
  () => `${importHeadings}\n${','.repeat(20_000)}\n`,
  () => `__proto__,${importHeadings}\n,${ashaRow}\n`,
  () => `sep=;\n${importHeadings.replaceAll(',', ';')}\n`,
  () => `"${'a'.repeat(70_000)}`,
  () => '\uFEFFname\0,email\n',
  () => '%PDF-1.7\n1 0 obj\n<< /JavaScript (x) >>\nendobj\n%%EOF',
  () => '\u00ff\u00d8\u00ff\u00e0truncated',
  () => '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  () => 'GIF89a/*<script>*/',
  () => 'PK\u0003\u0004truncated',
]

/** The values of fields that have a meaning of their own. */
const knownValues: Record<string, readonly string[]> = {
  ...Object.fromEntries(Object.entries(vendorFields).map(([name, value]) => [name, [value]])),
  type: ['oem', 'vendor'],
  role: ['oem', 'vendor'],
  dry_run: ['true', 'false'],
  skip_errors: ['true', 'false'],
  file_name: ['list.xlsx', 'x'.repeat(300)],
  mapping: ['{}', '{"name":"name"}', '[', '{"__proto__":"x"}'],
  corrections: ['[]', '{}', '{"1":{"name":"x"}}', '['],
}

export function formBody(
  fields: Readonly<Record<string, 'text' | 'file' | 'files'>>,
  random: Random,
  token: string,
): FormBody {
  const boundary = 'fuzz-boundary'
  const parts = Object.entries(fields)
    .filter(() => random.chance(0.8))
    .map(([name, kind]) =>
      kind === 'text' ? textPart(name, random, token) : filePart(name, random),
    )
  if (random.chance(0.1))
    parts.push(textPart(random.pick(hostileTexts).slice(0, 300), random, token))
  if (random.chance(0.05)) parts.push(...Array.from({ length: 150 }, () => 'x: y\r\n\r\n1\r\n'))
  const body = `${parts.map((part) => `--${boundary}\r\n${part}`).join('')}--${boundary}--\r\n`
  const type = `multipart/form-data; boundary=${boundary}`
  return random.chance(0.3) ? malformed(body, type, random) : { body, type, isInvalid: false }
}

function textPart(name: string, random: Random, token: string): string {
  const known = name === 'token' ? [token] : (knownValues[name] ?? ['x'])
  const value = random.chance(0.75) ? random.pick(known) : random.pick(hostileTexts)
  return `Content-Disposition: form-data; name="${escaped(name)}"\r\n\r\n${value}\r\n`
}

const filePart = (name: string, random: Random): string =>
  `Content-Disposition: form-data; name="${name}"; filename="${escaped(random.pick(fileNames))}"\r\nContent-Type: ${random.pick(['text/csv', 'image/jpeg', 'x', 'text/html'])}\r\n\r\n${random.pick(contents)()}\r\n`

const escaped = (text: string): string => text.replace(/[\r\n"]/g, '%22')

/** Forms without an end, without a boundary, or with another one. */
function malformed(body: string, type: string, random: Random): FormBody {
  return random.pick<() => FormBody>([
    () => ({ body: body.slice(0, random.int(body.length)), type, isInvalid: true }),
    () => ({ body, type: 'multipart/form-data', isInvalid: true }),
    () => ({ body, type: 'multipart/form-data; boundary=', isInvalid: true }),
    () => ({ body, type: `multipart/form-data; boundary=${'b'.repeat(300)}`, isInvalid: true }),
    () => ({ body, type: 'multipart/form-data; boundary=other', isInvalid: true }),
    () => ({ body, type: 'application/json', isInvalid: true }),
    () => ({ body: '', type, isInvalid: true }),
    () => ({ body: body.replaceAll('\r\n', '\n'), type, isInvalid: true }),
    () => ({ body: body.replace('form-data', 'attachment'), type, isInvalid: false }),
    () => ({ body: body.replace(/name="[^"]*"/, ''), type, isInvalid: false }),
    () => ({
      body: body.replace('\r\n\r\n', '\r\nContent-Transfer-Encoding: base64\r\n\r\n'),
      type,
      isInvalid: false,
    }),
    () => ({
      body: body.replace('\r\n', `\r\n${'X: y\r\n'.repeat(3000)}`),
      type,
      isInvalid: false,
    }),
    () => ({
      body: Uint8Array.from({ length: 300 }, () => random.int(256)),
      type,
      isInvalid: true,
    }),
  ])()
}
