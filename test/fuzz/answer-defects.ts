/** Finds defects of an answer that are defects for any request. */

import { hostileTexts } from './hostile-values.ts'

export interface ReceivedAnswer {
  status: number
  header: (name: string) => string | null
  text: string
}

/** The statuses of the contract (7.4). */
const statuses = [200, 201, 202, 304, 400, 401, 403, 404, 405, 409, 410, 413, 415, 429]

/** Headers of every answer, and what they must contain. */
const headers: [string, RegExp][] = [
  ['Content-Security-Policy', /default-src 'none'/],
  ['X-Content-Type-Options', /^nosniff$/],
  ['Referrer-Policy', /^no-referrer$/],
  ['Cross-Origin-Opener-Policy', /^same-origin$/],
  ['Cross-Origin-Resource-Policy', /^same-origin$/],
  ['X-Frame-Options', /^DENY$/],
  ['Permissions-Policy', /geolocation=\(\)/],
  ['Cache-Control', /./],
]

/** Texts that show how the portal is made: stacks, SQL, paths of the server, names of errors. */
const leaks =
  /\bat \S+ \(|node:internal|node_modules|\.ts:\d|SQLITE_|insert into|\bfrom "?(person|session)"?\b|ZodError|TypeError|RangeError|\/src\/|\/tmp\/|\/dev\/shm/

const maxTextLength = 600

export function answerDefects(answer: ReceivedAnswer): string[] {
  const { status, text } = answer
  const type = answer.header('Content-Type') ?? ''
  const defects = headers
    .filter(([name, pattern]) => !pattern.test(answer.header(name) ?? ''))
    .map(([name]) => `header ${name}: ${answer.header(name)}`)
  if (!statuses.includes(status)) defects.push(`status ${status}`)
  if (answer.header('Access-Control-Allow-Origin') !== null) defects.push('a CORS header')
  if (text !== '' && /^(text|application\/json)/.test(type) && isCharsetMissing(type))
    defects.push(`content type without charset: ${type}`)
  if (status < 400) return defects
  if (leaks.test(withoutHostileTexts(text))) defects.push('the text shows how the portal is made')
  const isRowReport = answer.header('Error-Code') === 'invalid-rows'
  // The page of an unknown address, the 404 of screens.
  if (isRowReport || (status === 404 && type.startsWith('text/html'))) return defects
  if (text !== '' && !type.startsWith('text/plain')) defects.push(`a refusal of type ${type}`)
  if (text.length > maxTextLength) defects.push(`a refusal of ${text.length} characters`)
  return defects
}

/** A refusal may repeat a name that an earlier request stored. */
const withoutHostileTexts = (text: string): string =>
  hostileTexts
    .filter((hostile) => leaks.test(hostile))
    .reduce((rest, hostile) => rest.replaceAll(hostile, ''), text)

/** JSON is always UTF-8 (RFC 8259); texts must say so. */
const isCharsetMissing = (type: string): boolean =>
  type.startsWith('text/') && !/charset=utf-8/i.test(type)
