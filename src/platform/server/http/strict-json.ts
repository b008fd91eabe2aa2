/** Parses JSON that means the same to every reader: no duplicate keys, no keys of Object.prototype, no deep nesting. */
import { Refusal } from '#shared/refusal.ts'

const maxDepth = 32

const invalid = () => new Refusal('invalid', 'The request is not valid JSON')

/** Throws Refusal 'invalid'. */
export function parseStrictJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalid()
  }
  checkKeys(text)
  return value
}

/** A string, or a character that opens or closes an object or an array. */
const token = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g

/** `text` is valid JSON. */
function checkKeys(text: string): void {
  /** The keys so far of each open object; undefined for an open array. */
  const open: (Set<string> | undefined)[] = []
  for (const [found, colon] of text.matchAll(token)) {
    if (found === '{' || found === '[') {
      open.push(found === '{' ? new Set() : undefined)
      if (open.length > maxDepth)
        throw new Refusal('invalid', `The JSON is nested deeper than ${maxDepth} levels`)
    } else if (found === '}' || found === ']') open.pop()
    else if (colon !== undefined) addKey(open.at(-1), found.slice(0, -colon.length))
  }
}

/**
 * `toString` and `valueOf`: an object that overrides them cannot be compared with a number, and
 * checks of a length would throw a TypeError.
 */
const refusedKeys = new Set(['__proto__', 'toString', 'valueOf'])

function addKey(keys: Set<string> | undefined, quoted: string): void {
  const key: string = JSON.parse(quoted)
  if (refusedKeys.has(key)) throw new Refusal('invalid', `The JSON has the key ${key}`)
  if (keys?.has(key))
    throw new Refusal('invalid', `The JSON has the key ${JSON.stringify(key.slice(0, 80))} twice`)
  keys?.add(key)
}
