/** Settings that are addresses with a name and a password in them: SMTP_URL, DATABASE_URL, FILES_URL. */
import { keysOf } from '#shared/records.ts'
import { joinWithAnd } from '#shared/sentences.ts'

const written = { '#': '%23', '/': '%2F', '?': '%3F' } as const
const special = keysOf(written)

/**
 * A sentence about an address with an unescaped character in its name or password, which makes it another or an invalid
 * address; undefined for other addresses. It never repeats the value, which contains a secret.
 */
export function unescapedCharacters(name: string, value: string): string | undefined {
  const [, authority = '', rest = ''] = value.match(/^[a-z0-9+.-]+:\/\/([^/?#]*)(.*)$/is) ?? []
  // An @ may be in a path or a query; where the host already has credentials before it, only in these.
  const isMisread = authority.includes('@')
    ? /^(?:\/[^?#]*|\?[^=]*|[^#]*#.*)@/s.test(rest)
    : authority.includes(':') && rest.includes('@')
  if (!isMisread) return undefined
  const credentials = (authority + rest).slice(0, (authority + rest).lastIndexOf('@'))
  const found = special.filter((character) => credentials.includes(character))
  const characters = found.length === 1 ? 'a character' : 'characters'
  const forms = joinWithAnd(found.map((character) => `${written[character]} (${character})`))
  return `The password or the user name in ${name} has ${characters} that must be written as ${forms}.`
}
