import { Refusal } from '#shared/refusal.ts'
import { joinWithAnd } from '#shared/sentences.ts'

/**
 * The letters of a text that no font of documents has, each once. The fonts are opened for the first text with other
 * letters than English ones.
 */
export async function undrawableLetters(text: string): Promise<string[]> {
  if (/^[\x20-\x7E\r\n]*$/.test(text)) return []
  const { omittedLetters } = await import('./letters.ts')
  return omittedLetters(text)
}

interface PrintedText {
  /** 'the company name of Asha Patil'. */
  where: string
  text: string
}

const maxNamed = 5

/**
 * Call it before a permanent document is issued: throws Refusal 'conflict' when letters of these texts cannot be drawn.
 * Documents omit such letters, which is acceptable for lists only.
 */
export async function requireDrawable(texts: readonly PrintedText[]): Promise<void> {
  const undrawable: string[] = []
  const letters = new Set<string>()
  for (const { where, text } of texts) {
    const own = await undrawableLetters(text)
    if (own.length === 0) continue
    undrawable.push(where)
    for (const letter of own) letters.add(nameOf(letter))
  }
  if (undrawable.length === 0) return
  const named = joinWithAnd([...letters].slice(0, maxNamed))
  throw new Refusal(
    'conflict',
    `${named} in ${joinWithAnd(undrawable)} cannot be printed. Please correct it first.`,
  )
}

/** Invisible and lost characters by their number: 'U+FFFD'. */
const nameOf = (letter: string): string =>
  /^[\p{C}\uFFFD]+$/u.test(letter)
    ? `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
    : letter
